// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Addresses, memory and mappings apart (runtime/virtual_memory.hpp).
#include "forewarp/runtime/virtual_memory.hpp"

#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

constexpr int pinned = 1, device_location = 1;
constexpr int no_access = 0, read_and_write = 3;

void check(Session& session, const AllocationProperties* p) {
  require(p);
  if (p->type != pinned) throw DriverError(Result::invalid_value, "memory that is not pinned");
  if (p->location.type != device_location || p->handle_types != 0)
    throw DriverError(Result::not_supported, "memory of the host and handles that are shared are not supported");
  (void)primary_context(session, p->location.id);
}

}  // namespace

extern "C" {

Result cuMemGetAllocationGranularity(std::size_t* bytes, const AllocationProperties* p, int) {
  return call("cuMemGetAllocationGranularity", [&](Session& session) {
    require(bytes);
    check(session, p);
    *bytes = runtime::VirtualMemory::granularity;
  });
}
/// Which address the program would like is only a wish.
Result cuMemAddressReserve(DevicePointer* address, std::size_t bytes, std::size_t alignment, DevicePointer,
                           unsigned long long flags) {
  return call("cuMemAddressReserve", [&](Session& session) {
    if (!address || flags != 0) throw DriverError(Result::invalid_value);
    *address = session.virtual_memory().reserve(bytes, alignment);
  });
}
Result cuMemAddressFree(DevicePointer address, std::size_t bytes) {
  return call("cuMemAddressFree", [&](Session& session) { session.virtual_memory().free(address, bytes); });
}
Result cuMemCreate(std::uint64_t* handle, std::size_t bytes, const AllocationProperties* p, unsigned long long flags) {
  return call("cuMemCreate", [&](Session& session) {
    if (!handle || flags != 0) throw DriverError(Result::invalid_value);
    check(session, p);
    *handle = session.virtual_memory().create(p->location.id, bytes);
  });
}
Result cuMemRelease(std::uint64_t handle) {
  return call("cuMemRelease", [&](Session& session) { session.virtual_memory().release(handle); });
}
Result cuMemMap(DevicePointer address, std::size_t bytes, std::size_t offset, std::uint64_t handle,
                unsigned long long flags) {
  return call("cuMemMap", [&](Session& session) {
    if (flags != 0) throw DriverError(Result::invalid_value);
    session.virtual_memory().map(address, bytes, offset, handle);
  });
}
Result cuMemUnmap(DevicePointer address, std::size_t bytes) {
  return call("cuMemUnmap", [&](Session& session) { session.virtual_memory().unmap(address, bytes); });
}
/// All devices reach what one does.
Result cuMemSetAccess(DevicePointer address, std::size_t bytes, const MemoryAccess* access, std::size_t count) {
  return call("cuMemSetAccess", [&](Session& session) {
    if (!access || count == 0) throw DriverError(Result::invalid_value);
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
      if (access[i].location.type != device_location ||
          (access[i].flags != no_access && access[i].flags != read_and_write))
        throw DriverError(Result::not_supported, "access by a device to read and write, or none, is supported");
      (void)primary_context(session, access[i].location.id);
      any = any || access[i].flags == read_and_write;
    }
    session.virtual_memory().set_accessible(address, bytes, any);
  });
}
Result cuMemGetAccess(unsigned long long* flags, const MemoryLocation* location, DevicePointer address) {
  return call("cuMemGetAccess", [&](Session& session) {
    require(flags);
    require(location);
    *flags = session.virtual_memory().accessible(address) ? read_and_write : no_access;
  });
}
Result cuMemRetainAllocationHandle(std::uint64_t* handle, void* address) {
  return call("cuMemRetainAllocationHandle", [&](Session& session) {
    require(handle);
    *handle = session.virtual_memory().retain(reinterpret_cast<std::uintptr_t>(address));
  });
}
Result cuMemGetAllocationPropertiesFromHandle(AllocationProperties* out, std::uint64_t handle) {
  return call("cuMemGetAllocationPropertiesFromHandle", [&](Session& session) {
    require(out);
    *out = {.type = pinned,
            .handle_types = 0,
            .location = {device_location, session.virtual_memory().gpu_of(handle)},
            .windows = nullptr,
            .flags = {}};
  });
}
}

}  // namespace forewarp::driver
