// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define STEP 32    // of k at a time
#define WORDS 16   // of two halves in a row of a tile
#define PADDED 20  // with four more, rows g = 0..7 begin in different quadruples of banks

/// c += a b on fragments of 16 x 16 and 16 x 8: one instruction from compute capability 8.0 on, two before.
__device__ __forceinline__ void multiply_add(float (&c)[4], const unsigned int (&a)[4], const unsigned int (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
#pragma unroll
  for (int half = 0; half < 2; ++half)
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
#endif
}

/// 64 rows of STEP halves of a matrix with rows of k, 16 bytes a thread twice.
__device__ __forceinline__ void load(unsigned int (&tile)[64][PADDED], const uint4* __restrict__ from, int k) {
#pragma unroll
  for (int i = threadIdx.x; i < 64 * WORDS / 4; i += 128)
    *reinterpret_cast<uint4*>(&tile[i / 4][i % 4 * 4]) = from[(size_t)(i / 4) * (k / 8) + i % 4];
}

/// c = a b^T by tensor cores, a of m x k and b of n x k halves, sums in single precision: a block computes 64 x 64 of
/// c, each of its four warps 32 x 32, from tiles of STEP columns of a and b in shared memory.
extern "C" __global__ void __launch_bounds__(128)
    gemm_f16_mma(const uint4* __restrict__ a, const uint4* __restrict__ b, float* __restrict__ c, int n, int k) {
  __shared__ __align__(16) unsigned int tile_a[64][PADDED];
  __shared__ __align__(16) unsigned int tile_b[64][PADDED];
  const int group = threadIdx.x % 32 / 4, place = threadIdx.x % 4;  // as the fragments number lanes
  const int top = threadIdx.x / 64 * 32, left = threadIdx.x / 32 % 2 * 32;
  a += (size_t)blockIdx.y * 64 * (k / 8);
  b += (size_t)blockIdx.x * 64 * (k / 8);
  float sum[2][4][4] = {};
  for (int first = 0; first < k; first += STEP) {
    load(tile_a, a + first / 8, k);
    load(tile_b, b + first / 8, k);
    __syncthreads();
#pragma unroll
    for (int word = 0; word < WORDS; word += 8) {
      unsigned int of_a[2][4], of_b[4][2];
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int part = 0; part < 4; ++part)
          of_a[i][part] = tile_a[top + 16 * i + part % 2 * 8 + group][word + part / 2 * 4 + place];
#pragma unroll
      for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int part = 0; part < 2; ++part) of_b[j][part] = tile_b[left + 8 * j + group][word + part * 4 + place];
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) multiply_add(sum[i][j], of_a[i], of_b[j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
      for (int part = 0; part < 2; ++part) {
        const size_t row = blockIdx.y * 64 + top + 16 * i + 8 * part + group;
        const size_t column = blockIdx.x * 64 + left + 8 * j + 2 * place;
        *reinterpret_cast<float2*>(&c[row * n + column]) = make_float2(sum[i][j][2 * part], sum[i][j][2 * part + 1]);
      }
}
