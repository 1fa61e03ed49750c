// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Rules of the CUDA runtime API reference that programs rely on: which calls fail with what, and what they leave
// behind.
#include <cstring>
#include <vector>

#include "check.h"

__constant__ int table[4];
__device__ int counter[4] = {1, 2, 3, 4};
__device__ int* where;

__global__ void use_table(int* out) { out[threadIdx.x] = table[threadIdx.x] * 10 + counter[threadIdx.x]++; }
__global__ void through() { where[threadIdx.x] = 7; }
__global__ void __launch_bounds__(256) kernel(float* x) {
  __shared__ float shared[256];
  shared[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = shared[255 - threadIdx.x];
}
__global__ void add_cube(int* p, size_t pitch, int w, int h, int d) {
  const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x < w && y < h && z < d) reinterpret_cast<int*>(reinterpret_cast<char*>(p) + (z * h + y) * pitch)[x] += 100;
}

void errors_stay_until_they_are_asked_for() {
  void* p = nullptr;
  CHECK(cudaSetDevice(99) == cudaErrorInvalidDevice);
  CALL(cudaMalloc(&p, 16));  // succeeds, and the error is still there
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CALL(cudaGetLastError());
  CALL(cudaFree(p));
  CALL(cudaFree(nullptr));
  CALL(cudaFreeHost(nullptr));
  CALL(cudaMalloc(&p, 0));
  CHECK(p == nullptr);
  CHECK(cudaMalloc(nullptr, 16) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(&p, &p, 8, static_cast<cudaMemcpyKind>(9)) == cudaErrorInvalidMemcpyDirection);
  CALL(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  CHECK(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  CHECK(cudaGetDeviceCount(nullptr) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
}

void events_have_times_only_where_they_were_recorded() {
  cudaEvent_t a, b, untimed;
  float ms = -1;
  CALL(cudaEventCreate(&a));
  CALL(cudaEventCreate(&b));
  CALL(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  CHECK(cudaEventElapsedTime(&ms, a, b) == cudaErrorInvalidResourceHandle);
  CALL(cudaEventQuery(a));        // never recorded: complete
  CALL(cudaEventSynchronize(a));  // likewise
  CALL(cudaEventRecord(a));
  CALL(cudaEventRecord(untimed));
  CALL(cudaEventRecord(b));
  CALL(cudaEventSynchronize(b));
  CALL(cudaEventElapsedTime(&ms, a, b));
  CHECK(ms >= 0);
  CHECK(cudaEventElapsedTime(&ms, a, untimed) == cudaErrorInvalidResourceHandle);
  CALL(cudaEventDestroy(a));
  CALL(cudaEventDestroy(b));
  CALL(cudaEventDestroy(untimed));
  (void)cudaGetLastError();
}

void symbols_are_copied_by_offset() {
  const int values[4] = {5, 6, 7, 8};
  CALL(cudaMemcpyToSymbol(table, values, sizeof values));
  CALL(cudaMemcpyToSymbol(table, values, 2 * sizeof(int), 2 * sizeof(int)));  // 5 6 5 6
  int *out, host[4];
  CALL(cudaMalloc(&out, 4 * sizeof(int)));
  use_table<<<1, 4>>>(out);
  CALL(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host[0] == 51 && host[1] == 62 && host[2] == 53 && host[3] == 64);
  CALL(cudaMemcpyFromSymbol(host, counter, 2 * sizeof(int), sizeof(int)));
  CHECK(host[0] == 3 && host[1] == 4);
  CHECK(cudaMemcpyToSymbol(table, values, sizeof values, 4) == cudaErrorInvalidValue);
  void* address = nullptr;
  size_t size = 0;
  CALL(cudaGetSymbolAddress(&address, counter));
  CALL(cudaGetSymbolSize(&size, counter));
  CHECK(size == 16);
  CALL(cudaMemcpy(host, address, size, cudaMemcpyDeviceToHost));
  CHECK(host[3] == 5);
  CALL(cudaMemcpyToSymbol(where, &out, sizeof out));
  through<<<1, 4>>>();
  CALL(cudaMemcpyToSymbolAsync(counter, out, 4 * sizeof(int), 0, cudaMemcpyDeviceToDevice));
  CALL(cudaMemcpyFromSymbol(host, counter, sizeof host));
  CHECK(host[0] == 7 && host[3] == 7);
  CALL(cudaFree(out));
  (void)cudaGetLastError();
}

void copies_may_have_three_dimensions() {
  const int w = 5, h = 4, d = 3;
  int host[d][h][w], back[d][h][w] = {};
  for (int i = 0; i < w * h * d; ++i) (&host[0][0][0])[i] = i;
  cudaPitchedPtr cube;
  CALL(cudaMalloc3D(&cube, make_cudaExtent(w * sizeof(int), h, d)));
  CHECK(cube.pitch >= w * sizeof(int) && cube.xsize == w * sizeof(int) && cube.ysize == h);
  CALL(cudaMemset3D(cube, 0, make_cudaExtent(w * sizeof(int), h, d)));
  cudaMemcpy3DParms to{};
  to.srcPtr = make_cudaPitchedPtr(host, w * sizeof(int), w, h);
  to.dstPtr = cube;
  to.extent = make_cudaExtent(w * sizeof(int), h, d);
  to.kind = cudaMemcpyHostToDevice;
  CALL(cudaMemcpy3D(&to));
  add_cube<<<dim3(h, d), 32>>>(static_cast<int*>(cube.ptr), cube.pitch, w, h, d);
  cudaMemcpy3DParms from{};  // a part: from (1, 1, 1), two wide, three high, two deep
  from.srcPtr = cube;
  from.srcPos = make_cudaPos(sizeof(int), 1, 1);
  from.dstPtr = make_cudaPitchedPtr(back, w * sizeof(int), w, h);
  from.dstPos = make_cudaPos(0, 0, 0);
  from.extent = make_cudaExtent(2 * sizeof(int), 3, 2);
  from.kind = cudaMemcpyDeviceToHost;
  CALL(cudaMemcpy3D(&from));
  CHECK(back[0][0][0] == 100 + host[1][1][1] && back[1][2][1] == 100 + host[2][3][2] && back[0][0][2] == 0);
  CALL(cudaMemset2D(cube.ptr, cube.pitch, 1, 2 * sizeof(int), h));
  CALL(cudaMemcpy2D(back, sizeof back[0][0], cube.ptr, cube.pitch, w * sizeof(int), h, cudaMemcpyDeviceToHost));
  CHECK(back[0][0][0] == 0x01010101 && back[0][3][1] == 0x01010101 && back[0][3][2] == 100 + host[0][3][2]);
  CHECK(cudaMemcpy2D(back, 8, cube.ptr, cube.pitch, w * sizeof(int), h, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidPitchValue);
  CALL(cudaFree(cube.ptr));
  (void)cudaGetLastError();
}

void occupancy_is_that_of_the_device() {
  cudaDeviceProp prop;
  CALL(cudaGetDeviceProperties(&prop, 0));
  int blocks = 0, grid = 0, block = 0;
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0));
  CHECK(blocks > 0 && blocks * 256 <= prop.maxThreadsPerMultiProcessor);
  int fewer = 0;
  CALL(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 40 << 10));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, kernel, 256, 40 << 10));
  CHECK(fewer > 0 && fewer < blocks && fewer <= int(prop.sharedMemPerMultiprocessor / (41 << 10)));
  CALL(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel));
  CHECK(block > 0 && block <= 256 && block % 32 == 0 && grid >= prop.multiProcessorCount);
  cudaFuncAttributes attributes;
  CALL(cudaFuncGetAttributes(&attributes, kernel));
  CHECK(attributes.sharedSizeBytes == 1024 && attributes.maxThreadsPerBlock == 256 && attributes.numRegs > 0);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, static_cast<const void*>(nullptr), 256, 0) !=
        cudaSuccess);
  CHECK(prop.warpSize == 32 && prop.maxThreadsPerBlock == 1024 && prop.multiProcessorCount > 0 && prop.major > 0);
  CHECK(prop.maxTexture1D == 131072 && prop.maxTexture1DLinear == 1 << 28 && prop.maxTexture2DLinear[2] == 2097120);
  CHECK(prop.maxTexture3D[2] == 16384 && prop.maxTexture2DLayered[2] == 2048 && prop.maxTextureCubemap == 32768);
  CHECK(prop.maxSurface2D[1] == 65536 && prop.maxSurfaceCubemapLayered[1] == 2046);
  CHECK(prop.ECCEnabled == 1 && prop.accessPolicyMaxWindowSize == 128 << 20);
  CHECK(prop.persistingL2CacheMaxSize > 0 && prop.persistingL2CacheMaxSize < prop.l2CacheSize);
  CHECK(prop.totalConstMem == 65536 && prop.regsPerBlock == 65536 && prop.maxGridSize[1] == 65535);
  int value = 0;
  CALL(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
  CHECK(value == 1024);
  (void)cudaGetLastError();
}

