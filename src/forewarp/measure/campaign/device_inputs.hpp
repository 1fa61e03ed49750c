// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a model over several devices reads of a device, and of the bounds model on it, so that a device that has never
/// been measured gets a prediction: its data sheet in figures, the bounds model's prediction, and which of its terms it
/// is made of.
///
///     bounds_runtime_s        the bounds model's prediction, s
///     bounds_<resource>       a resource's time alone over that ("bounds_dram", "bounds_fp32", "bounds_latency", ...)
///     bounds_waves            blocks over blocks resident at once
///     bounds_occupancy        achieved
///     device_<figure>         of the data sheet
///     core_clock, memory_clock  at which it runs, MHz
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::campaign {

inline constexpr std::string_view bounds_input = "bounds_runtime_s";
inline constexpr std::string_view tdp_input = "device_tdp_w";
inline constexpr std::string_view core_clock_input = "core_clock", memory_clock_input = "memory_clock";

/// At which a launch was measured or is asked for.
struct Clocks {
  double core_mhz = 0;
  double memory_mhz = 0;  ///< 0: that of the data sheet
};
/// "1380/877" and "1380" back. Throws InputError saying what is expected.
[[nodiscard]] Clocks clocks_from(std::string_view text);
/// "1380/877", or "1380" without a clock of the memory.
[[nodiscard]] std::string clock_text(const Clocks& clocks);
/// device::at_clocks(), nothing boosting beyond them. Throws InputError for clocks that no GPU has (below 50 MHz or
/// above 50 GHz).
[[nodiscard]] device::DeviceSpec at(const device::DeviceSpec& device, const Clocks& clocks);

using DeviceFacts = std::map<std::string, double, std::less<>>;

/// Of the bounds model, in a fixed order, bounds_runtime_s first.
[[nodiscard]] const std::vector<std::string>& bounds_inputs();
/// Of the data sheet.
[[nodiscard]] const std::vector<std::string>& sheet_inputs();
/// The clocks, for models that were trained at several. They belong to no data sheet: a table has them as columns.
[[nodiscard]] const std::vector<std::string>& clock_inputs();
[[nodiscard]] bool is_device_input(std::string_view name);

/// All of these; the clocks are those of the device. A term that the model has no time for is 0.
[[nodiscard]] DeviceFacts device_facts(const model::Prediction& prediction, const device::DeviceSpec& device);

}  // namespace forewarp::campaign
