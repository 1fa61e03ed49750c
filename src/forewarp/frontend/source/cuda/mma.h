// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// nvcuda::wmma of the toolkit's <mma.h>: products of small matrices by a warp, of half, bfloat16, tf32, 8-bit integers
/// and double. A fragment's elements lie in registers as clang's builtins have them, which are the wmma instructions of
/// PTX.
#define __CUDA_MMA_H__
#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}  // namespace precision

/// What each kind of fragment has: element type, elements per thread, and its load.
template <class Use, int M, int N, int K, class T>
struct __fw_fragment;
// A variable would take a place in constant memory, of which the program may want all 64 KiB.
template <class Layout>
struct __fw_is_column {
  enum : int { value = 0 };
};
template <>
struct __fw_is_column<col_major> {
  enum : int { value = 1 };
};

#define __FW_FRAGMENT(use, m, n, k, type, element, count, word, load)                         \
  template <>                                                                                 \
  struct __fw_fragment<use, m, n, k, type> {                                                  \
    using Element = element;                                                                  \
    static constexpr int elements = count;                                                    \
    template <int Column>                                                                     \
    __device__ static void read(element* to, const element* from, unsigned stride) {          \
      load(reinterpret_cast<word*>(to), reinterpret_cast<const word*>(from), stride, Column); \
    }                                                                                         \
  };
