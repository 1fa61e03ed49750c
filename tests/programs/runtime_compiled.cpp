// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels that are compiled while the program runs (NVRTC), with templates, headers of the program's own, and mistakes.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "condition.h"

#define OK(call) CHECK((call) == NVRTC_SUCCESS)
#define DRIVER_OK(call) CHECK((call) == CUDA_SUCCESS)

namespace {

constexpr const char* text = R"(
#ifndef __CUDACC_RTC__
#include <vector>
#endif
#include "own/factor.h"
namespace own { __constant__ int offset[2] = {100, 200}; }
int squared(int x) { return x * x; }
template <typename T, int N> __global__ void scale(T* values) {
  values[threadIdx.x] = values[threadIdx.x] * T(N) * factor + own::offset[threadIdx.x % 2];
}
extern "C" __global__ void square(int* values) { values[threadIdx.x] = squared(values[threadIdx.x]); }
)";

std::string log_of(nvrtcProgram program) {
  size_t bytes = 0;
  OK(nvrtcGetProgramLogSize(program, &bytes));
  std::vector<char> log(bytes);
  OK(nvrtcGetProgramLog(program, log.data()));
  return log.data();
}

bool says(const std::string& log, const char* what) { return log.find(what) != std::string::npos; }

void mistakes() {
  nvrtcProgram program;
  OK(nvrtcCreateProgram(&program, "\n__global__ void f() { wrong(); }", "mistake.cu", 0, nullptr, nullptr));
  const char* unknown[] = {"--no-such-option"};
  CHECK(nvrtcCompileProgram(program, 1, unknown) == NVRTC_ERROR_INVALID_OPTION);
  CHECK(says(log_of(program), "unrecognized option --no-such-option"));
  CHECK(nvrtcCompileProgram(program, 0, nullptr) == NVRTC_ERROR_COMPILATION);
  CHECK(says(log_of(program), "mistake.cu:2:") && says(log_of(program), "wrong"));
  size_t bytes;
  CHECK(nvrtcGetPTXSize(program, &bytes) == NVRTC_ERROR_INVALID_PROGRAM);
  const char* name;
  CHECK(nvrtcGetLoweredName(program, "f", &name) == NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  OK(nvrtcDestroyProgram(&program));
  CHECK(program == nullptr && nvrtcDestroyProgram(&program) == NVRTC_ERROR_INVALID_PROGRAM);
  CHECK(std::strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION") == 0);
}

/// Both kernels of the compiled text, one by its lowered name.
void launch(const char* ptx, const char* scale_name, const char* offset_name) {
  CUmodule module;
  CUfunction scale, square;
  CUdeviceptr values, offset;
  size_t offset_bytes = 0;
  DRIVER_OK(cuModuleLoadData(&module, ptx));
  DRIVER_OK(cuModuleGetFunction(&scale, module, scale_name));
  DRIVER_OK(cuModuleGetFunction(&square, module, "square"));
  DRIVER_OK(cuModuleGetGlobal(&offset, &offset_bytes, module, offset_name));
  CHECK(offset_bytes == 8);
  const int second = 300;
  DRIVER_OK(cuMemcpyHtoD(offset + 4, &second, 4));
  DRIVER_OK(cuMemAlloc(&values, 16));
  float floats[] = {2, 4, 6, 8};
  DRIVER_OK(cuMemcpyHtoD(values, floats, 16));
  void* arguments[] = {&values};
  DRIVER_OK(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  DRIVER_OK(cuMemcpyDtoH(floats, values, 16));
  CHECK(floats[0] == 103 && floats[1] == 306 && floats[2] == 109 && floats[3] == 312);
  int numbers[] = {1, 2, 3, -4};
  DRIVER_OK(cuMemcpyHtoD(values, numbers, 16));
  DRIVER_OK(cuLaunchKernel(square, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  DRIVER_OK(cuMemcpyDtoH(numbers, values, 16));
  CHECK(numbers[1] == 4 && numbers[3] == 16);
}

}  // namespace

int main() {
  CUdevice device;
  CUcontext context;
  DRIVER_OK(cuInit(0));
  DRIVER_OK(cuDeviceGet(&device, 0));
  DRIVER_OK(cuCtxCreate(&context, 0, device));
  mistakes();

  nvrtcProgram program;
  const char* header = "static __device__ const float factor = FACTOR;";
  const char* header_name = "own/factor.h";
  OK(nvrtcCreateProgram(&program, text, "scale.cu", 1, &header, &header_name));
  OK(nvrtcAddNameExpression(program, "scale<float, 3>"));
  OK(nvrtcAddNameExpression(program, "&own::offset"));
  const char* options[] = {"--gpu-architecture=compute_80",
                           "-D",
                           "FACTOR=0.5f",
                           "--std=c++17",
                           "-default-device",
                           "-w",
                           "--maxrregcount=32",
                           "--fmad=false"};
  if (nvrtcCompileProgram(program, 8, options) != NVRTC_SUCCESS) std::puts(log_of(program).c_str());
  CHECK(nvrtcAddNameExpression(program, "square") == NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  size_t bytes = 0;
  OK(nvrtcGetCUBINSize(program, &bytes));
  CHECK(bytes == 0);
  OK(nvrtcGetPTXSize(program, &bytes));
  std::vector<char> ptx(bytes);
  OK(nvrtcGetPTX(program, ptx.data()));
  CHECK(std::strlen(ptx.data()) + 1 == bytes && !says(ptx.data(), "forewarp_name"));
  const char *scale_name, *offset_name;
  OK(nvrtcGetLoweredName(program, "scale<float, 3>", &scale_name));
  OK(nvrtcGetLoweredName(program, "&own::offset", &offset_name));
  CHECK(nvrtcGetLoweredName(program, "scale<int, 3>", &scale_name) == NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);

  launch(ptx.data(), scale_name, offset_name);
  OK(nvrtcDestroyProgram(&program));
  std::puts("PASS");
}
