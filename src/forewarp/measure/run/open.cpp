// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/open.hpp"

#include <fmt/format.h>

#include "forewarp/measure/run/emulated/emulated.hpp"
#include "forewarp/measure/run/ptx_by_compiler.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {

std::unique_ptr<Device> open_device(std::string_view spec) {
  constexpr std::string_view emulated = "emulated:";
  if (spec.starts_with(emulated)) return open_emulated(device::find_device(spec.substr(emulated.size())));
  if (!names_hardware(spec))
    throw InputError(fmt::format(
        "'{}' names no device that can run a kernel: expected opencl:NUMBER or cuda:NUMBER ('forewarp devices "
        "--here' lists them), or emulated:NAME for times of a model",
        spec));
  return open_hardware(spec, ptx_by_compiler);
}

}  // namespace forewarp::run
