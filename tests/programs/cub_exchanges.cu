// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Members of CUB's primitives that move a block's items or scan them: 64 threads of 4 items. nvcc 13.0 with NVIDIA's
// CUB gives the same.
#include <cub/cub.cuh>

#include "check.h"

constexpr int threads = 64, per_thread = 4, items = threads * per_thread;

struct Add {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
/// Begins at what it holds, and goes on behind each block.
struct Running {
  int total;
  __device__ int operator()(int block) {
    const int before = total;
    total += block;
    return before;
  }
};
using Exchange = cub::BlockExchange<int, threads, per_thread>;
using Scan = cub::BlockScan<int, threads>;
using Sort = cub::BlockRadixSort<int, threads, per_thread>;

__device__ void store(int* out, int row, const int (&a)[per_thread]) {
  for (int i = 0; i < per_thread; ++i) out[row * items + static_cast<int>(threadIdx.x) * per_thread + i] = a[i];
  __syncthreads();
}
__device__ void store_striped(int* out, int row, const int (&a)[per_thread]) {
  for (int i = 0; i < per_thread; ++i) out[row * items + i * threads + static_cast<int>(threadIdx.x)] = a[i];
  __syncthreads();
}
__global__ void move(const int* in, int* out) {
  __shared__ Exchange::TempStorage exchange;
  const int t = static_cast<int>(threadIdx.x);
  int a[per_thread], b[per_thread], ranks[per_thread];
  cub::LoadDirectWarpStriped(t, in, a);
  Exchange(exchange).WarpStripedToBlocked(a, b);
  store(out, 0, b);
  Exchange(exchange).BlockedToWarpStriped(b, a);
  cub::StoreDirectWarpStriped(t, out + items, a);
  __syncthreads();
  for (int i = 0; i < per_thread; ++i) {
    a[i] = t * per_thread + i;
    ranks[i] = i % 2 != 0 ? -1 : a[i] / 2;
    b[i] = -7;
  }
  Exchange(exchange).ScatterToStripedGuarded(a, b, ranks);
  store_striped(out, 2, b);
  cub::LoadDirectBlocked(t, in, a, 101, -1);
  store(out, 3, a);
  cub::LoadDirectBlockedVectorized(t, const_cast<int*>(in), a);
  cub::StoreDirectBlockedVectorized(t, out + 4 * items, a);
  cub::LoadDirectStriped<threads>(t, in, a, 70, -2);
  cub::StoreDirectBlocked(t, out + 5 * items, a, 130);
}
__global__ void scan(const int* in, int* out) {
  __shared__ Scan::TempStorage scan_storage;
  __shared__ Sort::TempStorage sort_storage;
  const int t = static_cast<int>(threadIdx.x);
  int a[per_thread], b[per_thread];
  cub::LoadDirectBlocked(t, in, a);
  Running running{1000};
  Scan(scan_storage).InclusiveScan(a, b, Add(), running);
  store(out, 0, b);
  Scan(scan_storage).ExclusiveScan(a, b, Add());
  store(out, 1, b);
  Sort(sort_storage).SortDescendingBlockedToStriped(a);
  store_striped(out, 2, a);
}
__global__ void scan_warp(int* out) {
  using Warp = cub::WarpScan<int>;
  __shared__ Warp::TempStorage storage;
  int inclusive, exclusive;
  Warp(storage).Scan(static_cast<int>(threadIdx.x), inclusive, exclusive, 100, Add());
  out[threadIdx.x] = inclusive * 1000 + exclusive;
}

int main() {
  int *in, *out;
  CALL(cudaMallocManaged(&in, items * sizeof *in));
  CALL(cudaMallocManaged(&out, 6 * items * sizeof *out));
  for (int i = 0; i < items; ++i) in[i] = i * 37 % 101;
  move<<<1, threads>>>(in, out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < items; ++i) {
    CHECK(out[i] == in[i] && out[items + i] == in[i]);
    if (i < items / 2) CHECK(out[2 * items + i] == 2 * i);
    CHECK(out[3 * items + i] == (i < 101 ? in[i] : -1));
    CHECK(out[4 * items + i] == in[i]);
    const int from = i / per_thread + i % per_thread * threads;
    if (i < 130) CHECK(out[5 * items + i] == (from < 70 ? in[from] : -2));
  }
  scan<<<1, threads>>>(in, out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0, sum = 0; i < items; ++i) {
    if (i > 0) CHECK(out[items + i] == sum && out[2 * items + i] <= out[2 * items + i - 1]);
    sum += in[i];
    CHECK(out[i] == 1000 + sum);
  }
  scan_warp<<<1, 32>>>(out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) CHECK(out[i] == (100 + i * (i + 1) / 2) * 1000 + 100 + i * (i - 1) / 2);
  std::puts("PASS");
}
