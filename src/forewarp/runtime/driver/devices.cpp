// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cuInit, devices and their properties: those of the data sheet of the first device that is named.
#include <cstdio>
#include <string>

#include "forewarp/runtime/cudart/attributes.hpp"
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

void check_gpu(const Session& session, int gpu) {
  if (gpu < 0 || gpu >= session.options().gpus) throw CallFailed(Status::invalid_device);
}

int attribute(const Session& session, int gpu, int which) {
  check_gpu(session, gpu);
  const std::optional<int> value = cudart::attribute_of(session.device(), session.options().place_of(gpu), which);
  if (!value)
    throw DriverError(Result::invalid_value, "device attribute " + std::to_string(which) + " is not known to forewarp");
  return *value;
}

/// The data sheet's name, as the driver writes it.
std::string full_name(const Session& session) {
  const std::string& name = session.device().name;
  return name.starts_with("NVIDIA") ? name : "NVIDIA " + name;
}

DeviceProperties properties(const Session& session, int gpu) {
  const auto a = [&](int which) { return attribute(session, gpu, which); };
  return {a(1), {a(2), a(3), a(4)}, {a(5), a(6), a(7)}, a(8), a(9), a(10), a(11), a(12), a(13), a(14)};
}

}  // namespace

extern "C" {

Result cuInit(unsigned flags) {
  cudart::Process& p = cudart::process();
  const std::lock_guard lock(p.lock);
  if (flags != 0) return Result::invalid_value;
  if (!p.session()) return p.forked ? Result::not_initialized : Result::no_device;
  state().initialised = true;
  return Result::success;
}
Result cuDriverGetVersion(int* out) {
  if (!out) return Result::invalid_value;
  *out = version;
  return Result::success;
}
Result cuDeviceGetCount(int* count) {
  return call("cuDeviceGetCount", [&](Session& session) { require(count) = session.options().gpus; });
}
Result cuDeviceGet(int* device, int ordinal) {
  return call("cuDeviceGet", [&](Session& session) {
    check_gpu(session, ordinal);
    require(device) = ordinal;
  });
}
Result cuDeviceGetName(char* name, int bytes, int device) {
  return call("cuDeviceGetName", [&](Session& session) {
    check_gpu(session, device);
    std::snprintf(&require(name), static_cast<std::size_t>(bytes), "%s", full_name(session).c_str());
  });
}
Result cuDeviceGetUuid(Uuid* uuid, int device) {
  return call("cuDeviceGetUuid", [&](Session& session) {
    check_gpu(session, device);
    require(uuid) = {};
    uuid->bytes[0] = static_cast<char>(session.options().place_of(device) + 1);
  });
}
Result cuDeviceGetUuid_v2(Uuid* uuid, int device) { return cuDeviceGetUuid(uuid, device); }
Result cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  return call("cuDeviceTotalMem", [&](Session& session) {
    check_gpu(session, device);
    require(bytes) = static_cast<std::size_t>(session.device().dram_bytes);
  });
}
Result cuDeviceGetAttribute(int* value, int which, int device) {
  return call("cuDeviceGetAttribute", [&](Session& session) {
    require(value);
    *value = attribute(session, device, which);
  });
}
Result cuDeviceGetProperties(DeviceProperties* out, int device) {
  return call("cuDeviceGetProperties", [&](Session& session) { require(out) = properties(session, device); });
}
Result cuDeviceGetTexture1DLinearMaxWidth(std::size_t* width, unsigned, unsigned, int device) {
  return call("cuDeviceGetTexture1DLinearMaxWidth", [&](Session& session) {
    constexpr int linear_width = 69;
    require(width) = static_cast<std::size_t>(attribute(session, device, linear_width));
  });
}
Result cuDeviceComputeCapability(int* major, int* minor, int device) {
  return call("cuDeviceComputeCapability", [&](Session& session) {
    require(major) = attribute(session, device, 75);
    require(minor) = attribute(session, device, 76);
  });
}
Result cuDeviceGetPCIBusId(char* id, int bytes, int device) {
  return call("cuDeviceGetPCIBusId", [&](Session& session) {
    check_gpu(session, device);
    std::snprintf(&require(id), static_cast<std::size_t>(bytes), "0000:%02x:00.0",
                  static_cast<unsigned>(session.options().place_of(device) + 1));
  });
}
Result cuDeviceGetByPCIBusId(int* device, const char* id) {
  return call("cuDeviceGetByPCIBusId", [&](Session& session) {
    unsigned bus = 0;
    if (!id || (std::sscanf(id, "%*x:%x:", &bus) != 1 && std::sscanf(id, "%x:", &bus) != 1))
      throw DriverError(Result::invalid_value);
    const int gpu = session.options().gpu_at(static_cast<int>(bus) - 1);
    check_gpu(session, gpu);
    require(device) = gpu;
  });
}
Result cuDeviceCanAccessPeer(int* can, int device, int peer) {
  return call("cuDeviceCanAccessPeer", [&](Session& session) {
    check_gpu(session, device);
    check_gpu(session, peer);
    require(can) = device != peer ? 1 : 0;
  });
}
/// Ranks of links are alike; access and atomics are there.
Result cuDeviceGetP2PAttribute(int* value, int which, int device, int peer) {
  return call("cuDeviceGetP2PAttribute", [&](Session& session) {
    constexpr int rank = 1, access = 2;
    check_gpu(session, device);
    check_gpu(session, peer);
    if (device == peer) throw CallFailed(Status::invalid_device);
    require(value) = which == rank ? 0 : which == access ? 1 : 0;
  });
}
}

}  // namespace forewarp::driver
