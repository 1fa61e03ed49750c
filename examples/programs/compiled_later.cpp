// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A kernel that is compiled while the program runs, for the factor that the command line names.
//   forewarp exec examples/programs/compiled_later.cpp --device H100 -l cuda -l nvrtc -- 3
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

constexpr const char* text = R"(
template <int Factor> __global__ void scale(float* values) { values[threadIdx.x] *= Factor; })";

int main(int argc, char** argv) {
  const std::string kernel = "scale<" + std::string(argc > 1 ? argv[1] : "2") + ">";
  nvrtcProgram program;
  nvrtcCreateProgram(&program, text, "scale.cu", 0, nullptr, nullptr);
  nvrtcAddNameExpression(program, kernel.c_str());
  const char* option = "--gpu-architecture=compute_80";
  const nvrtcResult result = nvrtcCompileProgram(program, 1, &option);
  size_t bytes = 0;
  nvrtcGetProgramLogSize(program, &bytes);
  std::vector<char> log(bytes);
  nvrtcGetProgramLog(program, log.data());
  if (result != NVRTC_SUCCESS) return std::puts(log.data()), 1;
  nvrtcGetPTXSize(program, &bytes);
  std::vector<char> ptx(bytes);
  nvrtcGetPTX(program, ptx.data());
  const char* name = nullptr;
  nvrtcGetLoweredName(program, kernel.c_str(), &name);

  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr values;
  float numbers[] = {1, 2, 3, 4};
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  cuModuleLoadData(&module, ptx.data());
  cuModuleGetFunction(&function, module, name);
  cuMemAlloc(&values, sizeof numbers);
  cuMemcpyHtoD(values, numbers, sizeof numbers);
  void* arguments[] = {&values};
  cuLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr);
  cuMemcpyDtoH(numbers, values, sizeof numbers);
  std::printf("%g %g %g %g\n", numbers[0], numbers[1], numbers[2], numbers[3]);
  nvrtcDestroyProgram(&program);
}
