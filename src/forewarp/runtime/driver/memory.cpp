// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Allocations, registered memory, pools, attributes of pointers.
#include <cstring>

#include <fmt/format.h>

#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {

namespace {

using runtime::Allocation;
using runtime::MemoryKind;

void* pointer_at(DevicePointer address) { return reinterpret_cast<void*>(address); }

Result allocate(const char* name, DevicePointer* out, std::size_t bytes, MemoryKind kind, double seconds,
                unsigned flags = 0) {
  return call_in_context(name, [&](Session& session) {
    if (!out || bytes == 0) throw DriverError(Result::invalid_value, "an allocation of 0 bytes");
    *out = session.allocate(cudart::current_gpu(), bytes, kind, flags).address();
    session.spend(seconds);
  });
}

Result allocate_host(const char* name, void** out, std::size_t bytes, unsigned flags) {
  DevicePointer address = 0;
  const Result result = allocate(name, out ? &address : nullptr, bytes, MemoryKind::host, runtime::allocation_s, flags);
  if (result == Result::success) *out = pointer_at(address);
  return result;
}

Result release(const char* name, void* pointer, bool host, double seconds) {
  return call_in_context(name, [&](Session& session) {
    if (!pointer) return;
    session.release(pointer, host);
    cudart::process().pools.freed(pointer);
    session.spend(seconds);
  });
}

const Allocation& host_memory(Session& session, const void* host) {
  const Allocation* a = session.arena().find(host);
  if (!a || !a->host_visible()) throw DriverError(Result::invalid_value, "this host memory is not mapped");
  return *a;
}

enum class PointerAttribute : int {
  context = 1,
  memory_type = 2,
  device_pointer = 3,
  host_pointer = 4,
  sync_operations = 6,
  buffer = 7,
  is_managed = 8,
  device = 9,
  legacy_ipc = 10,
  begin = 11,
  bytes = 12,
  mapped = 13,
  handle_types = 14,
  rdma = 15,
  access = 16,
  pool = 17,
};

template <typename Value>
void put(void* out, Value value) {
  std::memcpy(out, &value, sizeof(Value));  // NOLINT(bugprone-sizeof-expression): an address, too
}

/// a: nullptr for an address that CUDA does not know.
void get(Session& session, void* out, PointerAttribute which, DevicePointer address, const Allocation* a) {
  const auto known_address = [&]() -> const Allocation& {
    if (!a) throw DriverError(Result::invalid_value, "no allocation has this address");
    return *a;
  };
  switch (which) {
    case PointerAttribute::context:
      return put(out, a ? &primary_context(session, a->device) : nullptr);
    case PointerAttribute::memory_type: {
      const MemoryKind kind = known_address().kind;
      const bool on_device = kind == MemoryKind::device || kind == MemoryKind::managed;
      return put(out, on_device ? MemoryType::device : MemoryType::host);
    }
    case PointerAttribute::device_pointer:
      (void)known_address();
      return put(out, address);
    case PointerAttribute::host_pointer:
      return put(out, known_address().host_visible() ? address : 0);
    case PointerAttribute::sync_operations:
    case PointerAttribute::legacy_ipc:
    case PointerAttribute::rdma:
      return put(out, 0);
    case PointerAttribute::buffer:
      return put(out, known_address().address());
    case PointerAttribute::is_managed:
      return put(out, a && a->kind == MemoryKind::managed ? 1 : 0);
    case PointerAttribute::device:
      return put(out, a ? a->device : -2);
    case PointerAttribute::begin:
      return put(out, known_address().address());
    case PointerAttribute::bytes:
      return put(out, known_address().bytes);
    case PointerAttribute::mapped:
      return put(out, a ? 1 : 0);
    case PointerAttribute::handle_types:
    case PointerAttribute::pool:
      return put(out, std::uint64_t{0});
    case PointerAttribute::access:
      constexpr int read_and_write = 3;
      return put(out, a ? read_and_write : 0);
  }
  throw DriverError(Result::invalid_value,
                    fmt::format("pointer attribute {} is not known to forewarp", static_cast<int>(which)));
}

}  // namespace

