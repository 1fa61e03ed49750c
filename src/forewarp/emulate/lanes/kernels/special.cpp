// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// sin, cos, lg2, ex2 and tanh of f32.
#include "forewarp/emulate/lanes/scalar/special.hpp"
#include "forewarp/emulate/lanes/kernels/row.hpp"

namespace forewarp::emu::lanes {
namespace {

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_OP("ex2.f32", ex2), FOREWARP_LANES_OP("lg2.f32", lg2), FOREWARP_LANES_OP("tanh.f32", tanh),
    sparse_op<&sin<0>>("sin.f32"),     sparse_op<&sin<1>>("cos.f32"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::special_table() { return entries; }

}  // namespace forewarp::emu::lanes
