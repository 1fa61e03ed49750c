// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/expansion.hpp"

#include "forewarp/model/feature/instruction_class.hpp"

namespace forewarp::model {
namespace {

using ptx::Opcode;
using ptx::Type;
using S = Slots;

/// A PTX instruction is mapped to one of about forty classes by opcode, operand type and modifiers; expansion.def holds
/// the machine instructions of each class for each generation. The mapping is a pure function of the mnemonic: O(its
/// length).
///
/// Examples: mul.lo.s32 is mul32; mul.wide.s32 is mul_wide; div.rn.f32 is div_rn, div.approx.f32 div_fast; min.f32 runs
/// where integers compare; cvt.f32.s32 uses the conversion pipe; neg.f32 is free, as an operand modifier of its reader.
bool has(std::string_view mnemonic, std::string_view part) { return mnemonic.find(part) != std::string_view::npos; }

/// The n-th dotted word from the end: of "cvt.rn.f32.s64", 0 is "s64" (the source type), 1 is "f32" (the result).
std::string_view word_from_end(std::string_view mnemonic, unsigned n) {
  for (; n > 0; --n) {
    const auto dot = mnemonic.rfind('.');
    if (dot == std::string_view::npos) return {};
    mnemonic = mnemonic.substr(0, dot);
  }
  const auto dot = mnemonic.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : mnemonic.substr(dot + 1);
}

bool is64(Type t) { return t == Type::b64 || t == Type::u64 || t == Type::s64; }
bool is16(Type t) { return t == Type::b16 || t == Type::u16 || t == Type::s16; }
bool is_half(Type t) { return t == Type::f16 || t == Type::f16x2 || t == Type::bf16 || t == Type::bf16x2; }

OpClass simple(Type t) {
  if (t == Type::f32) return OpClass::fp32;
  if (t == Type::f64) return OpClass::fp64;
  if (is_half(t)) return OpClass::fp16;
  return is64(t) ? OpClass::int64 : OpClass::int32;
}

OpClass multiply(Type t, std::string_view m) {
  if (t == Type::f32 || t == Type::f64 || is_half(t)) return simple(t);
  if (has(m, ".wide")) return is16(t) ? OpClass::mul16 : OpClass::mul_wide;
  if (has(m, ".hi")) return is64(t) ? OpClass::mul64_hi : OpClass::mul_hi;
  if (is64(t)) return OpClass::mul64;
  return is16(t) ? OpClass::mul16 : OpClass::mul32;
}

OpClass min_max(Type t) {
  if (t == Type::f64) return OpClass::fp64_minmax;
  if (t == Type::f32) return OpClass::int32;  // FMNMX runs where integer compares run
  return simple(t);
}

OpClass divide(Type t, std::string_view m) {
  if (t == Type::f64) return OpClass::div64f;
  if (t == Type::f32) return has(m, ".approx") || has(m, ".full") ? OpClass::div_fast : OpClass::div_rn;
  return is64(t) ? OpClass::div64i : OpClass::div32;
}

/// Without .ftz the approximate forms handle denormals with extra instructions.
OpClass root_or_reciprocal(Opcode o, Type t, std::string_view m) {
  if (t == Type::f64) return has(m, ".approx") ? OpClass::special_ftz : OpClass::rcp64;
  if (!has(m, ".approx")) return o == Opcode::sqrt ? OpClass::sqrt_rn : OpClass::rcp_rn;
  return has(m, ".ftz") ? OpClass::special_ftz : OpClass::special;
}

/// The last word is the source type. Examples: cvt.u32.u64 is free, cvt.u64.u32 a move, cvt.s64.s32 spreads the sign.
OpClass conversion(std::string_view m) {
  if (has(m, ".pack")) return OpClass::int32;
  const std::string_view from = word_from_end(m, 0), to = word_from_end(m, 1);
  const bool float_from = has(from, "f"), float_to = has(to, "f");
  if (float_from || float_to) return from == "f64" || to == "f64" ? OpClass::convert64 : OpClass::convert;
  if (to == "s64" && from.starts_with('s')) return OpClass::widen;  // the sign must be spread
  if (from.ends_with("64")) return OpClass::free;                   // half of a pair of registers
  if (to.ends_with("64")) return OpClass::move;                     // the upper half is zero
  return OpClass::move;
}

OpClass arithmetic(const profile::InstructionCount& i) {
  const std::string_view m = i.mnemonic;
  switch (i.opcode) {
    case Opcode::mul:
    case Opcode::mad:
    case Opcode::madc:
      return multiply(i.type, m);
    case Opcode::mul24:
    case Opcode::mad24:
    case Opcode::dp2a:
    case Opcode::dp4a:
      return OpClass::mul32;
    case Opcode::div:
    case Opcode::rem:
      return divide(i.type, m);
    case Opcode::min:
    case Opcode::max:
      return min_max(i.type);
    case Opcode::abs:
    case Opcode::neg:  // an operand modifier of the instruction that reads the float
      return ptx::Type::f32 == i.type || ptx::Type::f64 == i.type ? OpClass::free : simple(i.type);
    case Opcode::setp:
    case Opcode::set:
    case Opcode::testp:
      return i.type == Type::f64 ? OpClass::fp64 : is64(i.type) ? OpClass::int64 : OpClass::int32;
    case Opcode::selp:
    case Opcode::slct:
    case Opcode::copysign:
      return is64(i.type) || i.type == Type::f64 ? OpClass::int64 : OpClass::int32;
    case Opcode::mov:
      return OpClass::move;
    case Opcode::cvta:
    case Opcode::isspacep:
      return OpClass::free;
    case Opcode::cvt:
      return conversion(m);
    case Opcode::bfe:
    case Opcode::bfi:
    case Opcode::szext:
    case Opcode::bmsk:
      return OpClass::bit_field;
    case Opcode::popc:
    case Opcode::clz:
    case Opcode::bfind:
    case Opcode::brev:
    case Opcode::fns:
      return OpClass::bit_count;
    case Opcode::vadd:
    case Opcode::vsub:
    case Opcode::vabsdiff:
    case Opcode::vmin:
    case Opcode::vmax:
    case Opcode::vshl:
    case Opcode::vshr:
    case Opcode::vset:
    case Opcode::vmad:
      return OpClass::video;
    case Opcode::vadd2:
    case Opcode::vadd4:
    case Opcode::vsub2:
    case Opcode::vsub4:
    case Opcode::vavrg2:
    case Opcode::vavrg4:
    case Opcode::vabsdiff2:
    case Opcode::vmin2:
    case Opcode::vmin4:
    case Opcode::vmax2:
    case Opcode::vmax4:
    case Opcode::vset2:
    case Opcode::vset4:
      return OpClass::video_packed;
    case Opcode::shfl:
      return OpClass::shuffle;
    case Opcode::mma:
    case Opcode::wmma:
    case Opcode::wgmma:
      return OpClass::tensor;
    default:
      return simple(i.type);
  }
}

OpClass logic(const profile::InstructionCount& i) {
  if (i.type == Type::pred) return OpClass::logic_pred;
  const bool shift = i.opcode == Opcode::shl || i.opcode == Opcode::shr || i.opcode == Opcode::shf;
  if (shift) return is64(i.type) ? OpClass::shift64 : OpClass::shift32;
  return is64(i.type) ? OpClass::int64 : OpClass::int32;
}

/// sin, cos, lg2, ex2, tanh on the special function unit; roots and reciprocals have sequences of their own.
OpClass special(const profile::InstructionCount& i) {
  switch (i.opcode) {
    case Opcode::sqrt:
    case Opcode::rcp:
    case Opcode::rsqrt:
      return root_or_reciprocal(i.opcode, i.type, i.mnemonic);
    case Opcode::sin:
    case Opcode::cos:
      return OpClass::sin_cos;
    default:
      return has(i.mnemonic, ".ftz") || i.opcode == Opcode::tanh ? OpClass::special_ftz : OpClass::special;
  }
}

/// Reads decimal digits from `at` on and moves `at` behind them; 0 without digits.
double number_after(std::string_view text, std::size_t& at) {
  double value = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) value = value * 10 + (text[at] - '0');
  return value;
}

}  // namespace

