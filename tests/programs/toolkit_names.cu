// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Names of the toolkit that programs of others use: functions, operators of pairs, headers, numbers, vectors.
#include <crt/host_defines.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <device_types.h>
#include <driver_functions.h>
#include <library_types.h>
#include <sm_20_atomic_functions.h>
#include <sm_61_intrinsics.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/universal_vector.h>

#include <cstring>
#include <cub/cub.cuh>
#include <cuda/cmath>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>

#include "check.h"

static_assert(CUDA_R_32F == 0 && CUDA_R_64F == 1 && CUDA_R_16F == 2 && CUDA_R_8I == 3 && CUDA_R_16BF == 14);
static_assert(cudaErrorPriorLaunchFailure == 53 && cudaErrorMixedDeviceExecution == 28 &&
              cudaErrorDevicesUnavailable == 46 && cudaErrorApiFailureBase == 10000);
static_assert(cudaDevAttrMaxTexture2DWidth == 22 && cudaDevAttrMaxPersistingL2CacheSize == 108);
static_assert(cudaGraphDebugDotFlagsVerbose == 1 && CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE == 1);
static_assert(CU_MEM_ALLOCATION_COMP_NONE == 0 && CU_MEM_ALLOCATION_COMP_GENERIC == 1 && CU_TARGET_COMPUTE_80 == 80);

__global__ void functions(double* out) {
  out[0] = isnan(nan("")) && isnan(nanf("")) && isnan(std::nan("1"));
  out[1] = scalbln(3.0, 2L) + scalblnf(3.0f, -1L);
  out[2] = isinf(scalbln(1.0, 1L << 40)) ? scalbln(1.0, -(1L << 40)) : 1;
  out[2] += powi(3.0, 3) + powif(2.0f, -1);
}

template <class Pair>
__device__ int compared(Pair a, Pair b) {
  return (a == b) + 2 * (a != b) + 4 * (a < b) + 8 * (a <= b) + 16 * (a > b) + 32 * (a >= b);
}
__global__ void pairs(int* out) {
  __half2 a = __floats2half2_rn(1.0f, 2.0f);
  const __half2 b = __floats2half2_rn(2.0f, 3.0f), mixed = __floats2half2_rn(0.0f, 5.0f);
  __nv_bfloat162 c = __floats2bfloat162_rn(4.0f, 4.0f);
  const __nv_bfloat162 d = c;
  out[0] = compared(a, b);
  out[1] = compared(a, mixed);
  out[2] = a++ == b;  // (1, 2), then (2, 3)
  out[2] += 10 * (a == b);
  out[2] += 100 * (++a > b);  // (3, 4)
  out[2] += 1000 * (--a == b);
  out[3] = compared(c--, d) + 100 * (c < d);
  out[4] = __hgt(CUDART_INF_FP16, CUDART_MAX_NORMAL_FP16) && __hisnan(CUDART_NAN_FP16) &&
           __hlt(CUDART_ZERO_BF16, CUDART_ONE_BF16);
}

struct Largest {
  __device__ int operator()(int x, int y) const { return x > y ? x : y; }
};
/// Segments of 5 lanes in logical warps of 16; the last one of each has 1 lane.
__global__ void segments(int* out) {
  using Reduce = cub::WarpReduce<int, 16>;
  __shared__ Reduce::TempStorage storage[2];
  const int t = static_cast<int>(threadIdx.x), rank = t % 16;
  const bool head = rank % 5 == 0, tail = rank % 5 == 4;
  Reduce reduce(storage[t / 16]);
  const int sum = reduce.HeadSegmentedSum(t, head), same = reduce.TailSegmentedSum(t, tail);
  const int most = reduce.HeadSegmentedReduce(t, head, Largest()), too = reduce.TailSegmentedReduce(t, tail, Largest());
  if (head) out[t] = sum == same && most == too ? sum * 100 + most : -1;
}

__global__ void gets(int* out) {
  const auto t = cuda::std::make_tuple(1, 2.f);
  const cuda::std::array<int, 2> a{3, 4};
  const cuda::std::pair<int, int> p(5, 6);
  const cuda::std::variant<int, float> v(7);
  *out = cuda::std::get<0>(t) + cuda::std::get<1>(a) + cuda::std::get<0>(p) + cuda::std::get<int>(v);
  *out += 100 * cuda::ceil_div(7, 2);
}

struct Cool {
  __host__ __device__ float operator()(float t) const { return t + 0.5f * (20 - t); }
};
void vectors() {
  thrust::universal_vector<float> t{42, 24, 50};
  thrust::transform(thrust::device, t.begin(), t.end(), t.begin(), Cool());
  CHECK(t[0] == 31 && t[1] == 22 && t[2] == 35);
  thrust::transform(t.begin(), t.end(), t.begin(), Cool());
  CHECK(*t.begin() == 25.5f && t.size() == 3);
  t.push_back(1.0f);
  CHECK(thrust::reduce(t.begin(), t.end()) == 25.5f + 21 + 27.5f + 1);
  const thrust::device_vector<float> copy(t.begin(), t.end());
  const thrust::universal_vector<float> back(copy);
  CHECK(back[3] == 1.0f);
}

int main() {
  double* numbers = nullptr;
  int* out = nullptr;
  CALL(cudaMallocManaged(&numbers, 3 * sizeof(double)));
  CALL(cudaMallocManaged(&out, 32 * sizeof(int)));
  functions<<<1, 1>>>(numbers);
  CALL(cudaDeviceSynchronize());
  CHECK(numbers[0] == 1);
  CHECK(numbers[1] == 12 + 1.5);
  CHECK(numbers[2] == 27.5);
  pairs<<<1, 1>>>(out);
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == 2 + 4 + 8);
  CHECK(out[1] == 2);  // no order holds of both elements
  CHECK(out[2] == 1110);
  CHECK(out[3] == 1 + 8 + 32 + 100);
  CHECK(out[4] == 1);
  segments<<<1, 32>>>(out);
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == 10 * 100 + 4 && out[5] == 35 * 100 + 9 && out[15] == 15 * 100 + 15 && out[16] == 90 * 100 + 20);
  gets<<<1, 1>>>(out);
  CALL(cudaDeviceSynchronize());
  CHECK(*out == 1 + 4 + 5 + 7 + 400);
  vectors();
  int value = -1;
  CALL(cudaDeviceGetAttribute(&value, cudaDevAttrMaxPersistingL2CacheSize, 0));
  CHECK(value >= 0);
  CHECK(std::strcmp(cudaGetErrorName(cudaErrorProfilerDisabled), "cudaErrorProfilerDisabled") == 0);
  std::puts("PASS");
}
