// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Integer addition, subtraction, absolute values, minima, division, and the same on pairs of 16 bits.
#include "forewarp/emulate/lanes/kernels/integer.hpp"

namespace forewarp::emu::lanes {
namespace {

template <class T>
T add(Control, T a, T b) {
  return static_cast<T>(Unsigned<T>(a) + Unsigned<T>(b));
}
template <class T>
T sub(Control, T a, T b) {
  return static_cast<T>(Unsigned<T>(a) - Unsigned<T>(b));
}

/// Overflow where the sum has another sign than both operands; the result then saturates towards
/// the sign of a.
s32 add_sat(Control, s32 a, s32 b) {
  const auto sum = static_cast<s32>(u32(a) + u32(b));
  const bool over = ((a ^ sum) & (b ^ sum)) < 0;
  return over ? saturated(a) : sum;
}
s32 sub_sat(Control, s32 a, s32 b) {
  const auto difference = static_cast<s32>(u32(a) - u32(b));
  const bool over = ((a ^ b) & (a ^ difference)) < 0;
  return over ? saturated(a) : difference;
}

template <class T>
T neg(Control, T a) {
  return static_cast<T>(Unsigned<T>(0) - Unsigned<T>(a));
}
template <class T>
T abs(Control, T a) {
  return a < 0 ? neg<T>(0, a) : a;  // abs of the most negative value is itself
}
template <class T>
T min(Control, T a, T b) {
  return a < b ? a : b;
}
template <class T>
T max(Control, T a, T b) {
  return a > b ? a : b;
}
s32 min_relu(Control, s32 a, s32 b) { return max<s32>(0, min<s32>(0, a, b), 0); }
s32 max_relu(Control, s32 a, s32 b) { return max<s32>(0, max<s32>(0, a, b), 0); }

template <class T>
T sad(Control, T a, T b, T c) {
  const auto distance = a < b ? Unsigned<T>(b) - Unsigned<T>(a) : Unsigned<T>(a) - Unsigned<T>(b);
  return static_cast<T>(Unsigned<T>(c) + distance);
}

// Division by zero: every bit set, for quotient and remainder, as the code that ptxas makes gives.
template <class T>
T div(Control, T a, T b) {
  if (b == 0) return static_cast<T>(~Unsigned<T>(0));
  if constexpr (std::is_signed_v<T>) {
    // The least number divided by -1 does not fit: C++ leaves it undefined and x86 traps; the GPU
    // wraps.
    if (b == -1) return neg<T>(0, a);
  }
  return static_cast<T>(a / b);
}
template <class T>
T rem(Control, T a, T b) {
  if (b == 0) return static_cast<T>(~Unsigned<T>(0));
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}

/// Up to 32 bits through double, which vectorises. The quotient of two such integers is never rounded up to the next
/// integer k: it is below k by at least 1/b, and k <= 2^32/b, so the relative distance is at least 2^-32 > 2^-53.
/// Example: 4294967295 / 2147483648 is 1.9999999995, and its nearest double is below 2.
template <class T>
T div_narrow(Control, T a, T b) {
  bool replaced = b == 0;
  if constexpr (std::is_signed_v<T>) replaced = replaced || b == -1;
  const double divisor = replaced ? 1.0 : static_cast<double>(b);
  const auto quotient = static_cast<T>(static_cast<double>(a) / divisor);
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return neg<T>(0, a);
  }
  return b == 0 ? static_cast<T>(~Unsigned<T>(0)) : quotient;
}
template <class T>
T rem_narrow(Control, T a, T b) {
  const auto rest = static_cast<T>(u32(a) - u32(div_narrow<T>(0, a, b)) * u32(b));
  return b == 0 ? static_cast<T>(~Unsigned<T>(0)) : rest;
}

/// Applies fn to both 16-bit halves.
template <class T, T (*fn)(Control, T, T)>
u32 pair(Control control, u32 a, u32 b) {
  const auto low = static_cast<u16>(fn(control, static_cast<T>(a), static_cast<T>(b)));
  const auto high = static_cast<u16>(fn(control, static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return u32{low} | u32{high} << 16;
}
s16 min_relu16(Control, s16 a, s16 b) { return max<s16>(0, min<s16>(0, a, b), 0); }
s16 max_relu16(Control, s16 a, s16 b) { return max<s16>(0, max<s16>(0, a, b), 0); }

/// add, sub, addc, subc, with or without .cc: the carry flag is the last operand, both read and
/// written. The machine subtracts by adding the complement, a + ~b + 1, or a + ~b + flag in subc;
/// so after a subtraction that borrows the flag is 0, as addc sees it, too. Example, a sum of 64
/// bits in halves: add.cc 0xffffffff + 1 is 0 with the flag set, and addc adds 1 to the sum of the
/// upper halves.
template <class T, bool subtract>
void with_carry(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 unread = subtract ? all_lanes : 0;
    const u32 flags = (inst.control & control_bits::carry_in) != 0 ? read_predicate(regs, inst, 3, group) : unread;
    const T *a = row<T>(regs, inst, 1, group), *b = row<T>(regs, inst, 2, group);
    alignas(64) T computed[group_size];
    u32 out = 0;
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const T carry = flags >> lane & 1, addend = subtract ? static_cast<T>(~b[lane]) : b[lane];
      T partial, result;
      bool over = __builtin_add_overflow(a[lane], addend, &partial);
      over |= __builtin_add_overflow(partial, carry, &result);
      computed[lane] = result;
      out |= u32{over} << lane;
    }
    blend_row(regs, inst, 0, group, computed, mask);
    if ((inst.control & control_bits::carry_out) != 0) write_predicate(regs, inst, 3, group, mask, out);
  });
}

