// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// f64 arithmetic. Results that are not numbers are 0xfff8000000000000.
#include "forewarp/emulate/lanes/scalar/double.hpp"
#include "forewarp/emulate/lanes/kernels/directed.hpp"

namespace forewarp::emu::lanes {
namespace {

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_OP("add.f64", add),
    FOREWARP_LANES_OP("sub.f64", sub),
    FOREWARP_LANES_OP("mul.f64", mul),
    FOREWARP_LANES_OP("fma.f64", fma),
    FOREWARP_LANES_OP("div.f64", div),
    FOREWARP_LANES_OP("rcp.f64", rcp),
    FOREWARP_LANES_OP("sqrt.f64", sqrt),
    directed_op<&add>("add.directed.f64"),
    directed_op<&sub>("sub.directed.f64"),
    directed_op<&mul>("mul.directed.f64"),
    directed_op<&fma>("fma.directed.f64"),
    directed_op<&div>("div.directed.f64"),
    directed_op<&rcp>("rcp.directed.f64"),
    directed_op<&sqrt>("sqrt.directed.f64"),
    FOREWARP_LANES_OP("rcp.approx.ftz.f64", rcp_gross),
    FOREWARP_LANES_OP("rsqrt.approx.f64", rsqrt),
    FOREWARP_LANES_OP("rsqrt.approx.ftz.f64", rsqrt_gross),
    FOREWARP_LANES_OP("neg.f64", neg),
    FOREWARP_LANES_OP("abs.f64", abs),
    FOREWARP_LANES_OP("min.f64", min_max<false>),
    FOREWARP_LANES_OP("max.f64", min_max<true>),
    FOREWARP_LANES_OP("copysign.f64", copysign),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::double_table() { return entries; }

}  // namespace forewarp::emu::lanes
