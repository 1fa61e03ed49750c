// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Vector types with the sizes and alignments of the CUDA C++ Programming Guide, table "Alignment Requirements", for C, too.
// clang-format off
#ifdef __cplusplus
#define __FW_MADE(type, ...) type{__VA_ARGS__}
#else
#define __FW_MADE(type, ...) ((type){__VA_ARGS__})
#endif
#define __FW_VECTORS(name, type, align1, align2, align3, align4) \
  typedef struct __align__(align1) name##1 { type x; } name##1; \
  typedef struct __align__(align2) name##2 { type x, y; } name##2; \
  typedef struct __align__(align3) name##3 { type x, y, z; } name##3; \
  typedef struct __align__(align4) name##4 { type x, y, z, w; } name##4; \
  __FW_HD name##1 make_##name##1(type x) { return __FW_MADE(name##1, x); } \
  __FW_HD name##2 make_##name##2(type x, type y) { return __FW_MADE(name##2, x, y); } \
  __FW_HD name##3 make_##name##3(type x, type y, type z) { return __FW_MADE(name##3, x, y, z); } \
  __FW_HD name##4 make_##name##4(type x, type y, type z, type w) { return __FW_MADE(name##4, x, y, z, w); }
__FW_VECTORS(char, signed char, 1, 2, 1, 4)
__FW_VECTORS(uchar, unsigned char, 1, 2, 1, 4)
__FW_VECTORS(short, short, 2, 4, 2, 8)
__FW_VECTORS(ushort, unsigned short, 2, 4, 2, 8)
__FW_VECTORS(int, int, 4, 8, 4, 16)
__FW_VECTORS(uint, unsigned int, 4, 8, 4, 16)
__FW_VECTORS(long, long, 8, 16, 8, 16)
__FW_VECTORS(ulong, unsigned long, 8, 16, 8, 16)
__FW_VECTORS(longlong, long long, 8, 16, 8, 16)
__FW_VECTORS(ulonglong, unsigned long long, 8, 16, 8, 16)
__FW_VECTORS(float, float, 4, 8, 4, 16)
__FW_VECTORS(double, double, 8, 16, 8, 16)
#undef __FW_VECTORS
// Of CUDA 13: four numbers of 8 bytes whose alignment is in the name.
#define __FW_WIDE_VECTOR(name, type, align) \
  typedef struct __align__(align) name##4_##align##a { type x, y, z, w; } name##4_##align##a; \
  __FW_HD name##4_##align##a make_##name##4_##align##a(type x, type y, type z, type w) { return __FW_MADE(name##4_##align##a, x, y, z, w); }
#define __FW_WIDE_VECTORS(name, type) __FW_WIDE_VECTOR(name, type, 16) __FW_WIDE_VECTOR(name, type, 32)
__FW_WIDE_VECTORS(long, long)
__FW_WIDE_VECTORS(ulong, unsigned long)
__FW_WIDE_VECTORS(longlong, long long)
__FW_WIDE_VECTORS(ulonglong, unsigned long long)
__FW_WIDE_VECTORS(double, double)
#undef __FW_WIDE_VECTORS
#undef __FW_WIDE_VECTOR
// clang-format on
#undef __FW_MADE
#ifdef __cplusplus
struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
#else
typedef struct dim3 {
  unsigned int x, y, z;
} dim3;
#endif
