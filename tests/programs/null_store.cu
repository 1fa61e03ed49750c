// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A store through a pointer that the compiler knows to be null.
#include "check.h"

__global__ void bad() {
  int* p = nullptr;
  *p = 42;
}

int main() {
  bad<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  std::puts("PASS");
}
