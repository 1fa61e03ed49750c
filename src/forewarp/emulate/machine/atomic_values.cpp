// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The operations of atom and red, as functions of the old value and the operands, on bits.
#include <bit>
#include <cmath>

#include "forewarp/emulate/machine/atomic.hpp"
#include "forewarp/support/half.hpp"

namespace forewarp::emu {

using ptx::Type;

namespace {

using Bits = std::uint64_t;

template <typename Value>
Value as(Bits bits) {
  if constexpr (sizeof(Value) == 8) return std::bit_cast<Value>(bits);
  if constexpr (sizeof(Value) == 4) return std::bit_cast<Value>(static_cast<std::uint32_t>(bits));
}
template <typename Value>
Bits bits_of(Value value) {
  if constexpr (sizeof(Value) == 8) return std::bit_cast<std::uint64_t>(value);
  if constexpr (sizeof(Value) == 4) return std::bit_cast<std::uint32_t>(value);
}

template <typename Value>
Bits add(Bits old, Bits b, Bits) {
  return bits_of<Value>(static_cast<Value>(as<Value>(old) + as<Value>(b)));
}
template <typename Value>
Bits smaller(Bits old, Bits b, Bits) {
  return as<Value>(b) < as<Value>(old) ? b : old;
}
template <typename Value>
Bits larger(Bits old, Bits b, Bits) {
  return as<Value>(old) < as<Value>(b) ? b : old;
}
Bits bit_and(Bits old, Bits b, Bits) { return old & b; }
Bits bit_or(Bits old, Bits b, Bits) { return old | b; }
Bits bit_xor(Bits old, Bits b, Bits) { return old ^ b; }
Bits exchange(Bits, Bits b, Bits) { return b; }
Bits compare_and_swap(Bits old, Bits b, Bits c) { return old == b ? c : old; }
// inc wraps to 0 at b, dec to b at 0 (PTX ISA, "atom"): with b = 3, inc counts 0 1 2 3 0, dec 3 2 1
// 0 3.
Bits increment(Bits old, Bits b, Bits) { return old >= b ? 0 : old + 1; }
Bits decrement(Bits old, Bits b, Bits) { return old == 0 || old > b ? b : old - 1; }

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }

/// Additions to global memory flush subnormals, those to shared memory do not (PTX ISA, "atom").
Bits add_flushing(Bits old, Bits b, Bits) { return bits_of(flushed(flushed(as<float>(old)) + flushed(as<float>(b)))); }

// Sums of two f16 or bf16 rounded to float first are still rounded right: 24 >= 2 * 11 + 2 bits.
enum class Half : std::uint8_t { f16, bf16 };
enum class HalfOp : std::uint8_t { add, min, max };

template <Half half>
float to_float(Bits bits) {
  return half == Half::f16 ? f16_to_float(static_cast<std::uint16_t>(bits))
                           : bf16_to_float(static_cast<std::uint16_t>(bits));
}

template <Half half, HalfOp op>
Bits half_op(Bits old, Bits b, Bits) {
  const float x = to_float<half>(old), y = to_float<half>(b);
  const float result = op == HalfOp::add ? x + y : op == HalfOp::min ? std::fmin(x, y) : std::fmax(x, y);
  return half == Half::f16 ? float_to_f16(result) : float_to_bf16(result);
}

template <Half half, HalfOp op>
Bits half_pair(Bits old, Bits b, Bits) {
  return half_op<half, op>(old & 0xffff, b & 0xffff, 0) | half_op<half, op>(old >> 16, b >> 16, 0) << 16;
}

template <HalfOp op>
AtomicFn half_combine(Type type) {
  if (type == Type::f16) return &half_op<Half::f16, op>;
  if (type == Type::bf16) return &half_op<Half::bf16, op>;
  if (type == Type::f16x2) return &half_pair<Half::f16, op>;
  if (type == Type::bf16x2) return &half_pair<Half::bf16, op>;
  return nullptr;
}

AtomicFn add_combine(Type type, bool global) {
  if (type == Type::u32 || type == Type::s32) return &add<std::uint32_t>;
  if (type == Type::u64 || type == Type::s64) return &add<std::uint64_t>;
  if (type == Type::f32) return global ? &add_flushing : &add<float>;
  if (type == Type::f64) return &add<double>;
  return half_combine<HalfOp::add>(type);
}

AtomicFn min_combine(Type type) {
  if (type == Type::u32) return &smaller<std::uint32_t>;
  if (type == Type::s32) return &smaller<std::int32_t>;
  if (type == Type::u64) return &smaller<std::uint64_t>;
  if (type == Type::s64) return &smaller<std::int64_t>;
  return half_combine<HalfOp::min>(type);
}

AtomicFn max_combine(Type type) {
  if (type == Type::u32) return &larger<std::uint32_t>;
  if (type == Type::s32) return &larger<std::int32_t>;
  if (type == Type::u64) return &larger<std::uint64_t>;
  if (type == Type::s64) return &larger<std::int64_t>;
  return half_combine<HalfOp::max>(type);
}

}  // namespace

AtomicFn select_combine(const ptx::Instruction& i) {
  const Type type = i.type(0);
  if (i.has("add")) return add_combine(type, i.space != ptx::StateSpace::shared);
  if (i.has("min")) return min_combine(type);
  if (i.has("max")) return max_combine(type);
  if (i.has("and")) return &bit_and;
  if (i.has("or")) return &bit_or;
  if (i.has("xor")) return &bit_xor;
  if (i.has("exch")) return &exchange;
  if (i.has("cas")) return &compare_and_swap;
  if (i.has("inc")) return type == Type::u32 ? &increment : nullptr;
  if (i.has("dec")) return type == Type::u32 ? &decrement : nullptr;
  return nullptr;
}

}  // namespace forewarp::emu
