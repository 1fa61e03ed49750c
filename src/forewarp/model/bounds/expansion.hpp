// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From PTX to machine instructions: the class of a PTX instruction, and what one of that class costs on a generation
/// of hardware (expansion.def). PTX is virtual: a 64-bit add is two adds, a division is a page of code, a parameter is
/// an operand that costs nothing.
#include <array>
#include <cstdint>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model {

enum class OpClass : std::uint8_t {
#define FOREWARP_OP(name, kepler, maxwell, volta) name,
#include "forewarp/model/bounds/expansion.def"
#undef FOREWARP_OP
  count
};
inline constexpr std::size_t op_class_count = static_cast<std::size_t>(OpClass::count);

enum class Generation : std::uint8_t { kepler, maxwell, volta };

/// Warp instructions by pipe.
struct Slots {
  double issue = 0, fp16 = 0, fp32 = 0, fp64 = 0, int_add = 0, int_mul = 0, shift = 0, special = 0, convert = 0,
         shuffle = 0;
};

[[nodiscard]] OpClass op_class(const profile::InstructionCount& instruction);
/// AMD devices count as the newest: full-rate 32-bit multiplies, no XMAD.
[[nodiscard]] Generation generation_of(const device::DeviceSpec& device);
/// Slots of fp16 that an instruction on bfloats takes: two on compute capability 8.0, which has 256 results on halves a
/// cycle and SM and 128 on bfloats (CUDA C++ Programming Guide, "Arithmetic Instructions"; A100 whitepaper: 78 and 39
/// TFLOP/s), one elsewhere.
[[nodiscard]] double slots_of_bfloats(const device::DeviceSpec& device);
[[nodiscard]] const std::array<Slots, op_class_count>& expansion(Generation generation);
/// What one instruction of the class takes on the device. Beside its generation's table: slots_of_bfloats(), and
/// conversions by the adders of integers (ALU), 64 a cycle instead of 16. F2FP, from f32 to 16 bits: "on NVIDIA Ampere
/// architecture chips, the ALU pipeline performs fast FP32-to-FP16 conversion" (Nsight Compute documentation,
/// "Pipelines"). I2FP, from 32-bit integers to f32 on 8.6 and later: the opcode that ptxas emits there, of which a B300
/// does 64 a cycle; nothing else was measured.
[[nodiscard]] Slots slots_on(OpClass op, const device::DeviceSpec& device);

/// Multiply-adds of one warp-wide tensor instruction over 32 lanes, from its shape ("m16n8k16": 16*8*16/32 = 64);
/// 0 when the text has no shape.
[[nodiscard]] double tensor_multiply_adds(const ptx::Mnemonic& mnemonic);

/// What a tensor instruction multiplies. Eight bits run twice as fast as half (Turing to Blackwell), double twice as
/// fast as the fp64 pipes (A100 19.5 over 9.7 TFLOP/s, H100 67 over 34; NVIDIA's data sheets).
enum class TensorType : std::uint8_t { f16, tf32, bits8, f64 };
[[nodiscard]] TensorType tensor_type(const ptx::Mnemonic& mnemonic);

}  // namespace forewarp::model
