// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/expansion.hpp"

#include <utility>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::model {
namespace {

using ptx::Mnemonic;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;
using S = Slots;

// From a PTX instruction to a class of instructions that cost the same, and from there, by the
// table of a generation (expansion.def), to slots of each pipe. Two steps, because PTX has hundreds
// of mnemonics and about forty costs: the class is decided by the operation of the opcode table,
// the type and a few modifiers. Example: mul.wide.s32 is mul_wide, which takes two issue slots on
// Kepler, five on Maxwell (built from 16-bit products) and one on Volta.
bool is64(Type t) { return t == Type::b64 || t == Type::u64 || t == Type::s64; }
bool is16(Type t) { return t == Type::b16 || t == Type::u16 || t == Type::s16; }
bool is_half(Type t) { return t == Type::f16 || t == Type::f16x2; }
bool is_bfloat(Type t) { return t == Type::bf16 || t == Type::bf16x2; }
bool is_word(Type t) { return t == Type::s32 || t == Type::u32; }

OpClass simple(Type t) {
  if (t == Type::f32 || t == Type::f32x2) return OpClass::fp32;
  if (t == Type::f64) return OpClass::fp64;
  if (is_half(t)) return OpClass::fp16;
  if (is_bfloat(t)) return OpClass::bfloat;
  return is64(t) ? OpClass::int64 : OpClass::int32;
}

/// Each part of a product has a cost of its own: the low half, the high half, or all 64 bits of 32
/// x 32 (wide).
OpClass multiply(Type t, const Mnemonic& m) {
  if (ptx::is_float(t)) return simple(t);
  if (m.has(Modifier::wide)) return is16(t) ? OpClass::mul16 : OpClass::mul_wide;
  if (m.has(Modifier::hi)) return is64(t) ? OpClass::mul64_hi : OpClass::mul_hi;
  if (is64(t)) return OpClass::mul64;
  return is16(t) ? OpClass::mul16 : OpClass::mul32;
}

OpClass min_max(Type t) {
  if (t == Type::f64) return OpClass::fp64_minmax;
  if (t == Type::f32) return OpClass::int32;  // FMNMX runs where integer compares run
  return simple(t);
}

OpClass divide(Type t, const Mnemonic& m) {
  if (t == Type::f64) return OpClass::div64f;
  if (t == Type::f32) return m.has(Modifier::approx) || m.has(Modifier::full) ? OpClass::div_fast : OpClass::div_rn;
  return is64(t) ? OpClass::div64i : OpClass::div32;
}

OpClass root_or_reciprocal(Opcode o, Type t, const Mnemonic& m) {
  const bool approx = m.has(Modifier::approx);
  if (t == Type::f64) return approx ? OpClass::special_ftz : OpClass::rcp64;
  if (!approx) return o == Opcode::sqrt ? OpClass::sqrt_rn : OpClass::rcp_rn;
  return m.has(Modifier::ftz) ? OpClass::special_ftz : OpClass::special;
}

/// cvt.TO.FROM: the last suffix is the source. Widening an unsigned number writes a zero into the
/// second register; narrowing reads one of the two, and is free.
OpClass conversion(const Mnemonic& m) {
  if (m.has(Modifier::pack)) return OpClass::int32;
  const Type from = m.type_from_end(0), to = m.type_from_end(1);
  if (from == Type::f64 || to == Type::f64) return OpClass::convert64;
  if (to == Type::f32 && is_bfloat(from)) return OpClass::int32;  // its bits, shifted
  if (to == Type::f32 && is_half(from)) return OpClass::convert_from_half;
  if (to == Type::f32 && is_word(from)) return OpClass::convert_from_word;
  if ((is_half(to) || is_bfloat(to)) && from == Type::f32) return OpClass::convert_to_half;
  if (ptx::is_float(from) || ptx::is_float(to)) return OpClass::convert;
  if (to == Type::s64 && ptx::is_signed(from)) return OpClass::widen;  // the sign must be spread
  return is64(from) ? OpClass::free : OpClass::move;                   // half of a pair of registers; the rest is zero
}

/// A float's sign is an operand modifier of the instruction that reads it.
OpClass sign(Type t) { return t == Type::f32 || t == Type::f64 ? OpClass::free : simple(t); }

OpClass logic(Type t) {
  if (t == Type::pred) return OpClass::logic_pred;
  return is64(t) ? OpClass::int64 : OpClass::int32;
}

/// Of what computes nothing: by chapter of the PTX ISA.
OpClass without_result(const profile::InstructionCount& i) {
  using ptx::InstructionClass;
  switch (ptx::class_of(i.opcode)) {
    case InstructionClass::control:
      return OpClass::branch;
    case InstructionClass::sync:
      return ptx::is_barrier(i.opcode) ? OpClass::barrier : OpClass::shuffle;
    case InstructionClass::memory:
      return i.space == ptx::StateSpace::param ? OpClass::param : OpClass::memory;
    case InstructionClass::arithmetic:
    case InstructionClass::logic:
    case InstructionClass::special:
    case InstructionClass::other:
      return OpClass::int32;
  }
  return OpClass::int32;
}

OpClass transcendental(const profile::InstructionCount& i) {
  if (i.opcode == Opcode::tanh) return OpClass::special_ftz;
  return i.mnemonic.decoded().has(Modifier::ftz) ? OpClass::special_ftz : OpClass::special;
}

}  // namespace

