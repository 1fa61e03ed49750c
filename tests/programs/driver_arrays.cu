// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Arrays, textures, surfaces and pools of the driver API, beside launches of the runtime API.
#include <cuda.h>

#include <vector>

#include "check.h"

#define OK(call) CHECK((call) == CUDA_SUCCESS)

__global__ void sample(cudaTextureObject_t texture, float* out, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] = tex2D<float>(texture, (x + 0.5f) / width, (y + 0.5f) / height);
}
__global__ void fetch(cudaTextureObject_t texture, int* out) {
  out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x);
}
__global__ void brighten(cudaSurfaceObject_t surface) {
  const uchar4 texel = surf2Dread<uchar4>(surface, threadIdx.x * 4, blockIdx.x);
  surf2Dwrite(make_uchar4(texel.x + 1, texel.y, texel.z, 255), surface, threadIdx.x * 4, blockIdx.x);
}

static void textures() {
  constexpr int width = 16, height = 8;
  std::vector<float> texels(width * height), got(width * height);
  for (int i = 0; i < width * height; ++i) texels[i] = static_cast<float>(i * i % 97);
  CUDA_ARRAY_DESCRIPTOR description = {};
  description.Width = width;
  description.Height = height;
  description.Format = CU_AD_FORMAT_FLOAT;
  description.NumChannels = 1;
  CUarray array;
  OK(cuArrayCreate(&array, &description));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = texels.data();
  copy.srcPitch = width * sizeof(float);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = width * sizeof(float);
  copy.Height = height;
  OK(cuMemcpy2D(&copy));
  copy.dstY = 1;
  CHECK(cuMemcpy2D(&copy) == CUDA_ERROR_INVALID_VALUE);

  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC reading = {};
  for (CUaddress_mode& mode : reading.addressMode) mode = CU_TR_ADDRESS_MODE_WRAP;
  reading.filterMode = CU_TR_FILTER_MODE_LINEAR;
  reading.flags = CU_TRSF_NORMALIZED_COORDINATES;
  CUtexObject texture;
  OK(cuTexObjectCreate(&texture, &resource, &reading, nullptr));
  CUdeviceptr out;
  OK(cuMemAlloc(&out, width * height * sizeof(float)));
  sample<<<height, width>>>(texture, reinterpret_cast<float*>(out), width, height);
  OK(cuMemcpyDtoH(got.data(), out, width * height * sizeof(float)));
  CHECK(got == texels);  // filtered at the middle of texels
  OK(cuTexObjectDestroy(texture));
  CHECK(cuTexObjectDestroy(texture) == CUDA_ERROR_INVALID_VALUE);

  const int numbers[] = {5, -6, 7, -8};
  OK(cuMemcpyHtoD(out, numbers, sizeof numbers));
  resource = {};
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = out;
  resource.res.linear.format = CU_AD_FORMAT_SIGNED_INT32;
  resource.res.linear.numChannels = 1;
  resource.res.linear.sizeInBytes = sizeof numbers;
  reading = {};
  reading.flags = CU_TRSF_READ_AS_INTEGER;
  OK(cuTexObjectCreate(&texture, &resource, &reading, nullptr));
  int* fetched;
  CALL(cudaMallocManaged(&fetched, sizeof numbers));
  fetch<<<1, 4>>>(texture, fetched);
  CALL(cudaDeviceSynchronize());
  CHECK(fetched[1] == -6 && fetched[3] == -8);
  resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  CHECK(cuTexObjectCreate(&texture, &resource, &reading, nullptr) == CUDA_ERROR_NOT_SUPPORTED);
  OK(cuArrayDestroy(array));
}

static void surfaces() {
  CUDA_ARRAY3D_DESCRIPTOR description = {};
  description.Width = 4;
  description.Height = 2;
  description.Format = CU_AD_FORMAT_UNSIGNED_INT8;
  description.NumChannels = 4;
  CUarray plain, array;
  OK(cuArray3DCreate(&plain, &description));
  description.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  OK(cuArray3DCreate(&array, &description));
  CUDA_ARRAY3D_DESCRIPTOR got = {};
  OK(cuArray3DGetDescriptor(&got, array));
  CHECK(got.Width == 4 && got.Height == 2 && got.NumChannels == 4 && got.Format == CU_AD_FORMAT_UNSIGNED_INT8);
  unsigned char texels[2][4][4];
  for (int i = 0; i < 32; ++i) texels[i / 16][i / 4 % 4][i % 4] = static_cast<unsigned char>(i);
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = texels;
  copy.srcPitch = 16;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 16;
  copy.Height = 2;
  copy.Depth = 1;
  OK(cuMemcpy3D(&copy));
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = plain;
  CUsurfObject surface;
  CHECK(cuSurfObjectCreate(&surface, &resource) == CUDA_ERROR_INVALID_VALUE);  // not made for surfaces
  resource.res.array.hArray = array;
  OK(cuSurfObjectCreate(&surface, &resource));
  brighten<<<2, 4>>>(surface);
  unsigned char row[16];
  OK(cuMemcpyAtoH(row, array, 0, sizeof row));
  for (int i = 0; i < 4; ++i) CHECK(row[4 * i] == 4 * i + 1 && row[4 * i + 1] == 4 * i + 1 && row[4 * i + 3] == 255);
  OK(cuSurfObjectDestroy(surface));
}

static void pools() {
  CUmemPoolProps properties = {};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemoryPool pool;
  OK(cuMemPoolCreate(&pool, &properties));
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUdeviceptr own, other;
  OK(cuMemAllocFromPoolAsync(&own, 4096, pool, stream));
  OK(cuMemAllocAsync(&other, 8192, stream));  // of the device's pool
  cuuint64_t used = 0, high = 0;
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  CHECK(used == 4096);
  OK(cuMemFreeAsync(own, stream));
  OK(cuMemFreeAsync(other, stream));
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &high));
  CHECK(used == 0 && high == 4096);
  CUmemAccess_flags access;
  OK(cuMemPoolGetAccess(&access, pool, &properties.location));
  CHECK(access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  properties.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CUmemoryPool shared;
  CHECK(cuMemPoolCreate(&shared, &properties) == CUDA_ERROR_NOT_SUPPORTED);
  OK(cuMemPoolDestroy(pool));
}

int main() {
  OK(cuInit(0));
  CALL(cudaFree(nullptr));
  textures();
  surfaces();
  pools();
  std::puts("PASS");
}
