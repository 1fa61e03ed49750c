// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/hardware.hpp"

#include <charconv>

#include <fmt/format.h>

#include "forewarp/measure/run/cuda/compile.hpp"
#include "forewarp/measure/run/opencl/platforms.hpp"
#include "forewarp/measure/run/power.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

/// Listing never fails: what cannot be opened becomes a line with the reason, since the reader
/// asked what is here.
void list_opencl(Hardware& hardware) {
  try {
    for (opencl::Found& found : opencl::devices()) hardware.devices.push_back(std::move(found.info));
    if (hardware.devices.empty())
      hardware.missing.push_back(
          {"OpenCL", "the loader is here, but no driver (Debian: pocl-opencl-icd is one for CPUs)"});
  } catch (const Error& error) {
    hardware.missing.push_back({"OpenCL", error.what()});
  }
}

void list_cuda(Hardware& hardware) {
  try {
    for (DeviceInfo& info : cuda::devices()) hardware.devices.push_back(std::move(info));
    if (!cuda::nvrtc_version())
      hardware.missing.push_back({"NVRTC", "libnvrtc.so is not here: CUDA C++ needs nvcc or clang, or comes as PTX"});
  } catch (const Error& error) {
    hardware.missing.push_back({"CUDA", error.what()});
  }
}

/// The first meter that cannot be opened gives the reason; it is the same for the other GPUs.
void list_power(Hardware& hardware) {
  for (const DeviceInfo& info : hardware.devices) {
    if (info.pci_bus.empty()) continue;
    try {
      (void)open_nvml(info.pci_bus);
    } catch (const Unavailable& error) {
      hardware.missing.push_back({"NVML", error.what()});
      return;
    }
  }
}

std::size_t number_of(std::string_view spec, std::string_view digits) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  // "cuda:" and "cuda:1x" are refused alike: the whole rest must be a number.
  if (error != std::errc{} || end != digits.data() + digits.size())
    throw InputError(fmt::format("device '{}': expected a number after the colon, as in opencl:0", spec));
  return number;
}

}  // namespace

Hardware list_hardware() {
  Hardware hardware;
  list_opencl(hardware);
  list_cuda(hardware);
  list_power(hardware);
  return hardware;
}

bool names_hardware(std::string_view spec) { return spec.starts_with("opencl:") || spec.starts_with("cuda:"); }

std::unique_ptr<Device> open_hardware(std::string_view spec, cuda::Compiler otherwise) {
  if (spec.starts_with("opencl:")) return opencl::open(number_of(spec, spec.substr(7)));
  if (spec.starts_with("cuda:")) return cuda::open(number_of(spec, spec.substr(5)), std::move(otherwise));
  throw InputError(fmt::format("there is no device '{}': expected opencl:NUMBER or cuda:NUMBER", spec));
}

}  // namespace forewarp::run
