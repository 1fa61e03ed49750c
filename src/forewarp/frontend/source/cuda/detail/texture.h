// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Reads of texture objects in kernels: the functions of the CUDA C++ programming guide, "Texture Functions", each the
/// instruction that nvcc emits.
template <class T>
struct __fw_texel {
  template <class V>
  __FW_D T of(V x, V, V, V) {
    return static_cast<T>(x);
  }
  using element = T;
};
#define __FW_VECTOR_TEXEL(vector, scalar, ...)    \
  template <>                                     \
  struct __fw_texel<vector> {                     \
    using element = scalar;                       \
    template <class V>                            \
    __FW_D vector of(V x, V y, V z, V w) { \
      return {__VA_ARGS__};                       \
    }                                             \
  };
#define __FW_TEXELS(name, scalar)                          \
  __FW_VECTOR_TEXEL(name##1, scalar, (scalar)x)            \
  __FW_VECTOR_TEXEL(name##2, scalar, (scalar)x, (scalar)y) \
  __FW_VECTOR_TEXEL(name##4, scalar, (scalar)x, (scalar)y, (scalar)z, (scalar)w)
__FW_TEXELS(char, signed char)
__FW_TEXELS(uchar, unsigned char)
__FW_TEXELS(short, short)
__FW_TEXELS(ushort, unsigned short)
__FW_TEXELS(int, int)
__FW_TEXELS(uint, unsigned)
__FW_TEXELS(float, float)
#undef __FW_VECTOR_TEXEL
#undef __FW_TEXELS
#define __FW_READ_AS(type, ptx, reg, op, form, place, ...)                                                          \
  {                                                                                                                 \
    type a, b, c, d;                                                                                                \
    asm(op form ".v4." ptx place : "=" reg(a), "=" reg(b), "=" reg(c), "=" reg(d) : [t] "l"(texture), __VA_ARGS__); \
    return __fw_texel<T>::of(a, b, c, d);                                                                           \
  }
#define __FW_READ(op, form, place, ...)                           \
  using __fw_element = typename __fw_texel<T>::element;           \
  if constexpr (__is_same(__fw_element, float))                   \
    __FW_READ_AS(float, "f32", "f", op, form, place, __VA_ARGS__) \
  else if constexpr ((__fw_element)(-1) < (__fw_element)0)        \
    __FW_READ_AS(int, "s32", "r", op, form, place, __VA_ARGS__)   \
  else                                                            \
    __FW_READ_AS(unsigned, "u32", "r", op, form, place, __VA_ARGS__)
#define __FW_TEXTURE(name, parameters, op, form, place, ...) \
  template <class T>                                         \
  __FW_D T name parameters {                                 \
    __FW_READ(op, form, place, __VA_ARGS__)                  \
  }
#define __FW_X [x] "f"(x)
#define __FW_XY __FW_X, [y] "f"(y)
#define __FW_XYZ __FW_XY, [z] "f"(z)
#define __FW_LAYER [layer] "r"(layer)
// clang-format off
__FW_TEXTURE(tex1Dfetch, (cudaTextureObject_t texture, int x), "tex.", "1d", ".s32 {%0, %1, %2, %3}, [%[t], {%[x]}];", [x] "r"(x))
__FW_TEXTURE(tex1D, (cudaTextureObject_t texture, float x), "tex.", "1d", ".f32 {%0, %1, %2, %3}, [%[t], {%[x]}];", __FW_X)
__FW_TEXTURE(tex2D, (cudaTextureObject_t texture, float x, float y), "tex.", "2d", ".f32 {%0, %1, %2, %3}, [%[t], {%[x], %[y]}];", __FW_XY)
__FW_TEXTURE(tex3D, (cudaTextureObject_t texture, float x, float y, float z), "tex.", "3d", ".f32 {%0, %1, %2, %3}, [%[t], {%[x], %[y], %[z], %[z]}];", __FW_XYZ)
__FW_TEXTURE(tex1DLayered, (cudaTextureObject_t texture, float x, int layer), "tex.", "a1d", ".f32 {%0, %1, %2, %3}, [%[t], {%[layer], %[x]}];", __FW_X, __FW_LAYER)
__FW_TEXTURE(tex2DLayered, (cudaTextureObject_t texture, float x, float y, int layer), "tex.", "a2d", ".f32 {%0, %1, %2, %3}, [%[t], {%[layer], %[x], %[y], %[y]}];", __FW_XY, __FW_LAYER)
__FW_TEXTURE(texCubemap, (cudaTextureObject_t texture, float x, float y, float z), "tex.", "cube", ".f32 {%0, %1, %2, %3}, [%[t], {%[x], %[y], %[z], %[z]}];", __FW_XYZ)
__FW_TEXTURE(texCubemapLayered, (cudaTextureObject_t texture, float x, float y, float z, int layer), "tex.", "acube", ".f32 {%0, %1, %2, %3}, [%[t], {%[layer], %[x], %[y], %[z]}];", __FW_XYZ, __FW_LAYER)
__FW_TEXTURE(tex1DLod, (cudaTextureObject_t texture, float x, float level), "tex.level.", "1d", ".f32 {%0, %1, %2, %3}, [%[t], {%[x]}], %[level];", __FW_X, [level] "f"(level))
__FW_TEXTURE(tex2DLod, (cudaTextureObject_t texture, float x, float y, float level), "tex.level.", "2d", ".f32 {%0, %1, %2, %3}, [%[t], {%[x], %[y]}], %[level];", __FW_XY, [level] "f"(level))
__FW_TEXTURE(tex3DLod, (cudaTextureObject_t texture, float x, float y, float z, float level), "tex.level.", "3d", ".f32 {%0, %1, %2, %3}, [%[t], {%[x], %[y], %[z], %[z]}], %[level];", __FW_XYZ, [level] "f"(level))
__FW_TEXTURE(tex2DGrad, (cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy), "tex.grad.", "2d", ".f32 {%0, %1, %2, %3}, [%[t], {%[x], %[y]}], {%[dxx], %[dxy]}, {%[dyx], %[dyy]};", __FW_XY, [dxx] "f"(dx.x), [dxy] "f"(dx.y), [dyx] "f"(dy.x), [dyy] "f"(dy.y))
#define __FW_GATHER(channel) __FW_READ("tld4." channel ".", "2d", ".f32 {%0, %1, %2, %3}, [%[t], {%[x], %[y]}];", __FW_XY)
template <class T>
__FW_D T tex2Dgather(cudaTextureObject_t texture, float x, float y, int channel = 0) {
  if (channel == 0) { __FW_GATHER("r") }
  if (channel == 1) { __FW_GATHER("g") }
  if (channel == 2) { __FW_GATHER("b") }
  { __FW_GATHER("a") }
}
// clang-format on
#undef __FW_GATHER
#undef __FW_TEXTURE
#undef __FW_READ
#undef __FW_READ_AS
#undef __FW_X
#undef __FW_XY
#undef __FW_XYZ
#undef __FW_LAYER
/// The same with the result in the first argument: tex2D(&value, texture, x, y).
#define __FW_INTO(name)                                                     \
  template <class T, class... Coordinates>                                  \
  __FW_D void name(T* to, cudaTextureObject_t texture, Coordinates... at) { \
    *to = name<T>(texture, at...);                                          \
  }
__FW_INTO(tex1Dfetch)
__FW_INTO(tex1D)
__FW_INTO(tex2D)
__FW_INTO(tex3D)
__FW_INTO(tex1DLayered)
__FW_INTO(tex2DLayered)
__FW_INTO(texCubemap)
__FW_INTO(texCubemapLayered)
__FW_INTO(tex1DLod)
__FW_INTO(tex2DLod)
__FW_INTO(tex3DLod)
__FW_INTO(tex2DGrad)
__FW_INTO(tex2Dgather)
#undef __FW_INTO
