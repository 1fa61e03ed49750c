// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// cvt among integers, between integers and f32/f64, and between f32 and f64. A source narrower
/// than its register is cut out and extended; a result narrower than its register is extended to it
/// by its own sign. Example, cvt.s8.s32 of 200: the low 8 bits are 0xc8, and the register gets
/// 0xffffffc8, -56.
#include "forewarp/emulate/lanes/scalar/convert.hpp"
#include "forewarp/emulate/lanes/kernels/directed.hpp"

namespace forewarp::emu::lanes {
namespace {

#define FOREWARP_LANES_FROM(float_name, F, integer_name, I)                                    \
  FOREWARP_LANES_OP("cvt." float_name "." integer_name ".w", from_integer<F, I, u32>),         \
      FOREWARP_LANES_OP("cvt." float_name "." integer_name ".l", from_integer<F, I, u64>),     \
      directed_op<&from_integer<F, I, u32>>("cvt.directed." float_name "." integer_name ".w"), \
      directed_op<&from_integer<F, I, u64>>("cvt.directed." float_name "." integer_name ".l")
#define FOREWARP_LANES_FROM_LONG(float_name, F, integer_name, I)                       \
  FOREWARP_LANES_OP("cvt." float_name "." integer_name ".l", from_integer<F, I, u64>), \
      directed_op<&from_integer<F, I, u64>>("cvt.directed." float_name "." integer_name ".l")

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_OP("cvt.w.w", integer<u32, u32>),
    FOREWARP_LANES_OP("cvt.w.l", integer<u32, u64>),
    FOREWARP_LANES_OP("cvt.l.w", integer<u64, u32>),
    FOREWARP_LANES_OP("cvt.l.l", integer<u64, u64>),
    sparse_op<&integer_sat<u32, u32>>("cvt.sat.w.w"),
    sparse_op<&integer_sat<u32, u64>>("cvt.sat.w.l"),
    sparse_op<&integer_sat<u64, u32>>("cvt.sat.l.w"),
    sparse_op<&integer_sat<u64, u64>>("cvt.sat.l.l"),
    FOREWARP_LANES_FROM("f32", float, "s32", s32),
    FOREWARP_LANES_FROM("f32", float, "u32", u32),
    FOREWARP_LANES_FROM_LONG("f32", float, "s64", s64),
    FOREWARP_LANES_FROM_LONG("f32", float, "u64", u64),
    FOREWARP_LANES_FROM("f64", double, "s32", s32),
    FOREWARP_LANES_FROM("f64", double, "u32", u32),
    FOREWARP_LANES_FROM_LONG("f64", double, "s64", s64),
    FOREWARP_LANES_FROM_LONG("f64", double, "u64", u64),
    FOREWARP_LANES_ROUNDING_OP("cvt.s32.f32.w", to_integer<u32, s32, float>),
    FOREWARP_LANES_ROUNDING_OP("cvt.s32.f32.l", to_integer<u64, s32, float>),
    FOREWARP_LANES_ROUNDING_OP("cvt.u32.f32.w", to_integer<u32, u32, float>),
    FOREWARP_LANES_ROUNDING_OP("cvt.u32.f32.l", to_integer<u64, u32, float>),
    sparse_op<&to_integer<u64, s64, float>>("cvt.s64.f32.l"),
    sparse_op<&to_integer<u64, u64, float>>("cvt.u64.f32.l"),
    FOREWARP_LANES_ROUNDING_OP("cvt.s32.f64.w", to_integer<u32, s32, double>),
    FOREWARP_LANES_ROUNDING_OP("cvt.s32.f64.l", to_integer<u64, s32, double>),
    FOREWARP_LANES_ROUNDING_OP("cvt.u32.f64.w", to_integer<u32, u32, double>),
    FOREWARP_LANES_ROUNDING_OP("cvt.u32.f64.l", to_integer<u64, u32, double>),
    sparse_op<&to_integer<u64, s64, double>>("cvt.s64.f64.l"),
    sparse_op<&to_integer<u64, u64, double>>("cvt.u64.f64.l"),
    FOREWARP_LANES_OP("cvt.f64.f32", widen),
    FOREWARP_LANES_OP("cvt.f32.f64", narrow),
    directed_op<&narrow>("cvt.directed.f32.f64"),
    FOREWARP_LANES_ROUNDING_OP("cvt.f32.f32", integral_float<float>),
    FOREWARP_LANES_ROUNDING_OP("cvt.f64.f64", integral_float<double>),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::convert_table() { return entries; }

}  // namespace forewarp::emu::lanes
