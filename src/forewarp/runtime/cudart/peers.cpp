// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Devices that reach each other's memory.
#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Session;
using runtime::Status;

namespace {

/// All devices are alike, and reach each other's memory.
int value_between_devices(cudaDeviceP2PAttr attribute) {
  switch (attribute) {
    case cudaDevP2PAttrPerformanceRank:
    case cudaDevP2PAttrNativeAtomicSupported:
    case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
      return 0;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrCudaArrayAccessSupported:
      return 1;
  }
  throw CallFailed(Status::invalid_value, "an attribute of two devices that is not known");
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer) {
  return call("cudaDeviceGetP2PAttribute", [&](Session& session) {
    check_device(session, device);
    check_device(session, peer);
    if (device == peer) throw CallFailed(Status::invalid_device);
    if (!value) throw CallFailed(Status::invalid_value);
    *value = value_between_devices(attribute);
  });
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return call("cudaDeviceCanAccessPeer", [&](Session& session) {
    check_device(session, device);
    check_device(session, peer);
    require(can) = device != peer ? 1 : 0;
  });
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return call("cudaDeviceEnablePeerAccess", [&](Session& session) {
    check_device(session, peer);
    if (flags != 0) throw CallFailed(Status::invalid_value);
    if (peer == current_gpu()) throw CallFailed(Status::invalid_device);
    if (!process().peers.emplace(current_gpu(), peer).second) throw CallFailed(Status::peer_access_already_enabled);
  });
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return call("cudaDeviceDisablePeerAccess", [&](Session& session) {
    check_device(session, peer);
    if (process().peers.erase({current_gpu(), peer}) == 0) throw CallFailed(Status::peer_access_not_enabled);
  });
}
}
