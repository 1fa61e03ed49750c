// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Polynomials by Horner's rule, one fused multiply-add per coefficient, the highest power first, of 2 to 23 coefficients:
/// __fw_polyd(x, a, b, c) is (a x + b) x + c. A macro, since OpenCL C has no variadic functions; x is a variable, because
/// it is evaluated once per coefficient. __FW_HN takes the first of N - 1 steps.
// clang-format off
#define __FW_H2(f, x, p, a) f(p, x, a)
#define __FW_H3(f, x, p, a, ...) __FW_H2(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H4(f, x, p, a, ...) __FW_H3(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H5(f, x, p, a, ...) __FW_H4(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H6(f, x, p, a, ...) __FW_H5(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H7(f, x, p, a, ...) __FW_H6(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H8(f, x, p, a, ...) __FW_H7(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H9(f, x, p, a, ...) __FW_H8(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H10(f, x, p, a, ...) __FW_H9(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H11(f, x, p, a, ...) __FW_H10(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H12(f, x, p, a, ...) __FW_H11(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H13(f, x, p, a, ...) __FW_H12(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H14(f, x, p, a, ...) __FW_H13(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H15(f, x, p, a, ...) __FW_H14(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H16(f, x, p, a, ...) __FW_H15(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H17(f, x, p, a, ...) __FW_H16(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H18(f, x, p, a, ...) __FW_H17(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H19(f, x, p, a, ...) __FW_H18(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H20(f, x, p, a, ...) __FW_H19(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H21(f, x, p, a, ...) __FW_H20(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H22(f, x, p, a, ...) __FW_H21(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_H23(f, x, p, a, ...) __FW_H22(f, x, f(p, x, a), __VA_ARGS__)
#define __FW_AFTER_23( \
  c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23, name, \
  ...) name
#define __FW_POLY(f, x, ...) \
  __FW_AFTER_23(__VA_ARGS__, __FW_H23, __FW_H22, __FW_H21, __FW_H20, __FW_H19, __FW_H18, __FW_H17, __FW_H16, \
  __FW_H15, __FW_H14, __FW_H13, __FW_H12, __FW_H11, __FW_H10, __FW_H9, __FW_H8, __FW_H7, __FW_H6, __FW_H5, __FW_H4, \
  __FW_H3, __FW_H2, none)(f, x, __VA_ARGS__)
// clang-format on
#define __fw_polyf(x, ...) __FW_POLY(__fw_fmaf, x, __VA_ARGS__)
#define __fw_polyd(x, ...) __FW_POLY(__fw_fmad, x, __VA_ARGS__)
