// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Prints the buses of the devices that the program sees, or why it sees none. An argument replaces the variable.
#include <cstdlib>

#include "check.h"

int main(int argc, char** argv) {
  if (argc > 1) setenv("CUDA_VISIBLE_DEVICES", argv[1], 1);
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  std::printf("%s %d:", cudaGetErrorName(status), count);
  for (int device = 0; device < count; ++device) {
    int bus = 0, back = -1;
    char id[32];
    cudaDeviceProp properties;
    CALL(cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, device));
    CALL(cudaGetDeviceProperties(&properties, device));
    CALL(cudaDeviceGetPCIBusId(id, sizeof id, device));
    CALL(cudaDeviceGetByPCIBusId(&back, id));
    CHECK(properties.pciBusID == bus && back == device);
    std::printf(" %d", bus);
  }
  std::puts("");
}
