// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// NVTX where no tool listens: what its functions return then.
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>

#include "check.h"

__global__ void set(int* x) { *x = 3; }

int marked(int* x) {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range range{"launch", nvtx3::rgb{0, 255, 0}, nvtx3::payload{1}};
  set<<<1, 1>>>(x);
  nvtx3::mark("launched");
  return cudaDeviceSynchronize();
}

int main() {
  int* x = nullptr;
  CHECK(nvtxRangePushA("memory") == NVTX_NO_PUSH_POP_TRACKING);
  CALL(cudaMallocManaged(&x, sizeof *x));
  CHECK(nvtxRangePop() == NVTX_NO_PUSH_POP_TRACKING);
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "kernel";
  static_assert(sizeof event == 48, "as in NVIDIA's header");
  const nvtxRangeId_t range = nvtxRangeStartEx(&event);
  CHECK(range == 0 && nvtxDomainCreateA("own") == nullptr);
  nvtxNameCudaStreamA(nullptr, "default");
  CALL(static_cast<cudaError_t>(marked(x)));
  nvtxRangeEnd(range);
  CHECK(*x == 3);
  std::puts("PASS");
}
