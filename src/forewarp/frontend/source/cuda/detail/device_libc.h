// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What device code may call of the C library: printf through vprintf (clang lowers it), assert, malloc and free, the
/// memory functions (clang expands them), abs.
extern "C" {
__device__ int vprintf(const char* format, const char* arguments);
__device__ __attribute__((noreturn)) void __assertfail(const char* condition, const char* file, unsigned line,
                                                       const char* function, size_t char_size);
__device__ void* malloc(size_t bytes);
__device__ void free(void* p);
__device__ int printf(const char* format, ...);
}
extern "C" __device__ __attribute__((noreturn)) inline void __assert_fail(const char* condition, const char* file,
                                                                          unsigned line, const char* function) {
  __assertfail(condition, file, line, function, 1);
}
// Clang adds new and delete of device code to this header, which call malloc and free.
#include <new>
__FW_D void* memcpy(void* to, const void* from, size_t n) { return __builtin_memcpy(to, from, n); }
__FW_D void* memset(void* to, int value, size_t n) { return __builtin_memset(to, value, n); }