OpClass op_class(const profile::InstructionCount& i) {
  using ptx::Operation;
  switch (ptx::operation_of(i.opcode)) {
    case Operation::none:
      return without_result(i);
    case Operation::simple:
    case Operation::add:
      return simple(i.type);
    case Operation::multiply:
    case Operation::multiply_add:
      return multiply(i.type, i.mnemonic.decoded());
    case Operation::multiply_24:
    case Operation::multiply_add_24:
      return OpClass::mul32;
    case Operation::dot:
      return OpClass::dot;
    case Operation::divide:
    case Operation::remainder:
      return divide(i.type, i.mnemonic.decoded());
    case Operation::min_max:
      return min_max(i.type);
    case Operation::sign:
      return sign(i.type);
    case Operation::compare:
      return i.type == Type::f64 ? OpClass::fp64 : is64(i.type) ? OpClass::int64 : OpClass::int32;
    case Operation::copy_sign:
    case Operation::select:
      return is64(i.type) || i.type == Type::f64 ? OpClass::int64 : OpClass::int32;
    case Operation::logic:
      return logic(i.type);
    case Operation::shift:
      return is64(i.type) ? OpClass::shift64 : OpClass::shift32;
    case Operation::move:
      return OpClass::move;
    case Operation::address:
    case Operation::test_space:
      return OpClass::free;
    case Operation::convert:
      return conversion(i.mnemonic.decoded());
    case Operation::bit_field:
      return OpClass::bit_field;
    case Operation::bit_count:
      return OpClass::bit_count;
    case Operation::root:
      return root_or_reciprocal(i.opcode, i.type, i.mnemonic.decoded());
    case Operation::trigonometric:
      return OpClass::sin_cos;
    case Operation::exponential:
      return transcendental(i);
    case Operation::video:
      return OpClass::video;
    case Operation::video_packed:
      return OpClass::video_packed;
    case Operation::shuffle:
      return OpClass::shuffle;
    case Operation::tensor:
      return OpClass::tensor;
  }
  return OpClass::int32;
}

Generation generation_of(const device::DeviceSpec& device) {
  if (device.vendor != device::Vendor::nvidia || device.compute_capability >= 70) return Generation::volta;
  return device.compute_capability >= 50 ? Generation::maxwell : Generation::kepler;
}

double slots_of_bfloats(const device::DeviceSpec& device) { return device.compute_capability == 80 ? 2 : 1; }

namespace {

bool converts_by_adders(OpClass c, const device::DeviceSpec& device) {
  if (device.vendor != device::Vendor::nvidia) return false;
  return (c == OpClass::convert_to_half && device.compute_capability >= 80) ||
         (c == OpClass::convert_from_word && device.compute_capability >= 86);
}

}  // namespace

Slots slots_on(OpClass c, const device::DeviceSpec& device) {
  Slots slots = expansion(generation_of(device))[static_cast<std::size_t>(c)];
  if (c == OpClass::bfloat) slots.fp16 *= slots_of_bfloats(device);
  if (converts_by_adders(c, device)) std::swap(slots.convert, slots.int_add);
  return slots;
}

const std::array<Slots, op_class_count>& expansion(Generation generation) {
  static const std::array<Slots, op_class_count> kepler_table = {{
#define FOREWARP_OP(name, kepler, maxwell, volta) kepler,
#include "forewarp/model/bounds/expansion.def"
#undef FOREWARP_OP
  }};
  static const std::array<Slots, op_class_count> maxwell_table = {{
#define FOREWARP_OP(name, kepler, maxwell, volta) maxwell,
#include "forewarp/model/bounds/expansion.def"
#undef FOREWARP_OP
  }};
  static const std::array<Slots, op_class_count> volta_table = {{
#define FOREWARP_OP(name, kepler, maxwell, volta) volta,
#include "forewarp/model/bounds/expansion.def"
#undef FOREWARP_OP
  }};
  switch (generation) {
    case Generation::kepler:
      return kepler_table;
    case Generation::maxwell:
      return maxwell_table;
    case Generation::volta:
      return volta_table;
  }
  return volta_table;
}

/// Finds ".m<M>n<N>k<K>" and skips words such as ".mma" that begin with ".m" too. One wgmma is shared by the four warps
/// of a warp group. A sparse product takes half the time of a dense one of its shape (the data sheets' rates "with
/// sparsity"). Example: "mma.sync.aligned.m16n8k16...": 16 * 8 * 16 / 32 = 64 multiply-adds per lane.
double tensor_multiply_adds(const Mnemonic& mnemonic) {
  const double multiply_adds = static_cast<double>(mnemonic.shape.m) * mnemonic.shape.n * mnemonic.shape.k;
  const double warps = mnemonic.opcode == Opcode::wgmma ? 4 : 1;  // that share one
  const bool is_sparse = mnemonic.has(Modifier::sparse) || mnemonic.has(Modifier::sparse_ordered);
  return multiply_adds / 32 / warps / (is_sparse ? 2 : 1);
}

TensorType tensor_type(const Mnemonic& mnemonic) {
  if (mnemonic.has(Type::tf32)) return TensorType::tf32;
  if (mnemonic.has(Type::f64)) return TensorType::f64;
  for (const Type type : {Type::s8, Type::u8, Type::e4m3, Type::e5m2})
    if (mnemonic.has(type)) return TensorType::bits8;
  return TensorType::f16;
}

}  // namespace forewarp::model