constexpr LaneEntry entries[] = {
    op<&add<u16>>("add.u16"),
    op<&add<u32>>("add.u32"),
    op<&add<u64>>("add.u64"),
    op<&add_sat>("add.sat.s32"),
    op<&pair<u16, &add<u16>>>("add.u16x2"),
    op<&sub<u16>>("sub.u16"),
    op<&sub<u32>>("sub.u32"),
    op<&sub<u64>>("sub.u64"),
    op<&sub_sat>("sub.sat.s32"),
    op<&pair<u16, &sub<u16>>>("sub.u16x2"),
    {"add.carry.u32", &with_carry<u32, false>, "wwwp", 1},
    {"add.carry.u64", &with_carry<u64, false>, "lllp", 1},
    {"sub.carry.u32", &with_carry<u32, true>, "wwwp", 1},
    {"sub.carry.u64", &with_carry<u64, true>, "lllp", 1},
    op<&neg<s16>>("neg.s16"),
    op<&neg<s32>>("neg.s32"),
    op<&neg<s64>>("neg.s64"),
    op<&abs<s16>>("abs.s16"),
    op<&abs<s32>>("abs.s32"),
    op<&abs<s64>>("abs.s64"),
    op<&min<u16>>("min.u16"),
    op<&min<s16>>("min.s16"),
    op<&min<u32>>("min.u32"),
    op<&min<s32>>("min.s32"),
    op<&min<u64>>("min.u64"),
    op<&min<s64>>("min.s64"),
    op<&min_relu>("min.relu.s32"),
    op<&pair<u16, &min<u16>>>("min.u16x2"),
    op<&pair<s16, &min<s16>>>("min.s16x2"),
    op<&pair<s16, &min_relu16>>("min.relu.s16x2"),
    op<&max<u16>>("max.u16"),
    op<&max<s16>>("max.s16"),
    op<&max<u32>>("max.u32"),
    op<&max<s32>>("max.s32"),
    op<&max<u64>>("max.u64"),
    op<&max<s64>>("max.s64"),
    op<&max_relu>("max.relu.s32"),
    op<&pair<u16, &max<u16>>>("max.u16x2"),
    op<&pair<s16, &max<s16>>>("max.s16x2"),
    op<&pair<s16, &max_relu16>>("max.relu.s16x2"),
    op<&sad<u16>>("sad.u16"),
    op<&sad<s16>>("sad.s16"),
    op<&sad<u32>>("sad.u32"),
    op<&sad<s32>>("sad.s32"),
    op<&sad<u64>>("sad.u64"),
    op<&sad<s64>>("sad.s64"),
    op<&div_narrow<u16>>("div.u16"),
    op<&div_narrow<s16>>("div.s16"),
    op<&div_narrow<u32>>("div.u32"),
    op<&div_narrow<s32>>("div.s32"),
    sparse_op<&div<u64>>("div.u64"),
    sparse_op<&div<s64>>("div.s64"),
    op<&rem_narrow<u16>>("rem.u16"),
    op<&rem_narrow<s16>>("rem.s16"),
    op<&rem_narrow<u32>>("rem.u32"),
    op<&rem_narrow<s32>>("rem.s32"),
    sparse_op<&rem<u64>>("rem.u64"),
    sparse_op<&rem<s64>>("rem.s64"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::integer_table() { return entries; }

}  // namespace forewarp::emu::lanes