__FW_FRAGMENT(matrix_a, 16, 16, 16, __half, __half, 16, int, __hmma_m16n16k16_ld_a)
__FW_FRAGMENT(matrix_b, 16, 16, 16, __half, __half, 16, int, __hmma_m16n16k16_ld_b)
__FW_FRAGMENT(accumulator, 16, 16, 16, __half, __half, 8, int, __hmma_m16n16k16_ld_c_f16)
__FW_FRAGMENT(accumulator, 16, 16, 16, float, float, 8, float, __hmma_m16n16k16_ld_c_f32)
__FW_FRAGMENT(accumulator, 16, 16, 16, int, int, 8, int, __imma_m16n16k16_ld_c)
__FW_FRAGMENT(matrix_a, 16, 16, 16, signed char, signed char, 8, int, __imma_m16n16k16_ld_a_s8)
__FW_FRAGMENT(matrix_a, 16, 16, 16, unsigned char, unsigned char, 8, int, __imma_m16n16k16_ld_a_u8)
__FW_FRAGMENT(matrix_a, 16, 16, 16, __nv_bfloat16, __nv_bfloat16, 8, int, __mma_bf16_m16n16k16_ld_a)
__FW_FRAGMENT(matrix_b, 16, 16, 16, signed char, signed char, 8, int, __imma_m16n16k16_ld_b_s8)
__FW_FRAGMENT(matrix_b, 16, 16, 16, unsigned char, unsigned char, 8, int, __imma_m16n16k16_ld_b_u8)
__FW_FRAGMENT(matrix_b, 16, 16, 16, __nv_bfloat16, __nv_bfloat16, 8, int, __mma_bf16_m16n16k16_ld_b)
__FW_FRAGMENT(matrix_a, 32, 8, 16, __half, __half, 16, int, __hmma_m32n8k16_ld_a)
__FW_FRAGMENT(matrix_b, 32, 8, 16, __half, __half, 16, int, __hmma_m32n8k16_ld_b)
__FW_FRAGMENT(accumulator, 32, 8, 16, __half, __half, 8, int, __hmma_m32n8k16_ld_c_f16)
__FW_FRAGMENT(accumulator, 32, 8, 16, float, float, 8, float, __hmma_m32n8k16_ld_c_f32)
__FW_FRAGMENT(accumulator, 32, 8, 16, int, int, 8, int, __imma_m32n8k16_ld_c)
__FW_FRAGMENT(matrix_a, 32, 8, 16, signed char, signed char, 16, int, __imma_m32n8k16_ld_a_s8)
__FW_FRAGMENT(matrix_a, 32, 8, 16, unsigned char, unsigned char, 16, int, __imma_m32n8k16_ld_a_u8)
__FW_FRAGMENT(matrix_a, 32, 8, 16, __nv_bfloat16, __nv_bfloat16, 16, int, __mma_bf16_m32n8k16_ld_a)
__FW_FRAGMENT(matrix_b, 32, 8, 16, signed char, signed char, 4, int, __imma_m32n8k16_ld_b_s8)
__FW_FRAGMENT(matrix_b, 32, 8, 16, unsigned char, unsigned char, 4, int, __imma_m32n8k16_ld_b_u8)
__FW_FRAGMENT(matrix_b, 32, 8, 16, __nv_bfloat16, __nv_bfloat16, 4, int, __mma_bf16_m32n8k16_ld_b)
__FW_FRAGMENT(matrix_a, 8, 32, 16, __half, __half, 16, int, __hmma_m8n32k16_ld_a)
__FW_FRAGMENT(matrix_b, 8, 32, 16, __half, __half, 16, int, __hmma_m8n32k16_ld_b)
__FW_FRAGMENT(accumulator, 8, 32, 16, __half, __half, 8, int, __hmma_m8n32k16_ld_c_f16)
__FW_FRAGMENT(accumulator, 8, 32, 16, float, float, 8, float, __hmma_m8n32k16_ld_c_f32)
__FW_FRAGMENT(accumulator, 8, 32, 16, int, int, 8, int, __imma_m8n32k16_ld_c)
__FW_FRAGMENT(matrix_a, 8, 32, 16, signed char, signed char, 4, int, __imma_m8n32k16_ld_a_s8)
__FW_FRAGMENT(matrix_a, 8, 32, 16, unsigned char, unsigned char, 4, int, __imma_m8n32k16_ld_a_u8)
__FW_FRAGMENT(matrix_a, 8, 32, 16, __nv_bfloat16, __nv_bfloat16, 4, int, __mma_bf16_m8n32k16_ld_a)
__FW_FRAGMENT(matrix_b, 8, 32, 16, signed char, signed char, 16, int, __imma_m8n32k16_ld_b_s8)
__FW_FRAGMENT(matrix_b, 8, 32, 16, unsigned char, unsigned char, 16, int, __imma_m8n32k16_ld_b_u8)
__FW_FRAGMENT(matrix_b, 8, 32, 16, __nv_bfloat16, __nv_bfloat16, 16, int, __mma_bf16_m8n32k16_ld_b)
__FW_FRAGMENT(matrix_a, 16, 16, 8, precision::tf32, float, 4, int, __mma_tf32_m16n16k8_ld_a)
__FW_FRAGMENT(matrix_b, 16, 16, 8, precision::tf32, float, 4, int, __mma_tf32_m16n16k8_ld_b)
__FW_FRAGMENT(accumulator, 16, 16, 8, float, float, 8, float, __mma_tf32_m16n16k8_ld_c)
__FW_FRAGMENT(matrix_a, 8, 8, 4, double, double, 1, double, __dmma_m8n8k4_ld_a)
__FW_FRAGMENT(matrix_b, 8, 8, 4, double, double, 1, double, __dmma_m8n8k4_ld_b)
__FW_FRAGMENT(accumulator, 8, 8, 4, double, double, 2, double, __dmma_m8n8k4_ld_c)
#undef __FW_FRAGMENT

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
  using Kind = __fw_fragment<Use, M, N, K, T>;

 public:
  using element_type = typename Kind::Element;
  using storage_element_type = element_type;
  static constexpr int num_elements = Kind::elements;
  static constexpr int num_storage_elements = Kind::elements;
  alignas(16) element_type x[num_elements];
};

/// Rounded to the 10 bits that the product reads.
__FW_D float __float_to_tf32(float x) {
  int bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return __int_as_float(bits);
}
template <class Fragment, class T>
__FW_D void fill_fragment(Fragment& f, const T& value) {
  for (int i = 0; i < Fragment::num_elements; ++i) f.x[i] = static_cast<typename Fragment::element_type>(value);
}
template <class Use, int M, int N, int K, class T, class Layout, class Memory>
__FW_D void load_matrix_sync(fragment<Use, M, N, K, T, Layout>& f, const Memory* from, unsigned stride) {
  using Kind = __fw_fragment<Use, M, N, K, T>;
  Kind::template read<__fw_is_column<Layout>::value>(f.x, reinterpret_cast<const typename Kind::Element*>(from), stride);
}
template <int M, int N, int K, class T>
__FW_D void load_matrix_sync(fragment<accumulator, M, N, K, T>& f, const T* from, unsigned stride, layout_t layout) {
  using Kind = __fw_fragment<accumulator, M, N, K, T>;
  if (layout == mem_row_major)
    Kind::template read<0>(f.x, from, stride);
  else
    Kind::template read<1>(f.x, from, stride);
}

