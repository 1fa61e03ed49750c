// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// setp, set and testp. Only some comparisons are here; control_bits::negate gives the others (ge is not lt; the
/// unordered ltu is not ge).
#include "forewarp/emulate/lanes/scalar/compare.hpp"
#include "forewarp/emulate/lanes/kernels/half.hpp"

namespace forewarp::emu::lanes {
namespace {

/// Halves are compared as f32, which holds each of them exactly; `shift` is 16 for the upper one of a pair.
template <class Format, unsigned shift, bool ftz>
struct Half {
  using Stored = u32;
  FOREWARP_LANES_INLINE static float value(u32 x) {
    const auto bits = static_cast<u16>(x >> shift);
    return Format::to_single(ftz ? Format::flushed(bits) : bits);
  }
};

template <class Comparison, class As>
FOREWARP_LANES_INLINE u32 compared(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group) {
  using Stored = typename As::Stored;
  const Stored *a = row<Stored>(regs, inst, operand, group), *b = row<Stored>(regs, inst, operand + 1, group);
  u32 result = 0;
  FOREWARP_LANES_LOOP result |= Comparison::holds(As::value(a[lane]), As::value(b[lane])) ? lane_bits32.bit[lane] : 0;
  return (inst.control & control_bits::negate) != 0 ? ~result : result;
}

FOREWARP_LANES_INLINE u32 combined(const LaneInst& inst, u32 compared, u32 c) {
  switch (static_cast<Combine>(inst.control >> control_bits::combine_shift & 3)) {
    case Combine::none:
      break;
    case Combine::and_:
      return compared & c;
    case Combine::or_:
      return compared | c;
    case Combine::xor_:
      return compared ^ c;
  }
  return compared;
}

FOREWARP_LANES_INLINE u32 combining(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group) {
  return (inst.control >> control_bits::combine_shift & 3) != 0 ? read_predicate(regs, inst, operand, group) : 0;
}

/// p{|q}, a, b {, c}: p = (a op b) combined with c, q = !(a op b) combined with c.
template <class Comparison, class As>
void setp(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  const unsigned first = (inst.control >> control_bits::second_shift & 1) != 0 ? 2 : 1;
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 result = compared<Comparison, As>(regs, inst, first, group);
    const u32 c = combining(regs, inst, first + 2, group);
    write_predicate(regs, inst, 0, group, mask, combined(inst, result, c));
    if (first == 2) write_predicate(regs, inst, 1, group, mask, combined(inst, ~result, c));
  });
}

/// f16x2: p from the low halves, q from the high ones.
template <class Comparison, class Low, class High>
void setp_pair(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 low = compared<Comparison, Low>(regs, inst, 2, group);
    const u32 high = compared<Comparison, High>(regs, inst, 2, group);
    const u32 c = combining(regs, inst, 4, group);
    write_predicate(regs, inst, 0, group, mask, combined(inst, low, c));
    write_predicate(regs, inst, 1, group, mask, combined(inst, high, c));
  });
}

/// What set writes where the comparison holds, by the number at control_bits::second_shift: all
/// ones for integers of 32 and 16 bits, 1.0 for f32, f16 and bf16.
FOREWARP_LANES_INLINE u32 true_value(const LaneInst& inst) {
  constexpr u32 values[8] = {0xffffffff, 0x3f800000, 0x0000ffff, 0x3c00, 0x3f80};
  return values[inst.control >> control_bits::second_shift & 7];
}
FOREWARP_LANES_INLINE void write_set(std::byte* regs, const LaneInst& inst, unsigned group, u32 mask, u32 low,
                                     u32 high) {
  const u32 yes = true_value(inst);
  alignas(64) u32 computed[group_size];
  FOREWARP_LANES_LOOP computed[lane] = (lane_in<u32>(low, lane) ? yes : 0) | (lane_in<u32>(high, lane) ? yes << 16 : 0);
  blend_row(regs, inst, 0, group, computed, mask);
}
template <class Comparison, class As>
void set(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 result = compared<Comparison, As>(regs, inst, 1, group);
    write_set(regs, inst, group, mask, combined(inst, result, combining(regs, inst, 3, group)), 0);
  });
}
template <class Comparison, class Low, class High>
void set_pair(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 c = combining(regs, inst, 3, group);
    write_set(regs, inst, group, mask, combined(inst, compared<Comparison, Low>(regs, inst, 1, group), c),
              combined(inst, compared<Comparison, High>(regs, inst, 1, group), c));
  });
}

// testp looks at the bits without their sign: above the encoding of infinity are those that are no
// numbers, below the smallest normal one the subnormal ones.
// Keys: /q has the second destination, /c the predicate to combine with.
#define FOREWARP_LANES_SETP_AS(relation, text, type, letter, as, scalar)                                          \
  {"setp." text "." type, &setp<relation, as>, "p" letter letter, 1, scalar, Fusion::comparison},                 \
      {"setp." text "." type "/c", &setp<relation, as>, "p" letter letter "p", 1, scalar, Fusion::comparison},    \
      {"setp." text "." type "/q", &setp<relation, as>, "pp" letter letter, 2, scalar, Fusion::comparison},       \
      {"setp." text "." type "/q/c", &setp<relation, as>, "pp" letter letter "p", 2, scalar, Fusion::comparison}, \
      {"set." text "." type, &set<relation, as>, "w" letter letter, 1}, {                                         \
    "set." text "." type "/c", &set<relation, as>, "w" letter letter "p", 1                                       \
  }
