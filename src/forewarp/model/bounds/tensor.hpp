// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Products of tensor cores by what they multiply and what they add up in: each has a rate of its own on a device.
///
///     rate = throughput * tensor_hz / boost_hz * mma_sync_share      multiply-adds per SM and cycle at the boost clock
///
/// throughput by type: tensor_f16 for sums in half precision, tensor_f16_f32 for sums in single precision (GeForce
/// halves them), tensor_tf32, tensor_f64; 8-bit types go twice as fast as halves with the same sums. tensor_hz where a
/// data sheet states its tensor rates at a lower clock (H100). mma_sync_share for instructions of one warp, where only
/// those of a warp group reach the rate (Hopper). Every figure with its source: data/devices/.
#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model {

/// Multiply-adds over 32 lanes; of 8-bit types half, with sums in integers or half precision under f16.
struct TensorWork {
  double f16 = 0, f16_f32 = 0, tf32 = 0, f64 = 0;
};

/// Adds `instructions` warp instructions.
void add_tensor(TensorWork& work, const ptx::Mnemonic& mnemonic, double instructions);

/// Whether sums are in single precision: a type of the instruction is f32, or it multiplies bf16.
[[nodiscard]] bool adds_in_single(const ptx::Mnemonic& mnemonic);
/// Whether one warp executes it by itself: mma.sync and wmma, not wgmma.
[[nodiscard]] bool is_of_one_warp(const ptx::Mnemonic& mnemonic);

/// What `work` amounts to on a device: warp instructions of 32 multiply-adds that take as long at Throughput's
/// tensor_f16 and tensor_tf32 at the boost clock, and machine instructions of the other pipes where the device has no
/// tensor cores, or none for doubles.
struct TensorDemand {
  double f16 = 0, tf32 = 0, fp16 = 0, fp32 = 0, fp64 = 0;
};

/// of_one_warp: the part of `all` that single warps execute.
[[nodiscard]] TensorDemand tensor_demand(const TensorWork& all, const TensorWork& of_one_warp,
                                         const device::DeviceSpec& device);

}  // namespace forewarp::model
