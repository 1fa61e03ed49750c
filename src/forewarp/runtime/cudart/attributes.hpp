// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The numbers by which CUDA describes a device, from its data sheet.
#include <optional>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::cudart {

/// CUdevice_attribute (the runtime API's cudaDeviceAttr has the same numbers); empty where forewarp does not know it.
/// place: the device's number in the machine.
[[nodiscard]] std::optional<int> attribute_of(const device::DeviceSpec& device, int place, int attribute);

}  // namespace forewarp::cudart
