// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// No .cu file: a kernel that comes as PTX, through the driver API. Words of older C++ are taken, as g++ behind nvcc
// does.
#include <cuda.h>

#include <cstdio>

namespace {

constexpr const char* ptx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry set(.param .u64 place) {
  .reg .u64 %a;
  .reg .u32 %r;
  ld.param.u64 %a, [place];
  mov.u32 %r, 42;
  st.global.u32 [%a], %r;
  ret;
})";

}  // namespace

int main() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction set;
  CUdeviceptr place;
  register int value = 0;
  if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate(&context, 0, device)) return 1;
  if (cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&set, module, "set") || cuMemAlloc(&place, 4)) return 1;
  void* arguments[] = {&place};
  if (cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)) return 1;
  int got = 0;
  if (cuMemcpyDtoH(&got, place, 4)) return 1;
  value = got;
  std::puts(value == 42 ? "PASS" : "FAIL");
}