struct Calls {
  int order = 0, first = 0, second = 0;
  cudaError_t status = cudaErrorUnknown;
};

void CUDART_CB callback(cudaStream_t, cudaError_t status, void* data) {
  Calls* calls = static_cast<Calls*>(data);
  calls->status = status;
  calls->first = ++calls->order;
}
void CUDART_CB host_function(void* data) {
  Calls* calls = static_cast<Calls*>(data);
  calls->second = ++calls->order;
}

void callbacks_come_in_the_order_of_their_stream() {
  cudaStream_t stream;
  CALL(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, 0));
  Calls calls;
  float* x;
  CALL(cudaMallocAsync(&x, 256 * sizeof(float), stream));
  CALL(cudaMemsetAsync(x, 0, 256 * sizeof(float), stream));
  kernel<<<1, 256, 0, stream>>>(x);
  CALL(cudaStreamAddCallback(stream, callback, &calls, 0));
  CALL(cudaLaunchHostFunc(stream, host_function, &calls));
  CALL(cudaFreeAsync(x, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(calls.status == cudaSuccess && calls.first == 1 && calls.second == 2);
  CALL(cudaStreamDestroy(stream));
  (void)cudaGetLastError();
}

int main() {
  errors_stay_until_they_are_asked_for();
  events_have_times_only_where_they_were_recorded();
  symbols_are_copied_by_offset();
  copies_may_have_three_dimensions();
  occupancy_is_that_of_the_device();
  callbacks_come_in_the_order_of_their_stream();
  std::puts("PASS");
}
