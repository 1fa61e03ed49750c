// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Where managed memory is to lie, as in the runtime API (cudart/managed.cpp).
#include "forewarp/runtime/cudart/managed.hpp"

#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

const void* memory_at(DevicePointer address) { return reinterpret_cast<const void*>(address); }

int place_of(const MemoryLocation& l) {
  constexpr int device = 1;
  return l.type == device ? l.id : runtime::ManagedAdvice::host;
}

Result advise(const char* name, DevicePointer address, std::size_t bytes, int advice, int device) {
  return call_in_context(name, [&](Session& session) {
    cudart::advise(session, memory_at(address), bytes, static_cast<cudaMemoryAdvise>(advice), device);
  });
}
Result prefetch(const char* name, DevicePointer address, std::size_t bytes, int device, Stream stream) {
  return call_in_context(name, [&](Session& session) {
    (void)target_of(session, stream);
    cudart::prefetch(session, memory_at(address), bytes, device);
  });
}

}  // namespace

extern "C" {

Result cuMemAdvise(DevicePointer address, std::size_t bytes, int advice, int device) {
  return advise("cuMemAdvise", address, bytes, advice, device);
}
Result cuMemAdvise_v2(DevicePointer address, std::size_t bytes, int advice, MemoryLocation place) {
  return advise("cuMemAdvise", address, bytes, advice, place_of(place));
}
Result cuMemPrefetchAsync(DevicePointer address, std::size_t bytes, int device, Stream stream) {
  return prefetch("cuMemPrefetchAsync", address, bytes, device, stream);
}
Result cuMemPrefetchAsync_v2(DevicePointer address, std::size_t bytes, MemoryLocation place, unsigned, Stream stream) {
  return prefetch("cuMemPrefetchAsync", address, bytes, place_of(place), stream);
}
Result cuMemRangeGetAttribute(void* data, std::size_t data_bytes, int which, DevicePointer address, std::size_t bytes) {
  return call_in_context("cuMemRangeGetAttribute", [&](Session& session) {
    cudart::get_advice(session, data, data_bytes, static_cast<cudaMemRangeAttribute>(which), memory_at(address),
                       bytes);
  });
}
Result cuMemRangeGetAttributes(void** data, std::size_t* data_bytes, int* which, std::size_t count,
                               DevicePointer address, std::size_t bytes) {
  return call_in_context("cuMemRangeGetAttributes", [&](Session& session) {
    if (!data || !data_bytes || !which || count == 0) throw DriverError(Result::invalid_value);
    for (std::size_t i = 0; i < count; ++i)
      cudart::get_advice(session, data[i], data_bytes[i], static_cast<cudaMemRangeAttribute>(which[i]),
                         memory_at(address), bytes);
  });
}
}

}  // namespace forewarp::driver
