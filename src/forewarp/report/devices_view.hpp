// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is known of GPUs: a line a device, or one device with every figure and where it is from.
///
///     device  architecture   cc  SMs     boost     FP32         DRAM  bandwidth     L2    TDP
///     V100    Volta         7.0   80  1530 MHz  15.7 TF  16 GiB HBM2   900 GB/s  6 MiB  300 W
///     MI100   CDNA            -  120  1502 MHz  23.1 TF  32 GiB HBM2  1229 GB/s  8 MiB  300 W
///
///     V100 (Tesla V100, V100 SXM2)
///     nvidia Volta, compute capability 7.0
///
///       figure     value  unit                    source
///       sms           80  SMs or compute units        1
///       boost_mhz   1530  MHz                         1
///       ...
///
///       1  NVIDIA Tesla V100 (SXM2) data sheet and architecture whitepaper
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::report {

[[nodiscard]] std::string devices_text(std::span<const device::DeviceSpec> devices);
/// Every figure of one device with the number of its source, and the sources below.
[[nodiscard]] std::string device_text(const device::DeviceSpec& device);
/// An array; each device with "figures" (key -> {value, unit, source}), keys and units as in the TOML files.
[[nodiscard]] nlohmann::json devices_json(std::span<const device::DeviceSpec> devices);
/// One row a device, one column a figure, columns named as the keys of the TOML files.
[[nodiscard]] std::string devices_csv(std::span<const device::DeviceSpec> devices);

}  // namespace forewarp::report
