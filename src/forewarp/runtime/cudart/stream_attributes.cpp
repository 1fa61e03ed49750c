// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Attributes of streams. They are hints (which memory L2 shall keep, how the host waits): a stream tells what it was
// told, and nothing else follows from it.
#include "forewarp/runtime/cudart/process.hpp"
#include "forewarp/runtime/cudart/stream_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Session;
using runtime::Status;

namespace {

using Attributes = std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue>;

/// Calls hold the session's lock.
Attributes& attributes_of(Session& session, cudaStream_t stream) {
  static std::map<runtime::StreamId, Attributes> all;
  return all[target_of(session, stream).stream];
}

void check(cudaLaunchAttributeID id) {
  const bool known = id == cudaLaunchAttributeAccessPolicyWindow || id == cudaLaunchAttributeSynchronizationPolicy ||
                     id == cudaLaunchAttributePriority;
  if (!known)
    throw CallFailed(Status::invalid_value, "streams have access policy windows, synchronization policies, priorities");
}

}  // namespace

extern "C" {

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                   const cudaLaunchAttributeValue* value) {
  return call("cudaStreamSetAttribute", [&](Session& session) {
    check(id);
    if (!value) throw CallFailed(Status::invalid_value);
    attributes_of(session, stream)[id] = *value;
  });
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID id, cudaLaunchAttributeValue* value) {
  return call("cudaStreamGetAttribute", [&](Session& session) {
    check(id);
    if (!value) throw CallFailed(Status::invalid_value);
    const Attributes& set = attributes_of(session, stream);
    const auto found = set.find(id);
    *value = found == set.end() ? cudaLaunchAttributeValue{} : found->second;
    if (id == cudaLaunchAttributePriority && found == set.end()) value->priority = priority_of(session, stream);
  });
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return call("cudaStreamCopyAttributes",
              [&](Session& session) { attributes_of(session, to) = Attributes(attributes_of(session, from)); });
}
cudaError_t cudaCtxResetPersistingL2Cache() {
  return call("cudaCtxResetPersistingL2Cache", [](Session&) {});
}

}  // extern "C"
