// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A program for the driver API that is compiled with <cuda.h> and linked with -l cuda.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "condition.h"

static_assert(sizeof(CUDA_MEMCPY2D) == 128 && sizeof(CUDA_MEMCPY3D) == 200, "as cuda.h has them");
static_assert(sizeof(CUlaunchAttribute) == 72 && sizeof(CUlaunchConfig) == 56 && sizeof(CUdevprop) == 56, "");
static_assert(sizeof(CUDA_KERNEL_NODE_PARAMS) == 72 && sizeof(CUmemPoolProps) == 88, "");
static_assert(sizeof(CUtensorMap) == 128 && alignof(CUtensorMap) >= 64, "");

#define OK(call)                                                            \
  do {                                                                      \
    const CUresult result = (call);                                         \
    if (result != CUDA_SUCCESS) {                                           \
      const char* name = "?";                                               \
      cuGetErrorName(result, &name);                                        \
      std::printf("%s:%d: %s gives %s\n", __FILE__, __LINE__, #call, name); \
      std::exit(1);                                                         \
    }                                                                       \
  } while (false)

const char* const text =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".global .align 4 .u32 offset = 3;\n"
    ".visible .entry add(.param .u64 data, .param .u32 count)\n{\n"
    "  .reg .pred %p; .reg .b32 %r<8>; .reg .b64 %d<5>;\n"
    "  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;\n"
    "  ld.param.u32 %r5, [count]; setp.ge.u32 %p, %r4, %r5; @%p bra END;\n"
    "  ld.param.u64 %d1, [data]; mul.wide.u32 %d2, %r4, 4; add.s64 %d3, %d1, %d2;\n"
    "  ld.global.u32 %r6, [%d3]; ld.global.u32 %r7, [offset]; add.u32 %r6, %r6, %r7; st.global.u32 [%d3], %r6;\n"
    "END:\n  ret;\n}\n";

extern "C" int seen_from_c(CUdeviceptr data);  // driver_api_c.c

int main() {
  CUdevice device;
  CUcontext context;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  int major, sms;
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  OK(cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
  CHECK(major == 9 && sms == 132);
  OK(cuDevicePrimaryCtxRetain(&context, device));
  OK(cuCtxSetCurrent(context));

  char log[512] = "";
  CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  CUmodule module;
  CUfunction add;
  OK(cuModuleLoadDataEx(&module, text, 2, options, values));
  OK(cuModuleGetFunction(&add, module, "add"));
  CHECK(cuModuleGetFunction(&add, module, "absent") == CUDA_ERROR_NOT_FOUND);
  OK(cuModuleGetFunction(&add, module, "add"));
  CUdeviceptr offset;
  size_t bytes;
  OK(cuModuleGetGlobal(&offset, &bytes, module, "offset"));
  CHECK(bytes == 4);

  const unsigned count = 1000;
  std::vector<unsigned> host(count);
  for (unsigned i = 0; i < count; ++i) host[i] = i;
  CUdeviceptr data;
  CUstream stream;
  CUevent begin, end;
  OK(cuMemAlloc(&data, count * 4));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&begin, CU_EVENT_DEFAULT));
  OK(cuEventCreate(&end, CU_EVENT_DEFAULT));
  OK(cuMemcpyHtoDAsync(data, host.data(), count * 4, stream));
  OK(cuEventRecord(begin, stream));
  unsigned elements = count;
  void* arguments[] = {&data, &elements};
  OK(cuLaunchKernel(add, (count + 255) / 256, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
  OK(cuMemsetD32Async(offset, 10, 1, stream));
  CUlaunchConfig config = {};
  config.gridDimX = (count + 255) / 256, config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 256, config.blockDimY = config.blockDimZ = 1;
  config.hStream = stream;
  OK(cuLaunchKernelEx(&config, add, arguments, nullptr));
  OK(cuEventRecord(end, stream));
  OK(cuMemcpyDtoHAsync(host.data(), data, count * 4, stream));
  OK(cuStreamSynchronize(stream));
  float milliseconds = 0;
  OK(cuEventElapsedTime(&milliseconds, begin, end));
  CHECK(milliseconds > 0);
  for (unsigned i = 0; i < count; ++i) CHECK(host[i] == i + 3 + 10);

  CHECK(seen_from_c(data) == 13 + 3 + 4);
  int blocks;
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0));
  CHECK(blocks == 8);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = data, copy.srcPitch = 400;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = host.data(), copy.dstPitch = 40;
  copy.WidthInBytes = 40, copy.Height = 10;
  OK(cuMemcpy2D(&copy));
  CHECK(host[10] == 100 + 13 && host[99] == 909 + 13);

  CUtensorMap map;
  const cuuint64_t sizes[] = {25, 40}, strides[] = {112};
  const cuuint32_t box[] = {8, 8}, steps[] = {1, 1};
  OK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, reinterpret_cast<void*>(data), sizes, strides,
                            box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  const char* words = nullptr;
  OK(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &words));
  CHECK(words[0] == 'i');
  OK(cuMemFree(data));
  OK(cuModuleUnload(module));
  OK(cuDevicePrimaryCtxRelease(device));
  std::puts("PASS");
}
