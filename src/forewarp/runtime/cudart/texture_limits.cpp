// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/cudart/texture_limits.hpp"

#include <algorithm>

namespace forewarp::cudart {
namespace {

/// By compute capability 3.x, 5.x, and 6.0 and later.
struct Limit {
  int attribute;
  std::array<int, 3> values;
};

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; what it does not list (mipmaps,
/// alternate 3-D extents, pitch) as the driver reports it. In the order of cudaDeviceProp.
constexpr std::array<Limit, texture_limits> limits = {{
    {21, {65536, 65536, 131072}},                                     // 1-D
    {77, {16384, 16384, 32768}},                                      // with mipmaps
    {69, {1 << 27, 1 << 27, 1 << 28}},                                // of linear memory
    {22, {65536, 65536, 131072}},                                     // 2-D
    {23, {65536, 65536, 65536}},       {73, {16384, 16384, 32768}},   // with mipmaps
    {74, {16384, 16384, 32768}},       {70, {65000, 65000, 131072}},  // of linear memory
    {71, {65000, 65000, 65000}},       {72, {1048544, 1048544, 2097120}},
    {45, {16384, 16384, 32768}},                                   // from which four texels are gathered
    {46, {16384, 16384, 32768}},       {24, {4096, 4096, 16384}},  // 3-D
    {25, {4096, 4096, 16384}},         {26, {4096, 4096, 16384}},
    {47, {2048, 2048, 8192}},  // deeper, in place of that
    {48, {2048, 2048, 8192}},          {49, {16384, 16384, 32768}},
    {52, {16384, 16384, 32768}},                                     // cubemap
    {42, {16384, 16384, 32768}},                                     // layers of 1-D
    {43, {2048, 2048, 2048}},          {27, {16384, 16384, 32768}},  // layers of 2-D
    {28, {16384, 16384, 32768}},       {29, {2048, 2048, 2048}},
    {53, {16384, 16384, 32768}},                                     // layers of cubemaps
    {54, {2046, 2046, 2046}},          {55, {65536, 16384, 32768}},  // surfaces: 1-D
    {56, {65536, 65536, 131072}},                                    // 2-D
    {57, {32768, 65536, 65536}},       {58, {65536, 4096, 16384}},   // 3-D
    {59, {32768, 4096, 16384}},        {60, {2048, 4096, 16384}},
    {61, {65536, 16384, 32768}},                                     // layers of 1-D
    {62, {2048, 2048, 2048}},          {63, {65536, 16384, 32768}},  // layers of 2-D
    {64, {32768, 16384, 32768}},       {65, {2048, 2048, 2048}},
    {66, {32768, 16384, 32768}},  // cubemap
    {67, {32768, 16384, 32768}},  // layers of cubemaps
    {68, {2046, 2046, 2046}},
}};

int value_on(const device::DeviceSpec& device, const Limit& limit) {
  const unsigned capability = device.compute_capability;
  return limit.values[capability >= 60 ? 2 : capability >= 50 ? 1 : 0];
}

}  // namespace

std::optional<int> texture_limit(const device::DeviceSpec& device, int attribute) {
  const auto* limit = std::ranges::find(limits, attribute, &Limit::attribute);
  if (limit == limits.end()) return std::nullopt;
  return value_on(device, *limit);
}

std::array<int, texture_limits> texture_limits_of(const device::DeviceSpec& device) {
  std::array<int, texture_limits> out{};
  std::ranges::transform(limits, out.begin(), [&](const Limit& l) { return value_on(device, l); });
  return out;
}

}  // namespace forewarp::cudart
