// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// f32 arithmetic. The approximate division, reciprocal and root are the correctly rounded ones (hardware may be off by
/// two units in the last place, rsqrt by 2^-22.4); div.approx keeps its short range of divisors.
#include "forewarp/emulate/lanes/scalar/single.hpp"
#include "forewarp/emulate/lanes/kernels/directed.hpp"

namespace forewarp::emu::lanes {
namespace {

#define FOREWARP_LANES_ROUNDED(name)                                                                           \
  FOREWARP_LANES_OP(#name ".f32", name<false, false>), FOREWARP_LANES_OP(#name ".ftz.f32", name<true, false>), \
      FOREWARP_LANES_OP(#name ".sat.f32", name<false, true>),                                                  \
      FOREWARP_LANES_OP(#name ".ftz.sat.f32", name<true, true>)
#define FOREWARP_LANES_DIRECTED(name, fn)                                                                          \
  directed_op<&fn<false, false>>(#name ".directed.f32"), directed_op<&fn<true, false>>(#name ".directed.ftz.f32"), \
      directed_op<&fn<false, true>>(#name ".directed.sat.f32"),                                                    \
      directed_op<&fn<true, true>>(#name ".directed.ftz.sat.f32")
#define FOREWARP_LANES_BOTH(name, fn) \
  FOREWARP_LANES_OP(name ".f32", fn<false>), FOREWARP_LANES_OP(name ".ftz.f32", fn<true>)
#define FOREWARP_LANES_DIRECTED_BOTH(name, fn) \
  directed_op<&fn<false>>(name ".directed.f32"), directed_op<&fn<true>>(name ".directed.ftz.f32")
#define FOREWARP_LANES_PAIR(name)                                              \
  FOREWARP_LANES_OP(#name ".f32x2", pair<false, &name<false, false>>),         \
      FOREWARP_LANES_OP(#name ".ftz.f32x2", pair<true, &name<true, false>>),   \
      directed_op<&pair<false, &name<false, false>>>(#name ".directed.f32x2"), \
      directed_op<&pair<true, &name<true, false>>>(#name ".directed.ftz.f32x2")

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_ROUNDED(add),
    FOREWARP_LANES_ROUNDED(sub),
    FOREWARP_LANES_ROUNDED(mul),
    FOREWARP_LANES_ROUNDED(fma),
    FOREWARP_LANES_DIRECTED(add, add),
    FOREWARP_LANES_DIRECTED(sub, sub),
    FOREWARP_LANES_DIRECTED(mul, mul),
    FOREWARP_LANES_DIRECTED(fma, fma_directed),
    FOREWARP_LANES_PAIR(add),
    FOREWARP_LANES_PAIR(sub),
    FOREWARP_LANES_PAIR(mul),
    FOREWARP_LANES_OP("fma.f32x2", pair3<&fma<false, false>>),
    FOREWARP_LANES_OP("fma.ftz.f32x2", pair3<&fma<true, false>>),
    directed_op<&pair3<&fma_directed<false, false>>>("fma.directed.f32x2"),
    directed_op<&pair3<&fma_directed<true, false>>>("fma.directed.ftz.f32x2"),
    FOREWARP_LANES_BOTH("div", div),
    FOREWARP_LANES_BOTH("div.approx", div_approx),
    FOREWARP_LANES_DIRECTED_BOTH("div", div),
    FOREWARP_LANES_BOTH("rcp", rcp),
    FOREWARP_LANES_DIRECTED_BOTH("rcp", rcp),
    FOREWARP_LANES_BOTH("sqrt", sqrt),
    FOREWARP_LANES_DIRECTED_BOTH("sqrt", sqrt),
    FOREWARP_LANES_BOTH("rsqrt", rsqrt),
    FOREWARP_LANES_BOTH("neg", neg),
    FOREWARP_LANES_BOTH("abs", abs),
    FOREWARP_LANES_OP("min.f32", min_max<false>),
    FOREWARP_LANES_OP("max.f32", min_max<true>),
    FOREWARP_LANES_OP("min3.f32", min_max3<false>),
    FOREWARP_LANES_OP("max3.f32", min_max3<true>),
    FOREWARP_LANES_OP("copysign.f32", copysign),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::single_table() { return entries; }

}  // namespace forewarp::emu::lanes
