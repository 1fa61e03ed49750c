// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: reductions and scans of tiles and of the lanes that are there, copies of a block.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;

struct Results {
  int sum[32], inclusive[32], exclusive[32], of_odd[32], copied[32], place[32], place_of_odd[32];
  int seen[32], told[32], once, match[32];
};

/// A value that travels between lanes as three words.
struct Best {
  double value;
  int place;
};
__device__ Best better(Best a, Best b) {
  return a.value < b.value || (a.value == b.value && a.place > b.place) ? b : a;
}

__global__ void fold(const int* in, Results* r) {
  __shared__ int shared[32];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int t = static_cast<int>(threadIdx.x);
  r->sum[t] = cg::reduce(tile, in[t], cg::plus<int>());
  r->inclusive[t] = cg::inclusive_scan(tile, in[t]);
  r->exclusive[t] = cg::exclusive_scan(tile, in[t], cg::plus<int>());
  if (t % 2 == 1) {
    const cg::coalesced_group odd = cg::coalesced_threads();
    r->of_odd[t] = cg::reduce(odd, in[t], cg::plus<int>());
    r->place_of_odd[t] = odd.shfl_down(Best{0.5, t}, 1).place;
  }
  r->place[t] = cg::reduce(tile, Best{in[t] % 7 * 0.5, t}, better).place;
  cg::memcpy_async(block, shared, in, sizeof shared);
  cg::wait(block);
  r->copied[t] = shared[31 - t];
}
/// Groups that arrive before they wait, and ask one of their threads.
__global__ void ask(Results* r) {
  __shared__ int shared[32];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int t = static_cast<int>(cg::this_grid().thread_rank());
  shared[t] = t * 3;
  auto token = block.barrier_arrive();
  const int told = cg::invoke_one_broadcast(
      tile, [&](int extra) { return t + extra; }, 100);
  cg::invoke_one(block, [&] { atomicAdd(&r->once, 1); });
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
  r->seen[t] = shared[31 - t] + static_cast<int>(cg::this_grid().block_rank() + cg::this_thread().thread_rank());
  r->told[t] = told;
  if (t % 4 == 1) {
    int same = -1;
    const unsigned all = cg::coalesced_threads().match_all(t / 32, same);
    r->match[t] = static_cast<int>(all) * 10 + (same != 0);
  }
}

int main() {
  int* in = nullptr;
  Results* r = nullptr;
  CALL(cudaMallocManaged(&in, 32 * sizeof(int)));
  CALL(cudaMallocManaged(&r, sizeof(Results)));
  for (int i = 0; i < 32; ++i) in[i] = i * i + 1;
  r->once = 0;
  fold<<<1, 32>>>(in, r);
  ask<<<1, 32>>>(r);
  CALL(cudaDeviceSynchronize());
  int odd = 0;
  for (int i = 1; i < 32; i += 2) odd += in[i];
  for (int i = 0; i < 32; ++i) {
    int sum = 0, before = 0;
    for (int j = i / 8 * 8; j < i / 8 * 8 + 8; ++j) {
      if (j < i) before += in[j];
      sum += in[j];
    }
    CHECK(r->sum[i] == sum && r->inclusive[i] == before + in[i] && r->exclusive[i] == before);
    CHECK(i % 2 == 0 || r->of_odd[i] == odd);
    CHECK(r->copied[i] == in[31 - i]);
    CHECK(r->seen[i] == (31 - i) * 3 && r->told[i] == i / 8 * 8 + 100 && r->once == 1);
    CHECK(i % 4 != 1 || r->match[i] == 0xff * 10 + 1);
    int best = i / 8 * 8;
    for (int j = best; j < i / 8 * 8 + 8; ++j)
      if (in[j] % 7 > in[best] % 7) best = j;
    CHECK(r->place[i] == best);
    CHECK(i % 2 == 0 || r->place_of_odd[i] == (i < 31 ? i + 2 : i));
  }
  std::puts("PASS");
}