#define __FW_STORE(m, n, k, type, word, store)                                                            \
  __FW_D void store_matrix_sync(type* to, const fragment<accumulator, m, n, k, type>& f, unsigned stride, \
                                layout_t layout) {                                                        \
    if (layout == mem_row_major)                                                                          \
      store(reinterpret_cast<word*>(to), reinterpret_cast<const word*>(f.x), stride, 0);                  \
    else                                                                                                  \
      store(reinterpret_cast<word*>(to), reinterpret_cast<const word*>(f.x), stride, 1);                  \
  }
__FW_STORE(16, 16, 16, __half, int, __hmma_m16n16k16_st_c_f16)
__FW_STORE(16, 16, 16, float, float, __hmma_m16n16k16_st_c_f32)
__FW_STORE(16, 16, 16, int, int, __imma_m16n16k16_st_c_i32)
__FW_STORE(32, 8, 16, __half, int, __hmma_m32n8k16_st_c_f16)
__FW_STORE(32, 8, 16, float, float, __hmma_m32n8k16_st_c_f32)
__FW_STORE(32, 8, 16, int, int, __imma_m32n8k16_st_c_i32)
__FW_STORE(8, 32, 16, __half, int, __hmma_m8n32k16_st_c_f16)
__FW_STORE(8, 32, 16, float, float, __hmma_m8n32k16_st_c_f32)
__FW_STORE(8, 32, 16, int, int, __imma_m8n32k16_st_c_i32)
__FW_STORE(16, 16, 8, float, float, __mma_m16n16k8_st_c_f32)
__FW_STORE(8, 8, 4, double, double, __dmma_m8n8k4_st_c_f64)
#undef __FW_STORE

/// d = a b + c, by the layouts of a and b: 0 row row, 1 row column, 2 column row, 3 column column.
#define __FW_PRODUCT_AS(mma, layout, saturated)                                                         \
  mma(reinterpret_cast<Word*>(d.x), reinterpret_cast<const Ab*>(a.x), reinterpret_cast<const Ab*>(b.x), \
      reinterpret_cast<const Cc*>(c.x), layout, saturated)
#define __FW_PRODUCT(m, n, k, type, dtype, ctype, dword, abword, cword, mma)                                     \
  template <class La, class Lb>                                                                                  \
  __FW_D void mma_sync(fragment<accumulator, m, n, k, dtype>& d, const fragment<matrix_a, m, n, k, type, La>& a, \
                       const fragment<matrix_b, m, n, k, type, Lb>& b,                                           \
                       const fragment<accumulator, m, n, k, ctype>& c) {                                         \
    using Word = dword;                                                                                          \
    using Ab = abword;                                                                                           \
    using Cc = cword;                                                                                            \
    constexpr int layout = 2 * __fw_is_column<La>::value + __fw_is_column<Lb>::value;                                              \
    __FW_PRODUCT_AS(mma, layout, 0);                                                                             \
  }
/// With the result saturated, of integers.
#define __FW_SATURATED(m, n, k, type, mma)                                                                           \
  template <class La, class Lb>                                                                                      \
  __FW_D void mma_sync(fragment<accumulator, m, n, k, int>& d, const fragment<matrix_a, m, n, k, type, La>& a,       \
                       const fragment<matrix_b, m, n, k, type, Lb>& b, const fragment<accumulator, m, n, k, int>& c, \
                       bool saturated) {                                                                             \
    using Word = int;                                                                                                \
    using Ab = int;                                                                                                  \
    using Cc = int;                                                                                                  \
    constexpr int layout = 2 * __fw_is_column<La>::value + __fw_is_column<Lb>::value;                                                  \
    if (saturated)                                                                                                   \
      __FW_PRODUCT_AS(mma, layout, 1);                                                                               \
    else                                                                                                             \
      __FW_PRODUCT_AS(mma, layout, 0);                                                                               \
  }
