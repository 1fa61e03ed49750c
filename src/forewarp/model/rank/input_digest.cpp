// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/input_digest.hpp"

#include <algorithm>
#include <vector>

#include "forewarp/emulate/profile/stored.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/model/device/device_text.hpp"
#include "forewarp/model/rank/configure.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::rank {
namespace {

constexpr std::size_t max_compiled = 16;

/// Empty where none of them compiles.
std::string first_key(const RankOptions& options, std::span<const Configuration> points) {
  source::Compiler compiler;
  for (const Configuration& point : points.first(std::min(points.size(), max_compiled))) {
    try {
      const kernel::Kernel kernel = kernel::load(configured(options.request, point), compiler);
      return profile::profile_key(kernel.code.ptx, kernel.launch, options.profile);
    } catch (const InputError&) {
      continue;  // its reason will be in its row
    }
  }
  return "";
}

}  // namespace

std::string input_digest(const RankOptions& options, std::span<const device::DeviceSpec> devices) {
  std::string text;
  for (const device::DeviceSpec& device : devices) text += device::device_text(device);
  const std::vector<Configuration> points = configurations(options.space);
  for (const Configuration& point : points)
    for (const auto& [name, value] : point) text += name + "=" + value + "\n";
  return digest(text + first_key(options, points));
}

}  // namespace forewarp::rank
