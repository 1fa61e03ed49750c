// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// sin, cos, lg2, ex2 and tanh of f32.
#include "forewarp/emulate/lanes/kernels/approx.hpp"

namespace forewarp::emu::lanes {
namespace {

FOREWARP_LANES_INLINE bool ftz_of(Control control) { return (control & control_bits::ftz) != 0; }

float ex2(Control control, float x) { return flushed_if(ftz_of(control), exp2_single(flushed_if(ftz_of(control), x))); }
float lg2(Control control, float x) { return flushed_if(ftz_of(control), log2_single(flushed_if(ftz_of(control), x))); }
float tanh(Control control, float x) {
  return flushed_if(ftz_of(control), tanh_single(flushed_if(ftz_of(control), x)));
}
template <u32 turns>
float sin(Control control, float x) {
  return flushed_if(ftz_of(control), sine(flushed_if(ftz_of(control), x), turns));
}

constexpr LaneEntry entries[] = {
    op<&ex2>("ex2.f32"),           op<&lg2>("lg2.f32"),           op<&tanh>("tanh.f32"),
    sparse_op<&sin<0>>("sin.f32"), sparse_op<&sin<1>>("cos.f32"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::special_table() { return entries; }

}  // namespace forewarp::emu::lanes
