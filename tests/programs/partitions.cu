// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Cooperative groups by conditions and labels, tiles whose parent is not named, groups that are known at run time; and the
// names by which NVIDIA's samples ask for the toolkit's headers.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "check.h"

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__)
#error "the toolkit's headers define these names"
#endif

namespace cg = cooperative_groups;

struct Results {
  int odd_sum[32], label_sum[32], label_group[32], label_groups[32], of_group[64], down[32], bits[32];
};

__device__ int sum_of(const cg::thread_group& group, int* shared, int value) {
  const int rank = static_cast<int>(group.thread_rank());
  for (int i = static_cast<int>(group.size()) / 2; i > 0; i /= 2) {
    shared[rank] = value;
    group.sync();
    if (rank < i) value += shared[rank + i];
    group.sync();
  }
  return value;
}

__global__ void part(const int* in, Results* r) {
  __shared__ int shared[64];
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const int t = static_cast<int>(threadIdx.x);
  if (t < 32) {
    const auto same = cg::binary_partition(warp, in[t] % 2 == 1);
    r->odd_sum[t] = cg::reduce(same, in[t], cg::plus<int>());
    r->down[t] = same.shfl_down(in[t], 1);
    const auto label = cg::labeled_partition(warp, in[t] % 3);
    r->label_sum[t] = cg::reduce(label, in[t], cg::plus<int>());
    r->label_group[t] = static_cast<int>(label.meta_group_rank());
    r->label_groups[t] = static_cast<int>(label.meta_group_size());
    r->bits[t] = static_cast<int>(same.ballot(in[t] > 16));
  }
  const int of_block = sum_of(block, shared, in[t]);
  block.sync();
  const cg::thread_group tile = cg::tiled_partition(block, 16);
  const int of_tile = sum_of(tile, shared + t / 16 * 16, in[t]);
  r->of_group[t] = t == 0 ? of_block : of_tile;
}

int main() {
  int* in = nullptr;
  Results* r = nullptr;
  CALL(cudaMallocManaged(&in, 64 * sizeof(int)));
  CALL(cudaMallocManaged(&r, sizeof(Results)));
  for (int i = 0; i < 64; ++i) in[i] = i;
  part<<<1, 64>>>(in, r);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) {
    int label = 0;
    for (int j = i % 3; j < 32; j += 3) label += j;
    CHECK(r->odd_sum[i] == (i % 2 == 1 ? 256 : 240));
    CHECK(r->down[i] == (i + 2 < 32 ? i + 2 : i));
    CHECK(r->label_sum[i] == label && r->label_group[i] == i % 3 && r->label_groups[i] == 3);
    // Ranks of 17, 19 ... 31 are 8 ... 15; of 18, 20 ... 30 they are 9 ... 15.
    CHECK(r->bits[i] == (i % 2 == 1 ? 0xff00 : 0xfe00));
  }
  CHECK(r->of_group[0] == 63 * 64 / 2);
  CHECK(r->of_group[16] == 16 * 16 + 120 && r->of_group[48] == 48 * 16 + 120);
  std::puts("PASS");
}
