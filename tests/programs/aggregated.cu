// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Numbers that only one lane of a group has set when they are shuffled, as programs that aggregate atomics have them.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

/// The place of each thread that calls at once, by one atomic addition for all of them.
__device__ int next_place(int* counter) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int first;
  if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
  return active.shfl(first, 0) + static_cast<int>(active.thread_rank());
}
__global__ void multiples_of_3(const int* in, int count, int* out, int* found) {
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count; i += blockDim.x * gridDim.x)
    if (in[i] % 3 == 0) out[next_place(found)] = in[i];
}

/// The same with the intrinsics, from the warp's last lane.
__global__ void from_last_lane(int* calls, int* seen) {
  int value;
  if (threadIdx.x % 32 == 31) value = atomicAdd(calls, 1) + 100;
  seen[threadIdx.x] = __shfl_sync(~0u, value, 31);
}

int main() {
  constexpr int count = 4096;
  int *in, *out, *found;
  CALL(cudaMallocManaged(&in, count * sizeof(int)));
  CALL(cudaMallocManaged(&out, count * sizeof(int)));
  CALL(cudaMallocManaged(&found, sizeof(int)));
  long expected = 0, sum = 0;
  int places = 0;
  for (int i = 0; i < count; ++i) {
    in[i] = i * 37 % 101;
    if (in[i] % 3 == 0) ++places, expected += in[i];
  }
  *found = 0;
  multiples_of_3<<<4, 128>>>(in, count, out, found);
  CALL(cudaDeviceSynchronize());
  CHECK(*found == places);
  for (int i = 0; i < places; ++i) sum += out[i];
  CHECK(sum == expected);

  *found = 0;
  from_last_lane<<<1, 64>>>(found, out);
  CALL(cudaDeviceSynchronize());
  CHECK(*found == 2);
  for (int i = 0; i < 64; ++i) CHECK(out[i] == (i < 32 ? out[0] : 201 - out[0]));
  std::puts("PASS");
}
