// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Tiles of several warps, and the places of tiles among those of their parent.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int threads = 512;

struct Results {
  int sum[threads], inclusive[threads], exclusive[threads], told[threads], any[threads], all[threads], shared[threads];
  int rank[threads], place[threads], places[threads], forgotten[threads], of_tile[threads], parts[threads];
  double largest[threads];
};

template <unsigned Size>
__global__ void fold(const int* in, Results* r) {
  __shared__ cg::block_tile_memory<threads> memory;
  __shared__ int shared[threads];
  const cg::thread_block block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<Size>(block);
  const int t = static_cast<int>(block.thread_rank());
  r->sum[t] = cg::reduce(tile, in[t], cg::plus<int>());
  r->largest[t] = cg::reduce(tile, in[t] * 0.5, cg::greater<double>());
  r->inclusive[t] = cg::inclusive_scan(tile, in[t]);
  r->exclusive[t] = cg::exclusive_scan(tile, in[t], cg::plus<int>());
  r->told[t] = tile.shfl(in[t], 37);
  r->any[t] = tile.any(in[t] == in[40]);
  r->all[t] = tile.all(in[t] >= 0);
  // Only the tile meets, each a different number of times.
  for (int round = 0; round <= t / static_cast<int>(Size); ++round) {
    shared[t] = in[t] + round;
    tile.sync();
    r->shared[t] = shared[t ^ (static_cast<int>(Size) - 1)];
    tile.sync();
  }
  r->rank[t] = static_cast<int>(tile.thread_rank());
  r->place[t] = static_cast<int>(tile.meta_group_rank());
  r->places[t] = static_cast<int>(tile.meta_group_size());
  const auto small = cg::tiled_partition<8>(cg::tiled_partition<32>(tile));
  const cg::thread_block_tile<8> forgotten = small;
  r->forgotten[t] = static_cast<int>(forgotten.meta_group_rank() * 100 + forgotten.meta_group_size());
  r->of_tile[t] = static_cast<int>(cg::tiled_partition<32>(tile).meta_group_rank());
  r->parts[t] = static_cast<int>(small.meta_group_rank() * 100 + small.meta_group_size());
}

template <unsigned Size>
void check(const int* in, Results* r) {
  fold<Size><<<1, threads>>>(in, r);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < threads; ++t) {
    const int size = Size, first = t / size * size, last = first + size - 1;
    int sum = 0, before = 0, largest = 0;
    for (int i = first; i <= last; ++i) {
      sum += in[i];
      if (i < t) before += in[i];
      largest = in[i] > largest ? in[i] : largest;
    }
    CHECK(r->sum[t] == sum && r->largest[t] == largest * 0.5);
    CHECK(r->inclusive[t] == before + in[t] && r->exclusive[t] == before);
    CHECK(r->told[t] == in[first + 37] && (first != 0 || r->any[t] == 1) && r->all[t] == 1);
    CHECK(r->shared[t] == in[t ^ (size - 1)] + t / size);
    CHECK(r->rank[t] == t - first && r->place[t] == t / size && r->places[t] == threads / size);
    CHECK(r->of_tile[t] == (t - first) / 32);
    CHECK(r->parts[t] == t % 32 / 8 * 100 + 4 && r->forgotten[t] == r->parts[t]);
  }
}

int main() {
  int* in = nullptr;
  Results* r = nullptr;
  CALL(cudaMallocManaged(&in, threads * sizeof(int)));
  CALL(cudaMallocManaged(&r, sizeof(Results)));
  for (int i = 0; i < threads; ++i) in[i] = (i * 37 + 11) % 101;
  check<64>(in, r);
  check<128>(in, r);
  check<512>(in, r);
  std::puts("PASS");
}
