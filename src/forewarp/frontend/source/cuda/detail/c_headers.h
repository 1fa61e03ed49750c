// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The C headers that a toolkit's cuda_runtime.h brings along; libstdc++'s own <cmath> costs 100 ms and stays out
/// unless the user asks for it.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#if __has_include(<math.h>)
#ifdef __cplusplus
#include <initializer_list>
#endif
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#if defined(__cplusplus) && __has_include(<bits/std_abs.h>)
// A toolkit's abs(-1.5f) is std's, not the C library's of int; <cmath> brings the other names.
#include <bits/std_abs.h>
using std::abs;
#endif
