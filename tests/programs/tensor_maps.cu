// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Copies of tiles between tensors and shared memory (TMA, sm_90): boxes at edges, swizzles, strides, stores and sums.
#include <cstdint>

#include "check.h"

struct alignas(64) TensorMap {  // CUtensorMap of cuda.h
  std::uint64_t opaque[16];
};
using Encode = int (*)(TensorMap*, int type, unsigned rank, void* address, const std::uint64_t* sizes,
                       const std::uint64_t* strides, const unsigned* box, const unsigned* steps, int interleave,
                       int swizzle, int promotion, int fill);

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

/// Waits until a box of this many bytes is in shared memory.
__device__ void load(void* to, const TensorMap* map, int x, int y, std::uint64_t* barrier, unsigned bytes,
                     unsigned phase) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
        "[%2];" ::"r"(shared_address(to)),
        "l"(map), "r"(shared_address(barrier)), "r"(x), "r"(y)
        : "memory");
  }
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(
                   shared_address(barrier)),
               "r"(phase)
               : "memory");
}

constexpr int width = 100, height = 50, widest_box = 32, box_height = 8;

/// Every tile of the tensor goes through shared memory. There the 16-byte parts of a row change places by the number of
/// their 128-byte line: `parts` of them take part, 1 for none.
__global__ void copy_tiles(const __grid_constant__ TensorMap from, const __grid_constant__ TensorMap to, float* seen,
                           int box_width, int parts) {
  alignas(1024) __shared__ float tile[box_height * widest_box];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  const int x = static_cast<int>(blockIdx.x) * box_width, y = static_cast<int>(blockIdx.y) * box_height;
  load(tile, &from, x, y, &barrier, box_width * box_height * sizeof(float), 0);
  const int tx = static_cast<int>(threadIdx.x) % box_width, ty = static_cast<int>(threadIdx.x) / box_width;
  const int part = (tx / 4) ^ (ty / (widest_box / box_width) % parts);
  const float value = tile[ty * box_width + part * 4 + tx % 4];
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  seen[block * blockDim.x + threadIdx.x] = value;
  __syncthreads();
  tile[ty * box_width + part * 4 + tx % 4] = 2 * value;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&to),
                 "r"(shared_address(tile)), "r"(x), "r"(y)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

/// All blocks add ones to the first box.
__global__ void add_ones(const __grid_constant__ TensorMap to) {
  alignas(128) __shared__ float tile[box_height * widest_box];
  tile[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&to),
        "r"(shared_address(tile)), "r"(0), "r"(0)
        : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

constexpr int float32 = 7, tile_mode = 0;

TensorMap encoded(Encode encode, float* data, unsigned box_width, int swizzle) {
  const std::uint64_t sizes[2] = {width, height}, strides[1] = {width * sizeof(float)};
  const unsigned box[2] = {box_width, box_height}, steps[2] = {1, 1};
  TensorMap map{};
  CHECK(encode(&map, float32, 2, data, sizes, strides, box, steps, tile_mode, swizzle, 0, 0) == 0);
  return map;
}

int main() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  CALL(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault, &result));
  CHECK(found != nullptr && result == cudaDriverEntryPointSuccess);
  void* unknown = &found;
  CALL(cudaGetDriverEntryPoint("cuNoSuchFunction", &unknown, cudaEnableDefault, &result));
  CHECK(unknown == nullptr && result == cudaDriverEntryPointSymbolNotFound);
  const Encode encode = reinterpret_cast<Encode>(found);

  float *in = nullptr, *out = nullptr, *seen = nullptr;
  CALL(cudaMallocManaged(&in, width * height * sizeof(float)));
  CALL(cudaMallocManaged(&out, width * height * sizeof(float)));
  CALL(cudaMallocManaged(&seen, 2 * width * height * sizeof(float)));
  for (int i = 0; i < width * height; ++i) in[i] = static_cast<float>(i + 1);

  for (int swizzle = 0; swizzle < 4; ++swizzle) {  // none, 32, 64 and 128 bytes
    const unsigned box_width = swizzle == 0 ? widest_box : 4U << swizzle, threads = box_width * box_height;
    const dim3 grid((width + box_width - 1) / box_width, (height + box_height - 1) / box_height);
    const TensorMap from = encoded(encode, in, box_width, swizzle), to = encoded(encode, out, box_width, swizzle);
    for (int i = 0; i < width * height; ++i) out[i] = -1;
    copy_tiles<<<grid, threads>>>(from, to, seen, static_cast<int>(box_width), 1 << swizzle);
    CALL(cudaDeviceSynchronize());
    for (int i = 0; i < width * height; ++i) CHECK(out[i] == 2 * in[i]);
    for (unsigned b = 0; b < grid.x * grid.y; ++b)
      for (unsigned t = 0; t < threads; ++t) {
        const unsigned x = b % grid.x * box_width + t % box_width, y = b / grid.x * box_height + t / box_width;
        CHECK(seen[b * threads + t] == (x < width && y < height ? in[y * width + x] : 0.0F));  // zeros outside
      }
  }

  add_ones<<<7, widest_box * box_height>>>(encoded(encode, out, widest_box, 0));
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < width * height; ++i)
    CHECK(out[i] == 2 * in[i] + (i % width < widest_box && i / width < box_height ? 7.0F : 0.0F));

  // What the hardware cannot do is refused.
  const std::uint64_t sizes[2] = {width, height}, odd[1] = {width * sizeof(float) + 4};
  const unsigned box[2] = {widest_box, box_height}, large[2] = {64, box_height}, steps[2] = {1, 1};
  const std::uint64_t strides[1] = {width * sizeof(float)};
  TensorMap map{};
  CHECK(encode(&map, float32, 2, in, sizes, odd, box, steps, tile_mode, 0, 0, 0) == 1);
  CHECK(encode(&map, float32, 2, in + 1, sizes, strides, box, steps, tile_mode, 0, 0, 0) == 1);
  CHECK(encode(&map, float32, 2, in, sizes, strides, large, steps, tile_mode, 3, 0, 0) == 1);
  std::puts("PASS");
}
