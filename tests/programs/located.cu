// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A place of managed memory, as the version of CUDA names it that the program is built with.
#include "check.h"

int main() {
  constexpr size_t bytes = 4096;
  char* memory;
  CALL(cudaMallocManaged(&memory, bytes));
#if CUDART_VERSION >= 13000
  const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  CALL(cudaMemPrefetchAsync(memory, bytes, device, 0));
#else
  constexpr int device = 0;
  CALL(cudaMemPrefetchAsync(memory, bytes, device));
#endif
  CALL(cudaMemAdvise(memory, bytes, cudaMemAdviseSetPreferredLocation, device));
  std::puts("PASS");
}
