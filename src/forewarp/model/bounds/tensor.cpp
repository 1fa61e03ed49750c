// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/tensor.hpp"

#include <algorithm>

#include "forewarp/model/bounds/expansion.hpp"

namespace forewarp::model {
namespace {

/// Without tensor cores the arithmetic pipes execute each multiply-add, two halves per instruction where they can.
void add_to_plain_lanes(TensorDemand& d, double halves, double singles, const device::Throughput& t) {
  if (t.fp16 > 0)
    d.fp16 += halves / 2;
  else
    d.fp32 += halves;
  d.fp32 += singles;
}

}  // namespace

/// In units of f16 multiply-adds: eight-bit types run at twice the rate, so each counts as half.
void add_tensor(TensorWork& work, const ptx::Mnemonic& mnemonic, double instructions) {
  const double multiply_adds = instructions * tensor_multiply_adds(mnemonic);
  double& halves = adds_in_single(mnemonic) ? work.f16_f32 : work.f16;
  switch (tensor_type(mnemonic)) {
    case TensorType::f16:
      halves += multiply_adds;
      break;
    case TensorType::tf32:
      work.tf32 += multiply_adds;
      break;
    case TensorType::bits8:
      halves += multiply_adds / 2;
      break;
    case TensorType::f64:
      work.f64 += multiply_adds;
      break;
  }
}

// ".f32.f16.f16.f32" of mma, ".f32.f16.f16" of wgmma, ".f32.f32" of wmma.
bool adds_in_single(const ptx::Mnemonic& mnemonic) {
  return mnemonic.has(ptx::Type::f32) || mnemonic.has(ptx::Type::bf16);
}

bool is_of_one_warp(const ptx::Mnemonic& mnemonic) { return mnemonic.opcode != ptx::Opcode::wgmma; }

/// Converted to the equivalent work at the full rate: slower clocks, accumulation in single precision and instructions
/// of one warp (mma.sync on a GPU with wgmma reaches only mma_sync_share) each increase it.
TensorDemand tensor_demand(const TensorWork& all, const TensorWork& of_one_warp, const device::DeviceSpec& device) {
  const device::Throughput& t = device.throughput;
  const double slower = device.tensor_hz > 0 ? device.boost_hz / device.tensor_hz : 1;
  const auto time = [&](double TensorWork::*part) {  // as work at the full rate
    return slower * (all.*part + of_one_warp.*part * (1 / device.mma_sync_share - 1));
  };
  TensorDemand d;
  d.fp64 = all.f64 * (t.tensor_f64 > 0 ? t.fp64 / t.tensor_f64 : 1);
  if (t.tensor_f16 > 0) {
    const double wide = t.tensor_f16_f32 > 0 ? std::max(1.0, t.tensor_f16 / t.tensor_f16_f32) : 1;
    d.f16 = time(&TensorWork::f16) + wide * time(&TensorWork::f16_f32);
  } else {
    add_to_plain_lanes(d, all.f16 + all.f16_f32, 0, t);
  }
  if (t.tensor_tf32 > 0)
    d.tf32 = time(&TensorWork::tf32);
  else
    add_to_plain_lanes(d, 0, all.tf32, t);
  return d;
}

}  // namespace forewarp::model
