// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/run/hardware.hpp"

#include <charconv>

#include <fmt/format.h>

#include "forewarp/run/opencl/platforms.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

void list_opencl(Hardware& hardware) {
  try {
    for (opencl::Found& found : opencl::devices()) hardware.devices.push_back(std::move(found.info));
    if (hardware.devices.empty())
      hardware.missing.push_back(
          {"OpenCL", "the loader is here, but no driver (Debian: pocl-opencl-icd is one for CPUs)"});
  } catch (const Unavailable& error) {
    hardware.missing.push_back({"OpenCL", error.what()});
  }
}

std::size_t number_of(std::string_view spec, std::string_view digits) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size())
    throw InputError(fmt::format("device '{}': expected a number after the colon, as in opencl:0", spec));
  return number;
}

}  // namespace

Hardware list_hardware() {
  Hardware hardware;
  list_opencl(hardware);
  return hardware;
}

bool names_hardware(std::string_view spec) { return spec.starts_with("opencl:") || spec.starts_with("cuda:"); }

std::unique_ptr<Device> open_hardware(std::string_view spec) {
  if (spec.starts_with("opencl:")) return opencl::open(number_of(spec, spec.substr(7)));
  throw InputError(fmt::format("there is no device '{}': expected opencl:NUMBER or cuda:NUMBER", spec));
}

}  // namespace forewarp::run