__FW_PRODUCT(16, 16, 16, __half, float, float, float, int, float, __hmma_m16n16k16_mma_f32f32)
__FW_PRODUCT(16, 16, 16, __half, float, __half, float, int, int, __hmma_m16n16k16_mma_f32f16)
__FW_PRODUCT(16, 16, 16, __half, __half, float, int, int, float, __hmma_m16n16k16_mma_f16f32)
__FW_PRODUCT(16, 16, 16, __half, __half, __half, int, int, int, __hmma_m16n16k16_mma_f16f16)
__FW_PRODUCT(16, 16, 16, signed char, int, int, int, int, int, __imma_m16n16k16_mma_s8)
__FW_SATURATED(16, 16, 16, signed char, __imma_m16n16k16_mma_s8)
__FW_PRODUCT(16, 16, 16, unsigned char, int, int, int, int, int, __imma_m16n16k16_mma_u8)
__FW_SATURATED(16, 16, 16, unsigned char, __imma_m16n16k16_mma_u8)
__FW_PRODUCT(16, 16, 16, __nv_bfloat16, float, float, float, int, float, __mma_bf16_m16n16k16_mma_f32)
__FW_PRODUCT(32, 8, 16, __half, float, float, float, int, float, __hmma_m32n8k16_mma_f32f32)
__FW_PRODUCT(32, 8, 16, __half, float, __half, float, int, int, __hmma_m32n8k16_mma_f32f16)
__FW_PRODUCT(32, 8, 16, __half, __half, float, int, int, float, __hmma_m32n8k16_mma_f16f32)
__FW_PRODUCT(32, 8, 16, __half, __half, __half, int, int, int, __hmma_m32n8k16_mma_f16f16)
__FW_PRODUCT(32, 8, 16, signed char, int, int, int, int, int, __imma_m32n8k16_mma_s8)
__FW_SATURATED(32, 8, 16, signed char, __imma_m32n8k16_mma_s8)
__FW_PRODUCT(32, 8, 16, unsigned char, int, int, int, int, int, __imma_m32n8k16_mma_u8)
__FW_SATURATED(32, 8, 16, unsigned char, __imma_m32n8k16_mma_u8)
__FW_PRODUCT(32, 8, 16, __nv_bfloat16, float, float, float, int, float, __mma_bf16_m32n8k16_mma_f32)
__FW_PRODUCT(8, 32, 16, __half, float, float, float, int, float, __hmma_m8n32k16_mma_f32f32)
__FW_PRODUCT(8, 32, 16, __half, float, __half, float, int, int, __hmma_m8n32k16_mma_f32f16)
__FW_PRODUCT(8, 32, 16, __half, __half, float, int, int, float, __hmma_m8n32k16_mma_f16f32)
__FW_PRODUCT(8, 32, 16, __half, __half, __half, int, int, int, __hmma_m8n32k16_mma_f16f16)
__FW_PRODUCT(8, 32, 16, signed char, int, int, int, int, int, __imma_m8n32k16_mma_s8)
__FW_SATURATED(8, 32, 16, signed char, __imma_m8n32k16_mma_s8)
__FW_PRODUCT(8, 32, 16, unsigned char, int, int, int, int, int, __imma_m8n32k16_mma_u8)
__FW_SATURATED(8, 32, 16, unsigned char, __imma_m8n32k16_mma_u8)
__FW_PRODUCT(8, 32, 16, __nv_bfloat16, float, float, float, int, float, __mma_bf16_m8n32k16_mma_f32)
__FW_PRODUCT(16, 16, 8, precision::tf32, float, float, float, int, float, __mma_tf32_m16n16k8_mma_f32)
__FW_PRODUCT(8, 8, 4, double, double, double, double, double, double, __dmma_m8n8k4_mma_f64)
#undef __FW_PRODUCT
#undef __FW_SATURATED
#undef __FW_PRODUCT_AS
}  // namespace wmma
}  // namespace nvcuda
