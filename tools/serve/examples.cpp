// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::serve {
namespace {

using Json = nlohmann::ordered_json;

/// One of each kind that is limited by something else, the simplest first.
constexpr std::array<std::string_view, 12> names{
    "saxpy",     "transpose_naive", "transpose_tiled", "matmul_tiled", "sgemm_registers",      "gemm_f16_mma",
    "reduction", "softmax_rows",    "stencil5_shared", "spmv_csr",     "attention_flash_like", "histogram_global"};

Json device_json(const device::DeviceSpec& device) {
  return {{"name", device.name},
          {"architecture", device.architecture},
          {"year", device.year},
          {"clock_mhz", std::round(device.boost_hz * 1e-6)}};
}

/// clang where it is here: nvcc takes several times as long.
std::string quickest_compiler() {
  try {
    (void)source::find_toolchain(source::CompilerChoice::clang, source::Language::cuda);
    return "clang";
  } catch (const Unavailable&) {
    return "nvcc";
  }
}

}  // namespace

nlohmann::ordered_json start_json() {
  Json examples = Json::array(), devices = Json::array();
  for (const std::string_view name : names) {
    const auto file = shipped_file(fmt::format("kernels/{}/launch.toml", name));
    examples.push_back({{"name", name}, {"title", launch::read_description(file).summary}});
  }
  for (const device::DeviceSpec& device : device::shipped_devices()) devices.push_back(device_json(device));
  return {{"examples", std::move(examples)}, {"devices", std::move(devices)}, {"compiler", quickest_compiler()}};
}

nlohmann::ordered_json example_json(std::string_view name) {
  if (std::ranges::find(names, name) == names.end()) throw InputError(fmt::format("there is no example '{}'", name));
  const auto folder = shipped_file(fmt::format("kernels/{}", name));
  return {{"name", "kernel.cu"},
          {"source", read_file(folder / "kernel.cu")},
          {"launch", read_file(folder / "launch.toml")}};
}

}  // namespace forewarp::serve
