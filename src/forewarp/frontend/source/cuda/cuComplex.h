// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's <cuComplex.h>: complex numbers as float2 and double2, for host and device code.
#define CU_COMPLEX_H_
#include <math.h>

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/// |z| without overflow of the squares.
#define __FW_COMPLEX(Complex, Real, make, s, root)                                                        \
  __FW_HD Complex make(Real re, Real im) { return Complex{re, im}; }                     \
  __FW_HD Real cuCreal##s(Complex z) { return z.x; }                                                        \
  __FW_HD Real cuCimag##s(Complex z) { return z.y; }                                                        \
  __FW_HD Complex cuConj##s(Complex z) { return Complex{z.x, -z.y}; }                                       \
  __FW_HD Complex cuCadd##s(Complex a, Complex b) { return Complex{a.x + b.x, a.y + b.y}; }                 \
  __FW_HD Complex cuCsub##s(Complex a, Complex b) { return Complex{a.x - b.x, a.y - b.y}; }                 \
  __FW_HD Complex cuCmul##s(Complex a, Complex b) {                                                         \
    return Complex{(a.x * b.x) - (a.y * b.y), (a.x * b.y) + (a.y * b.x)};                                   \
  }                                                                                                         \
  __FW_HD Complex cuCdiv##s(Complex a, Complex b) {                                                         \
    const Real x = b.x < 0 ? -b.x : b.x, y = b.y < 0 ? -b.y : b.y, scale = 1 / (x + y);                     \
    const Real ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                      \
    const Real over = 1 / ((bx * bx) + (by * by));                                                          \
    return Complex{((ax * bx) + (ay * by)) * over, ((ay * bx) - (ax * by)) * over};                         \
  }                                                                                                         \
  __FW_HD Complex cuCfma##s(Complex a, Complex b, Complex c) { return cuCadd##s(cuCmul##s(a, b), c); }      \
  __FW_HD Real cuCabs##s(Complex z) {                                                                       \
    const Real x = z.x < 0 ? -z.x : z.x, y = z.y < 0 ? -z.y : z.y, large = x < y ? y : x, small = x < y ? x : y; \
    if (large == 0) return large + small;                                                                   \
    const Real ratio = small / large;                                                                       \
    return large * root(1 + ratio * ratio);                                                                 \
  }
__FW_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f, sqrtf)
__FW_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, , sqrt)
#undef __FW_COMPLEX
__FW_HD cuComplex make_cuComplex(float re, float im) { return cuComplex{re, im}; }
__FW_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return cuDoubleComplex{z.x, z.y}; }
__FW_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return cuFloatComplex{static_cast<float>(z.x), static_cast<float>(z.y)};
}
