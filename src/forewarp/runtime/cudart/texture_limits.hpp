// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <optional>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::cudart {

/// The largest extents of textures and surfaces, by CUdevice_attribute; nothing for attributes of something else.
[[nodiscard]] std::optional<int> texture_limit(const device::DeviceSpec& device, int attribute);

/// Those of cudaDeviceProp, from maxTexture1D to maxSurfaceCubemapLayered, in the order of CUDA 12.
inline constexpr std::size_t texture_limits = 40;
/// The one that CUDA 13 left out: maxTexture1DLinear.
inline constexpr std::size_t linear_texture_limit = 2;
[[nodiscard]] std::array<int, texture_limits> texture_limits_of(const device::DeviceSpec& device);

}  // namespace forewarp::cudart
