/* SPDX-FileCopyrightText: 2026 The forewarp authors
   SPDX-License-Identifier: Apache-2.0
   A part in C of driver_api.cu: both APIs and the vector types. */
#include <cuda.h>
#include <cuda_runtime.h>

int seen_from_c(CUdeviceptr data) {
  const dim3 three = {1, 2, 3};
  const float4 four = make_float4(1, 2, 3, 4);
  int first = -1;
  if (cuMemcpyDtoH(&first, data, sizeof first) != CUDA_SUCCESS) return -1;
  if (cudaMemcpy(&first, (void*)data, sizeof first, cudaMemcpyDeviceToHost) != cudaSuccess) return -2;
  return first + (int)three.z + (int)four.w;
}
