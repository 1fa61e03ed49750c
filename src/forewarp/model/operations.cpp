// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/operations.hpp"

#include <algorithm>
#include <numeric>

#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/model/bounds/expansion.hpp"
#include "forewarp/model/bounds/roof.hpp"
#include "forewarp/model/bounds/tensor.hpp"

namespace forewarp::model {
namespace {

constexpr std::array<std::string_view, float_unit_count> unit_names = {"fp32",
                                                                       "fp64",
                                                                       "fp16",
                                                                       "f16 tensor",
                                                                       "f16 tensor (sums in f32)",
                                                                       "tf32 tensor",
                                                                       "8-bit tensor",
                                                                       "8-bit tensor (sums in f32)",
                                                                       "f64 tensor"};

bool has_clock_of_its_own(FloatUnit unit) {
  return unit >= FloatUnit::tensor_f16 && unit <= FloatUnit::tensor_8bit_f32;
}

FloatUnit tensor_unit(const ptx::Mnemonic& mnemonic) {
  const bool in_single = adds_in_single(mnemonic);
  switch (tensor_type(mnemonic)) {
    case TensorType::f16:
      return in_single ? FloatUnit::tensor_f16_f32 : FloatUnit::tensor_f16;
    case TensorType::tf32:
      return FloatUnit::tensor_tf32;
    case TensorType::bits8:
      return in_single ? FloatUnit::tensor_8bit_f32 : FloatUnit::tensor_8bit;
    case TensorType::f64:
      break;
  }
  return FloatUnit::tensor_f64;
}

FloatUnit plain_unit(ptx::Type type) {
  if (type == ptx::Type::f64) return FloatUnit::fp64;
  return type == ptx::Type::f32 || type == ptx::Type::f32x2 ? FloatUnit::fp32 : FloatUnit::fp16;
}

}  // namespace

std::string_view name_of(FloatUnit unit) { return unit_names[static_cast<std::size_t>(unit)]; }

void add_operations(Operations& operations, const ptx::Mnemonic& mnemonic, double warps, double threads) {
  constexpr double lanes = 32;
  const auto add = [&](FloatUnit unit, double count) { operations[static_cast<std::size_t>(unit)] += count; };
  if (ptx::is_tensor(mnemonic.opcode))
    return add(tensor_unit(mnemonic), 2 * lanes * warps * tensor_multiply_adds(mnemonic));
  const unsigned each = ptx::floating_operations(mnemonic.opcode, mnemonic.type());
  if (each > 0) add(plain_unit(mnemonic.type()), each * threads);
}

double total(const Operations& operations) { return std::accumulate(operations.begin(), operations.end(), 0.0); }

FloatUnit busiest_unit(const Operations& operations) {
  return static_cast<FloatUnit>(std::max_element(operations.begin(), operations.end()) - operations.begin());
}

double peak_operations(const device::DeviceSpec& d, FloatUnit unit) {
  const device::Throughput& t = d.throughput;
  const double sums_in_f32 = t.tensor_f16_f32 > 0 ? std::min(t.tensor_f16_f32, t.tensor_f16) : t.tensor_f16;
  const double fp32 = std::max(t.fp32, t.fp32_packed), fp16 = t.fp16 > 0 ? t.fp16 : t.fp32;
  const double f16_tensor = t.tensor_f16, fp64_tensor = t.tensor_f64 > 0 ? t.tensor_f64 : t.fp64;
  const std::array<double, float_unit_count> multiply_adds = {
      fp32, t.fp64, fp16, f16_tensor, sums_in_f32, t.tensor_tf32, 2 * f16_tensor, 2 * sums_in_f32, fp64_tensor};
  const double slower = has_clock_of_its_own(unit) && d.tensor_hz > 0 ? d.tensor_hz / d.boost_hz : 1;
  return 2 * multiply_adds[static_cast<std::size_t>(unit)] * d.sms * peak_clock(d) * slower;
}

FloatUnit unit_on(const device::DeviceSpec& device, FloatUnit unit) {
  if (peak_operations(device, unit) > 0) return unit;
  return unit != FloatUnit::tensor_tf32 && device.throughput.fp16 > 0 ? FloatUnit::fp16 : FloatUnit::fp32;
}

}  // namespace forewarp::model
