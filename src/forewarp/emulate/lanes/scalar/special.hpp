// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// sin, cos, lg2, ex2 and tanh of f32.
#include "forewarp/emulate/lanes/scalar/approx.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

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

}  // namespace
}  // namespace forewarp::emu::lanes
