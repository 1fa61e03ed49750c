// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Floating-point operations by the unit that executes them, and how many of them a device does per second at most.
///
///     peak = 2 * throughput * SMs * clock           operations per second; an FMA counts as two operations
///
/// The clock is that of the roofs (bounds/roof.hpp); tensor rates that a data sheet states at a lower clock have that
/// one. Units without a figure of their own: bounds/tensor.hpp.
#include <array>
#include <cstdint>
#include <string_view>

#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model {

/// What a multiply-add runs on; each has a peak of its own.
enum class FloatUnit : std::uint8_t {
  fp32,
  fp64,
  fp16,
  tensor_f16,
  tensor_f16_f32,
  tensor_tf32,
  tensor_8bit,
  tensor_8bit_f32,
  tensor_f64,
  count
};
inline constexpr std::size_t float_unit_count = static_cast<std::size_t>(FloatUnit::count);
/// "fp32", "f16 tensor (sums in f32)".
[[nodiscard]] std::string_view name_of(FloatUnit unit);

/// Operations of all threads of a launch, by unit.
using Operations = std::array<double, float_unit_count>;

/// Adds what an instruction does that `warps` warps and `threads` threads execute: two operations for a multiply-add,
/// one for each half of a packed pair.
void add_operations(Operations& operations, const ptx::Mnemonic& mnemonic, double warps, double threads);
[[nodiscard]] double total(const Operations& operations);
/// The one that most of the operations run on.
[[nodiscard]] FloatUnit busiest_unit(const Operations& operations);

/// Operations per second; 0 where the device has no such unit.
[[nodiscard]] double peak_operations(const device::DeviceSpec& device, FloatUnit unit);
/// Of a device without the unit the one that executes its operations: packed halves or single precision.
[[nodiscard]] FloatUnit unit_on(const device::DeviceSpec& device, FloatUnit unit);

}  // namespace forewarp::model