extern "C" {

Result cuMemGetInfo_v2(std::size_t* free_bytes, std::size_t* total_bytes) {
  return call_in_context("cuMemGetInfo", [&](Session& session) {
    if (free_bytes) *free_bytes = session.free_bytes();
    if (total_bytes) *total_bytes = static_cast<std::size_t>(session.device().dram_bytes);
  });
}
Result cuMemAlloc_v2(DevicePointer* out, std::size_t bytes) {
  return allocate("cuMemAlloc", out, bytes, MemoryKind::device, runtime::allocation_s);
}
Result cuMemAllocPitch_v2(DevicePointer* out, std::size_t* pitch, std::size_t width, std::size_t height, unsigned) {
  constexpr std::size_t alignment = 512;
  if (!out || !pitch) return Result::invalid_value;
  *pitch = (width + alignment - 1) / alignment * alignment;
  return allocate("cuMemAllocPitch", out, *pitch * height, MemoryKind::device, runtime::allocation_s);
}
Result cuMemAllocManaged(DevicePointer* out, std::size_t bytes, unsigned flags) {
  return allocate("cuMemAllocManaged", out, bytes, MemoryKind::managed, runtime::allocation_s, flags);
}
Result cuMemFree_v2(DevicePointer address) {
  return release("cuMemFree", pointer_at(address), false, runtime::allocation_s);
}
Result cuMemAllocHost_v2(void** out, std::size_t bytes) { return allocate_host("cuMemAllocHost", out, bytes, 0); }
Result cuMemHostAlloc(void** out, std::size_t bytes, unsigned flags) {
  return allocate_host("cuMemHostAlloc", out, bytes, flags);
}
Result cuMemFreeHost(void* pointer) { return release("cuMemFreeHost", pointer, true, runtime::allocation_s); }
Result cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned flags) {
  return call_in_context("cuMemHostRegister", [&](Session& session) { session.add_registered(pointer, bytes, flags); });
}
Result cuMemHostUnregister(void* pointer) {
  return call_in_context("cuMemHostUnregister", [&](Session& session) { session.remove_registered(pointer); });
}
Result cuMemHostGetDevicePointer_v2(DevicePointer* out, void* host, unsigned) {
  return call_in_context("cuMemHostGetDevicePointer", [&](Session& session) {
    (void)host_memory(session, host);
    require(out) = reinterpret_cast<std::uintptr_t>(host);
  });
}
Result cuMemHostGetFlags(unsigned* flags, void* host) {
  return call_in_context("cuMemHostGetFlags",
                         [&](Session& session) { require(flags) = host_memory(session, host).flags; });
}
Result cuMemGetAddressRange_v2(DevicePointer* begin, std::size_t* bytes, DevicePointer address) {
  return call_in_context("cuMemGetAddressRange", [&](Session& session) {
    const Allocation* a = session.arena().find(address);
    if (!a) throw DriverError(Result::not_found, "no allocation has this address");
    if (begin) *begin = a->address();
    if (bytes) *bytes = a->bytes;
  });
}

Result cuStreamAttachMemAsync(Stream stream, DevicePointer, std::size_t, unsigned) {
  return call_in_context("cuStreamAttachMemAsync", [&](Session& session) { (void)target_of(session, stream); });
}

Result cuPointerGetAttribute(void* out, int which, DevicePointer address) {
  return call("cuPointerGetAttribute", [&](Session& session) {
    require(static_cast<std::byte*>(out));
    const Allocation* a = session.arena().find(address);
    if (!a) throw DriverError(Result::invalid_value, "no allocation has this address");
    get(session, out, PointerAttribute{which}, address, a);
  });
}
/// Unlike the call for one attribute, an address that is not known gives zeros.
Result cuPointerGetAttributes(unsigned count, int* which, void** out, DevicePointer address) {
  return call("cuPointerGetAttributes", [&](Session& session) {
    const Allocation* a = session.arena().find(address);
    for (unsigned i = 0; i < count; ++i) {
      const auto attribute = PointerAttribute{which[i]};
      if (!a && attribute == PointerAttribute::memory_type)
        put(out[i], 0);
      else if (!a && attribute == PointerAttribute::device_pointer)
        put(out[i], DevicePointer{0});
      else if (!a && attribute == PointerAttribute::host_pointer)
        put(out[i], address);
      else if (!a && (attribute == PointerAttribute::begin || attribute == PointerAttribute::bytes ||
                      attribute == PointerAttribute::buffer))
        put(out[i], std::uint64_t{0});
      else
        get(session, out[i], attribute, address, a);
    }
  });
}
Result cuPointerSetAttribute(const void*, int which, DevicePointer address) {
  return call("cuPointerSetAttribute", [&](Session& session) {
    if (PointerAttribute{which} != PointerAttribute::sync_operations || !session.arena().find(address))
      throw DriverError(Result::invalid_value);
  });
}
}

}  // namespace forewarp::driver