OpClass op_class(const profile::InstructionCount& i) {
  using feature::InstructionClass;
  switch (feature::class_of(i.opcode)) {
    case InstructionClass::arithmetic:
      return arithmetic(i);
    case InstructionClass::logic:
      return logic(i);
    case InstructionClass::special:
      return special(i);
    case InstructionClass::control:
      return OpClass::branch;
    case InstructionClass::sync:
      return i.opcode == Opcode::bar || i.opcode == Opcode::barrier ? OpClass::barrier : OpClass::shuffle;
    case InstructionClass::memory:
      return i.space == ptx::StateSpace::param ? OpClass::param : OpClass::memory;
    case InstructionClass::other:
      return OpClass::int32;
  }
  return OpClass::int32;
}

Generation generation_of(const device::DeviceSpec& device) {
  if (device.vendor != device::Vendor::nvidia || device.compute_capability >= 70) return Generation::volta;
  return device.compute_capability >= 50 ? Generation::maxwell : Generation::kepler;
}

const std::array<Slots, op_class_count>& expansion(Generation generation) {
  static const std::array<Slots, op_class_count> kepler_table = {{
#define OP(name, kepler, maxwell, volta) kepler,
#include "forewarp/model/bounds/expansion.def"
#undef OP
  }};
  static const std::array<Slots, op_class_count> maxwell_table = {{
#define OP(name, kepler, maxwell, volta) maxwell,
#include "forewarp/model/bounds/expansion.def"
#undef OP
  }};
  static const std::array<Slots, op_class_count> volta_table = {{
#define OP(name, kepler, maxwell, volta) volta,
#include "forewarp/model/bounds/expansion.def"
#undef OP
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
/// of a warp group. Example: "mma.sync.aligned.m16n8k16...": 16 * 8 * 16 / 32 = 64 multiply-adds per lane.
double tensor_multiply_adds(std::string_view mnemonic) {
  for (std::size_t dot = mnemonic.find(".m"); dot != std::string_view::npos; dot = mnemonic.find(".m", dot + 1)) {
    std::size_t at = dot + 2;
    const double m = number_after(mnemonic, at);
    if (m == 0 || at >= mnemonic.size() || mnemonic[at] != 'n') continue;
    const double n = number_after(mnemonic, ++at);
    if (n == 0 || at >= mnemonic.size() || mnemonic[at] != 'k') continue;
    const double k = number_after(mnemonic, ++at);
    const double warps = mnemonic.starts_with("wgmma") ? 4 : 1;  // that share one
    return m * n * k / 32 / warps;
  }
  return 0;
}

TensorType tensor_type(std::string_view mnemonic) {
  const auto of = [&](std::string_view type) { return has(mnemonic, type); };
  if (of(".tf32")) return TensorType::tf32;
  if (of(".f64")) return TensorType::f64;
  return of(".s8") || of(".u8") || of(".e4m3") || of(".e5m2") ? TensorType::bits8 : TensorType::f16;
}

}  // namespace forewarp::model
