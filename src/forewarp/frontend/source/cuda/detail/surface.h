// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Reads and writes of surface objects in kernels (CUDA C++ programming guide, "Surface Functions"). x counts bytes.
template <unsigned bytes>
struct __fw_surface_bits;
template <>
struct __fw_surface_bits<1> {
  using type = unsigned short;
};
template <>
struct __fw_surface_bits<2> {
  using type = unsigned short;
};
template <>
struct __fw_surface_bits<4> {
  using type = unsigned;
};
template <>
struct __fw_surface_bits<8> {
  using type = uint2;
};
template <>
struct __fw_surface_bits<16> {
  using type = uint4;
};
#define __FW_LOAD_BITS(form, outside, place, ...)                                                        \
  if constexpr (sizeof(T) == 1)                                                                          \
    asm volatile("suld.b." form ".b8." outside " {%0}, " place ";" : "=h"(v) : __VA_ARGS__ : "memory");  \
  else if constexpr (sizeof(T) == 2)                                                                     \
    asm volatile("suld.b." form ".b16." outside " {%0}, " place ";" : "=h"(v) : __VA_ARGS__ : "memory"); \
  else if constexpr (sizeof(T) == 4)                                                                     \
    asm volatile("suld.b." form ".b32." outside " {%0}, " place ";" : "=r"(v) : __VA_ARGS__ : "memory"); \
  else if constexpr (sizeof(T) == 8)                                                                     \
    asm volatile("suld.b." form ".v2.b32." outside " {%0, %1}, " place ";"                               \
                 : "=r"(v.x), "=r"(v.y)                                                                  \
                 : __VA_ARGS__                                                                           \
                 : "memory");                                                                            \
  else                                                                                                   \
    asm volatile("suld.b." form ".v4.b32." outside " {%0, %1, %2, %3}, " place ";"                       \
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)                                            \
                 : __VA_ARGS__                                                                           \
                 : "memory");
#define __FW_STORE_BITS(form, outside, place, ...)                                                                 \
  if constexpr (sizeof(T) == 1)                                                                                    \
    asm volatile("sust.b." form ".b8." outside " " place ", {%0};" ::"h"(v), __VA_ARGS__ : "memory");              \
  else if constexpr (sizeof(T) == 2)                                                                               \
    asm volatile("sust.b." form ".b16." outside " " place ", {%0};" ::"h"(v), __VA_ARGS__ : "memory");             \
  else if constexpr (sizeof(T) == 4)                                                                               \
    asm volatile("sust.b." form ".b32." outside " " place ", {%0};" ::"r"(v), __VA_ARGS__ : "memory");             \
  else if constexpr (sizeof(T) == 8)                                                                               \
    asm volatile("sust.b." form ".v2.b32." outside " " place ", {%0, %1};" ::"r"(v.x), "r"(v.y), __VA_ARGS__       \
                 : "memory");                                                                                      \
  else                                                                                                             \
    asm volatile("sust.b." form ".v4.b32." outside " " place ", {%0, %1, %2, %3};" ::"r"(v.x), "r"(v.y), "r"(v.z), \
                 "r"(v.w), __VA_ARGS__                                                                             \
                 : "memory");
#define __FW_MODES(of, form, place, ...)      \
  if (mode == cudaBoundaryModeTrap) {         \
    of(form, "trap", place, __VA_ARGS__)      \
  } else if (mode == cudaBoundaryModeClamp) { \
    of(form, "clamp", place, __VA_ARGS__)     \
  } else {                                    \
    of(form, "zero", place, __VA_ARGS__)      \
  }
/// name##read<T>(surface, ...), name##read(&t, surface, ...) and name##write(t, surface, ...).
#define __FW_SURFACE(name, coordinates, names, form, place, ...)                 \
  template <class T>                                                             \
  __FW_D T name##read(cudaSurfaceObject_t s, __FW_LIST coordinates,              \
                      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {     \
    typename __fw_surface_bits<sizeof(T)>::type v;                               \
    __FW_MODES(__FW_LOAD_BITS, form, place, [s] "l"(s), __VA_ARGS__)             \
    T value;                                                                     \
    __builtin_memcpy(&value, &v, sizeof value);                                  \
    return value;                                                                \
  }                                                                              \
  template <class T>                                                             \
  __FW_D void name##read(T* to, cudaSurfaceObject_t s, __FW_LIST coordinates,    \
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
    *to = name##read<T>(s, __FW_LIST names, mode);                               \
  }                                                                              \
  template <class T>                                                             \
  __FW_D void name##write(T value, cudaSurfaceObject_t s, __FW_LIST coordinates, \
                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    typename __fw_surface_bits<sizeof(T)>::type v{};                             \
    __builtin_memcpy(&v, &value, sizeof value);                                  \
    __FW_MODES(__FW_STORE_BITS, form, place, [s] "l"(s), __VA_ARGS__)            \
  }
#define __FW_LIST(...) __VA_ARGS__
// clang-format off
__FW_SURFACE(surf1D, (int x), (x), "1d", "[%[s], {%[x]}]", [x] "r"(x))
__FW_SURFACE(surf2D, (int x, int y), (x, y), "2d", "[%[s], {%[x], %[y]}]", [x] "r"(x), [y] "r"(y))
__FW_SURFACE(surf3D, (int x, int y, int z), (x, y, z), "3d", "[%[s], {%[x], %[y], %[z], %[z]}]", [x] "r"(x), [y] "r"(y), [z] "r"(z))
__FW_SURFACE(surf1DLayered, (int x, int layer), (x, layer), "a1d", "[%[s], {%[layer], %[x]}]", [x] "r"(x), [layer] "r"(layer))
__FW_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer), "a2d", "[%[s], {%[layer], %[x], %[y], %[y]}]", [x] "r"(x), [y] "r"(y), [layer] "r"(layer))
// clang-format on
#undef __FW_LIST
#undef __FW_SURFACE
#undef __FW_MODES
#undef __FW_STORE_BITS
#undef __FW_LOAD_BITS
