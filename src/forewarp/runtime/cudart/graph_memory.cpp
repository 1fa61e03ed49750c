// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The memory that launches of graphs have from a device.
#include <cstring>

#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Session;
using runtime::Status;

namespace {

Session::GraphMemory& memory_of(Session& session, int device) {
  if (device < 0 || device >= session.options().gpus) throw CallFailed(Status::invalid_device);
  return session.graph_memory(device);
}

std::uint64_t& counter_of(Session::GraphMemory& memory, cudaGraphMemAttributeType attribute) {
  switch (attribute) {
    case cudaGraphMemAttrUsedMemCurrent:
      return memory.used;
    case cudaGraphMemAttrUsedMemHigh:
      return memory.used_high;
    case cudaGraphMemAttrReservedMemCurrent:
      return memory.reserved;
    case cudaGraphMemAttrReservedMemHigh:
      return memory.reserved_high;
  }
  throw CallFailed(Status::invalid_value, "an attribute of graphs' memory that is not known");
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  return call("cudaDeviceGetGraphMemAttribute", [&](Session& session) {
    if (!value) throw CallFailed(Status::invalid_value);
    std::memcpy(value, &counter_of(memory_of(session, device), attribute), sizeof(std::uint64_t));
  });
}
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  return call("cudaDeviceSetGraphMemAttribute", [&](Session& session) {
    Session::GraphMemory& memory = memory_of(session, device);
    const bool is_high = attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
    std::uint64_t wanted = 1;
    if (value) std::memcpy(&wanted, value, sizeof wanted);
    if (!is_high || wanted != 0) throw CallFailed(Status::invalid_value, "only the highest counts can be set, to 0");
    counter_of(memory, attribute) = attribute == cudaGraphMemAttrUsedMemHigh ? memory.used : memory.reserved;
  });
}
cudaError_t cudaDeviceGraphMemTrim(int device) {
  return call("cudaDeviceGraphMemTrim", [&](Session& session) {
    Session::GraphMemory& memory = memory_of(session, device);
    memory.reserved = memory.used;
  });
}
}
