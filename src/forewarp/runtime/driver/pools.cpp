// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Memory pools: those of the runtime API, whose structures are the same.
#include "forewarp/runtime/cudart/pools.hpp"

#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

cudart::Pools& pools() { return cudart::process().pools; }
cudaMemPool_t handle_of(Pool* pool) { return reinterpret_cast<cudaMemPool_t>(pool); }
Pool& known(Pool* pool) { return pools().at(handle_of(pool)); }

Result allocate_async(const char* name, DevicePointer* out, Pool* pool, std::size_t bytes, Stream stream) {
  return call_in_context(name, [&](Session& session) {
    if (!out || bytes == 0) throw DriverError(Result::invalid_value, "an allocation of 0 bytes");
    void* const made = cudart::allocate_from(session, pool ? &known(pool) : nullptr, bytes, stream);
    *out = reinterpret_cast<std::uintptr_t>(made);
  });
}

}  // namespace

extern "C" {

Result cuMemAllocAsync(DevicePointer* out, std::size_t bytes, Stream stream) {
  return allocate_async("cuMemAllocAsync", out, nullptr, bytes, stream);
}
Result cuMemAllocFromPoolAsync(DevicePointer* out, std::size_t bytes, Pool* pool, Stream stream) {
  if (!pool) return Result::invalid_value;
  return allocate_async("cuMemAllocFromPoolAsync", out, pool, bytes, stream);
}
Result cuMemFreeAsync(DevicePointer address, Stream stream) {
  return call_in_context("cuMemFreeAsync", [&](Session& session) {
    void* const pointer = reinterpret_cast<void*>(address);
    if (!pointer || session.captured_free(target_of(session, stream).stream, pointer)) return;
    session.release(pointer, false, false);
    pools().freed(pointer);
    session.spend(runtime::pool_allocation_s);
  });
}
Result cuDeviceGetDefaultMemPool(Pool** out, int device) {
  return call("cuDeviceGetDefaultMemPool", [&](Session& session) {
    require(out);
    cudart::check_device(session, device);
    *out = &pools().of_device(device);
  });
}
Result cuDeviceGetMemPool(Pool** out, int device) {
  return call("cuDeviceGetMemPool", [&](Session& session) {
    require(out);
    cudart::check_device(session, device);
    *out = &pools().current(device);
  });
}
Result cuDeviceSetMemPool(int device, Pool* pool) {
  return call("cuDeviceSetMemPool",
              [&](Session& session) { cudart::set_current_pool(session, device, handle_of(pool)); });
}
Result cuMemPoolCreate(Pool** out, const void* properties) {
  return call("cuMemPoolCreate", [&](Session& session) {
    require(out);
    *out = &cudart::new_pool(session, static_cast<const cudaMemPoolProps*>(properties));
  });
}
Result cuMemPoolDestroy(Pool* pool) {
  return call("cuMemPoolDestroy", [&](Session&) { pools().remove(known(pool)); });
}
Result cuMemPoolTrimTo(Pool* pool, std::size_t bytes) {
  return call("cuMemPoolTrimTo", [&](Session&) { cudart::trim(known(pool), bytes); });
}
Result cuMemPoolGetAttribute(Pool* pool, int which, void* out) {
  return call("cuMemPoolGetAttribute",
              [&](Session&) { cudart::get_attribute(known(pool), static_cast<cudaMemPoolAttr>(which), out); });
}
Result cuMemPoolSetAttribute(Pool* pool, int which, void* value) {
  return call("cuMemPoolSetAttribute",
              [&](Session&) { cudart::set_attribute(known(pool), static_cast<cudaMemPoolAttr>(which), value); });
}
Result cuMemPoolSetAccess(Pool* pool, const void* access, std::size_t count) {
  return call("cuMemPoolSetAccess", [&](Session& session) {
    cudart::set_access(session, known(pool), static_cast<const cudaMemAccessDesc*>(access), count);
  });
}
Result cuMemPoolGetAccess(int* flags, Pool* pool, const MemoryLocation* location) {
  return call("cuMemPoolGetAccess", [&](Session& session) {
    require(flags);
    require(location);
    *flags = cudart::access_of(session, known(pool), {static_cast<cudaMemLocationType>(location->type), location->id});
  });
}
}

}  // namespace forewarp::driver
