// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a program said of managed memory, and what devices are to each other (two of them).
#include <cstring>

#include "check.h"

static int attribute(cudaMemRangeAttribute which, const char* from, size_t bytes) {
  int value = 99;
  CALL(cudaMemRangeGetAttribute(&value, sizeof value, which, from, bytes));
  return value;
}

static void managed() {
  constexpr size_t page = 4096, bytes = 16 * page;
  char* memory;
  CALL(cudaMallocManaged(&memory, bytes));
  CHECK(attribute(cudaMemRangeAttributePreferredLocation, memory, bytes) == cudaInvalidDeviceId);
  CALL(cudaMemAdvise(memory, bytes, cudaMemAdviseSetReadMostly, 0));
  CALL(cudaMemAdvise(memory, 4 * page, cudaMemAdviseSetPreferredLocation, 1));
  CALL(cudaMemAdvise(memory + 4 * page, 4 * page, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
  CALL(cudaMemAdvise(memory + page, 1, cudaMemAdviseUnsetReadMostly, 0));
  CALL(cudaMemPrefetchAsync(memory, 2 * page, 1));
  CHECK(attribute(cudaMemRangeAttributePreferredLocation, memory, 4 * page) == 1);
  CHECK(attribute(cudaMemRangeAttributePreferredLocation, memory + 5 * page, page) == cudaCpuDeviceId);
  CHECK(attribute(cudaMemRangeAttributePreferredLocation, memory, 8 * page) == cudaInvalidDeviceId);
  CHECK(attribute(cudaMemRangeAttributeReadMostly, memory, page) == 1);
  CHECK(attribute(cudaMemRangeAttributeReadMostly, memory, bytes) == 0);
  CHECK(attribute(cudaMemRangeAttributeReadMostly, memory + 2 * page, bytes - 2 * page) == 1);
  CHECK(attribute(cudaMemRangeAttributeLastPrefetchLocation, memory + page, page) == 1);
  CHECK(attribute(cudaMemRangeAttributeLastPrefetchLocation, memory, bytes) == cudaInvalidDeviceId);
  CALL(cudaMemAdvise(memory, bytes, cudaMemAdviseSetAccessedBy, 0));
  CALL(cudaMemAdvise(memory, page, cudaMemAdviseSetAccessedBy, 1));
  int by[3], mostly = -1;
  void* out[] = {by, &mostly};
  size_t sizes[] = {sizeof by, sizeof mostly};
  cudaMemRangeAttribute which[] = {cudaMemRangeAttributeAccessedBy, cudaMemRangeAttributeReadMostly};
  CALL(cudaMemRangeGetAttributes(out, sizes, which, 2, memory, page));
  CHECK(by[0] == 0 && by[1] == 1 && by[2] == cudaInvalidDeviceId && mostly == 1);
  CALL(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, memory, bytes));
  CHECK(by[0] == 0 && by[1] == cudaInvalidDeviceId);
  CHECK(cudaMemAdvise(memory, bytes, cudaMemAdviseSetPreferredLocation, 7) == cudaErrorInvalidDevice);
  CHECK(cudaMemRangeGetAttribute(&mostly, 2, cudaMemRangeAttributeReadMostly, memory, page) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(memory, 2 * bytes, 0) == cudaErrorInvalidValue);
  CALL(cudaFree(memory));
  char* again;  // at the same address, with nothing said of it
  CALL(cudaMallocManaged(&again, bytes));
  CHECK(attribute(cudaMemRangeAttributeReadMostly, again, page) == 0);
}

static void peers() {
  int value = -1, can = 0, device = -1;
  CALL(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
  CALL(cudaDeviceCanAccessPeer(&can, 0, 1));
  CHECK(value == can && value == 1);
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 0) == cudaErrorInvalidDevice);
  char id[32];
  CALL(cudaDeviceGetPCIBusId(id, sizeof id, 1));
  CALL(cudaDeviceGetByPCIBusId(&device, id));
  CHECK(device == 1);

  int *here, *there, got[6];
  CALL(cudaMalloc(&here, 24));
  const int numbers[] = {1, 2, 3, 4, 5, 6};
  CALL(cudaMemcpy(here, numbers, sizeof numbers, cudaMemcpyHostToDevice));
  CALL(cudaSetDevice(1));
  CALL(cudaMalloc(&there, 24));
  CALL(cudaMemset(there, 0, 24));
  cudaMemcpy3DPeerParms p{};
  p.srcPtr = make_cudaPitchedPtr(here, 12, 12, 2);
  p.srcDevice = 0;
  p.dstPtr = make_cudaPitchedPtr(there, 8, 8, 2);
  p.dstDevice = 1;
  p.extent = make_cudaExtent(8, 2, 1);
  CALL(cudaMemcpy3DPeer(&p));
  CALL(cudaMemcpy(got, there, 24, cudaMemcpyDeviceToHost));
  CHECK(got[0] == 1 && got[1] == 2 && got[2] == 4 && got[3] == 5 && got[4] == 0);
  p.dstPos.x = 8;
  p.extent = make_cudaExtent(8, 1, 1);
  p.dstPtr = make_cudaPitchedPtr(there, 24, 24, 1);
  CALL(cudaMemcpy3DPeerAsync(&p));
  CALL(cudaDeviceSynchronize());
  CALL(cudaMemcpy(got, there, 24, cudaMemcpyDeviceToHost));
  CHECK(got[2] == 1 && got[3] == 2);
}

int main() {
  managed();
  peers();
  std::puts("PASS");
}
