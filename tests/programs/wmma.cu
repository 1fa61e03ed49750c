// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma: every element type and shape with all layouts, against products on the host. All numbers are small
// integers, so that no result is rounded.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include "check.h"

namespace wmma = nvcuda::wmma;

/// d = 2 (a b + c) with the fragments' elements doubled one by one.
template <int M, int N, int K, class T, class Memory, class Sum, class La, class Lb>
__global__ void product(const Memory* a, const Memory* b, const Sum* c, Sum* d, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, La> left;
  wmma::fragment<wmma::matrix_b, M, N, K, T, Lb> right;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum, other;
  wmma::fill_fragment(other, 0.0f);
  wmma::load_matrix_sync(left, a, 32);
  wmma::load_matrix_sync(right, b, 32);
  wmma::load_matrix_sync(sum, c, 32, layout);
  wmma::mma_sync(other, left, right, sum);
  for (int i = 0; i < other.num_elements; ++i) sum.x[i] = other.x[i] + other.x[i];
  wmma::store_matrix_sync(d, sum, 32, layout);
}

template <class Layout>
constexpr bool is_row = false;
template <>
constexpr bool is_row<wmma::row_major> = true;
int at(bool row, int i, int j) { return row ? i * 32 + j : j * 32 + i; }

template <int M, int N, int K, class T, class Memory, class Sum, class La, class Lb>
void check(wmma::layout_t layout) {
  Memory *a, *b;
  Sum *c, *d;
  CALL(cudaMallocManaged(&a, 1024 * sizeof(Memory)));
  CALL(cudaMallocManaged(&b, 1024 * sizeof(Memory)));
  CALL(cudaMallocManaged(&c, 1024 * sizeof(Sum)));
  CALL(cudaMallocManaged(&d, 1024 * sizeof(Sum)));
  for (int i = 0; i < 1024; ++i) {
    a[i] = static_cast<Memory>(static_cast<float>(i * 7 % 5));
    b[i] = static_cast<Memory>(static_cast<float>(i * 11 % 6));
    c[i] = static_cast<Sum>(static_cast<float>(i % 4));
    d[i] = static_cast<Sum>(0.0f);
  }
  product<M, N, K, T, Memory, Sum, La, Lb><<<1, 32>>>(a, b, c, d, layout);
  CALL(cudaDeviceSynchronize());
  const bool row = layout == wmma::mem_row_major;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = static_cast<float>(c[at(row, i, j)]);
      for (int k = 0; k < K; ++k)
        sum += static_cast<float>(a[at(is_row<La>, i, k)]) * static_cast<float>(b[at(is_row<Lb>, k, j)]);
      CHECK(static_cast<float>(d[at(row, i, j)]) == 2 * sum);
    }
  CALL(cudaFree(a));
  CALL(cudaFree(b));
  CALL(cudaFree(c));
  CALL(cudaFree(d));
}
template <int M, int N, int K, class T, class Memory, class Sum>
void all_layouts() {
  check<M, N, K, T, Memory, Sum, wmma::row_major, wmma::row_major>(wmma::mem_row_major);
  check<M, N, K, T, Memory, Sum, wmma::row_major, wmma::col_major>(wmma::mem_col_major);
  check<M, N, K, T, Memory, Sum, wmma::col_major, wmma::row_major>(wmma::mem_row_major);
  check<M, N, K, T, Memory, Sum, wmma::col_major, wmma::col_major>(wmma::mem_col_major);
}
template <class T, class Sum>
void all_shapes() {
  all_layouts<16, 16, 16, T, T, Sum>();
  all_layouts<32, 8, 16, T, T, Sum>();
  all_layouts<8, 32, 16, T, T, Sum>();
}

int main() {
  all_shapes<__half, float>();
  all_shapes<__half, __half>();
  all_shapes<__nv_bfloat16, float>();
  all_shapes<signed char, int>();
  all_shapes<unsigned char, int>();
  all_layouts<16, 16, 8, wmma::precision::tf32, float, float>();
  all_layouts<8, 8, 4, double, double, double>();
  std::puts("PASS");
}