#define FOREWARP_LANES_SETP(comparison, text, type, letter, as) \
  FOREWARP_LANES_SETP_AS(comparison, text, type, letter, as, #comparison ", " #as)
#define FOREWARP_LANES_SETP_HALF(comparison, text, type, as) \
  FOREWARP_LANES_SETP_AS(comparison, text, type, "w", as, nullptr)
#define FOREWARP_LANES_SETP_PAIR(comparison, text, type, low, high)                  \
  {"setp." text "." type "/q", &setp_pair<comparison, low, high>, "ppww", 2},        \
      {"setp." text "." type "/q/c", &setp_pair<comparison, low, high>, "ppwwp", 2}, \
      {"set." text "." type, &set_pair<comparison, low, high>, "www", 1}, {          \
    "set." text "." type "/c", &set_pair<comparison, low, high>, "wwwp", 1           \
  }
#define FOREWARP_LANES_INTEGERS(comparison, text)                    \
  FOREWARP_LANES_SETP(comparison, text, "u16", "w", Plain<u16>),     \
      FOREWARP_LANES_SETP(comparison, text, "u32", "w", Plain<u32>), \
      FOREWARP_LANES_SETP(comparison, text, "u64", "l", Plain<u64>)
#define FOREWARP_LANES_SIGNED(comparison, text)                      \
  FOREWARP_LANES_SETP(comparison, text, "s16", "w", Plain<s16>),     \
      FOREWARP_LANES_SETP(comparison, text, "s32", "w", Plain<s32>), \
      FOREWARP_LANES_SETP(comparison, text, "s64", "l", Plain<s64>)
#define FOREWARP_LANES_COMMA ,
#define FOREWARP_LANES_HALF(format, shift, ftz) Half<format FOREWARP_LANES_COMMA shift FOREWARP_LANES_COMMA ftz>
#define FOREWARP_LANES_SINGLES(comparison, text)                      \
  FOREWARP_LANES_SETP(comparison, text, "f32", "s", Plain<float>),    \
      FOREWARP_LANES_SETP(comparison, text, "ftz.f32", "s", Flushed), \
      FOREWARP_LANES_SETP(comparison, text, "f64", "d", Plain<double>)
using F16 = Half<Binary16, 0, false>;
using F16High = Half<Binary16, 16, false>;
using F16Flushed = Half<Binary16, 0, true>;
using F16HighFlushed = Half<Binary16, 16, true>;
using Bf16 = Half<Bfloat16, 0, false>;
using Bf16High = Half<Bfloat16, 16, false>;
#define FOREWARP_LANES_HALVES(comparison, text)                                            \
  FOREWARP_LANES_SETP_HALF(comparison, text, "f16", F16),                                  \
      FOREWARP_LANES_SETP_HALF(comparison, text, "ftz.f16", F16Flushed),                   \
      FOREWARP_LANES_SETP_HALF(comparison, text, "bf16", Bf16),                            \
      FOREWARP_LANES_SETP_PAIR(comparison, text, "f16x2", F16, F16High),                   \
      FOREWARP_LANES_SETP_PAIR(comparison, text, "ftz.f16x2", F16Flushed, F16HighFlushed), \
      FOREWARP_LANES_SETP_PAIR(comparison, text, "bf16x2", Bf16, Bf16High)
#define FOREWARP_LANES_FLOATS(comparison, text) \
  FOREWARP_LANES_SINGLES(comparison, text), FOREWARP_LANES_HALVES(comparison, text)
#define FOREWARP_LANES_TESTP(test)                               \
  FOREWARP_LANES_OP("testp." #test ".f32", testp32<Test::test>), \
      FOREWARP_LANES_OP("testp." #test ".f64", testp64<Test::test>)

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_INTEGERS(Equal, "eq"),
    FOREWARP_LANES_INTEGERS(Less, "lt"),
    FOREWARP_LANES_INTEGERS(LessOrEqual, "le"),
    FOREWARP_LANES_SIGNED(Less, "lt"),
    FOREWARP_LANES_SIGNED(LessOrEqual, "le"),
    FOREWARP_LANES_FLOATS(Equal, "eq"),
    FOREWARP_LANES_FLOATS(Different, "ne"),
    FOREWARP_LANES_FLOATS(Less, "lt"),
    FOREWARP_LANES_FLOATS(LessOrEqual, "le"),
    FOREWARP_LANES_FLOATS(Greater, "gt"),
    FOREWARP_LANES_FLOATS(GreaterOrEqual, "ge"),
    FOREWARP_LANES_FLOATS(Numbers, "num"),
    FOREWARP_LANES_TESTP(finite),
    FOREWARP_LANES_TESTP(infinite),
    FOREWARP_LANES_TESTP(number),
    FOREWARP_LANES_TESTP(notanumber),
    FOREWARP_LANES_TESTP(normal),
    FOREWARP_LANES_TESTP(subnormal),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::compare_table() { return entries; }

}  // namespace forewarp::emu::lanes
