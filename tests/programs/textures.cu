// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// CUDA arrays, texture objects of every resource and shape, surface objects.
#include <cmath>
#include <cstring>
#include <vector>

#include "check.h"

constexpr int width = 33, height = 9, depth = 5;

__global__ void linear(float* out, cudaTextureObject_t t, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = tex1Dfetch<float>(t, i - 2);
}

__global__ void plane(float* out, cudaTextureObject_t t, float dx, float dy, float scale) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
  out[y * static_cast<int>(blockDim.x) + x] = tex2D<float>(t, (x + dx) * scale, (y + dy) * scale);
}

__global__ void bytes(float4* as_float, uchar4* as_bytes, cudaTextureObject_t f, cudaTextureObject_t b) {
  const float x = threadIdx.x + 0.5f;
  as_float[threadIdx.x] = tex2D<float4>(f, x, 0.5f);
  as_bytes[threadIdx.x] = tex2D<uchar4>(b, x, 0.5f);
}

__global__ void volume(float* out, cudaTextureObject_t solid, cudaTextureObject_t layers, float4* gathered) {
  const float x = threadIdx.x + 0.5f, y = blockIdx.x + 0.5f;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  out[2 * i] = tex3D<float>(solid, x, y, 2.5f);
  out[2 * i + 1] = tex2DLayered<float>(layers, x, y, 3);
  if (i == 0) *gathered = tex2Dgather<float4>(layers, 1.f, 1.f);
}

__global__ void faces(float* out, cudaTextureObject_t t) {
  const float d[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const float* const at = d[threadIdx.x];
  out[threadIdx.x] = texCubemap<float>(t, at[0], at[1], at[2]);
}

__global__ void transpose(cudaSurfaceObject_t to, cudaSurfaceObject_t from) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
  surf2Dwrite(surf2Dread<float>(from, x * 4, y), to, y * 4, x);
}

__global__ void beyond(float* out, cudaSurfaceObject_t s) {
  const int x = static_cast<int>(threadIdx.x) - 2;
  out[threadIdx.x] = surf2Dread<float>(s, x * 4, 1, cudaBoundaryModeClamp);
  out[32 + threadIdx.x] = surf2Dread<float>(s, x * 4, 1, cudaBoundaryModeZero);
}

float value(int x, int y, int z = 0) { return static_cast<float>(100 * z + 10 * y) + 0.25f * static_cast<float>(x); }

cudaTextureObject_t texture(cudaResourceDesc resource, cudaTextureFilterMode filter = cudaFilterModePoint,
                            cudaTextureAddressMode mode = cudaAddressModeClamp, bool normalized = false,
                            cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc description{};
  for (auto& m : description.addressMode) m = mode;
  description.filterMode = filter;
  description.readMode = read;
  description.normalizedCoords = normalized;
  cudaTextureObject_t t = 0;
  CALL(cudaCreateTextureObject(&t, &resource, &description, nullptr));
  return t;
}

cudaResourceDesc of(cudaArray_t array) {
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  return r;
}

int main() {
  float* out;
  CALL(cudaMallocManaged(&out, 1 << 16));
  const auto format = cudaCreateChannelDesc<float>();
  CHECK(format.x == 32 && format.y == 0 && format.f == cudaChannelFormatKindFloat);

  // Linear memory: texels outside are 0.
  float* buffer;
  CALL(cudaMalloc(&buffer, 100 * sizeof(float)));
  std::vector<float> host(100);
  for (int i = 0; i < 100; ++i) host[i] = 1 + value(i, 0);
  CALL(cudaMemcpy(buffer, host.data(), 100 * sizeof(float), cudaMemcpyHostToDevice));
  cudaResourceDesc memory{};
  memory.resType = cudaResourceTypeLinear;
  memory.res.linear.devPtr = buffer;
  memory.res.linear.desc = format;
  memory.res.linear.sizeInBytes = 100 * sizeof(float);
  const cudaTextureObject_t fetched = texture(memory);
  linear<<<2, 64>>>(out, fetched, 104);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 104; ++i) CHECK(out[i] == (i < 2 || i >= 102 ? 0 : host[i - 2]));
  cudaResourceDesc known{};
  CALL(cudaGetTextureObjectResourceDesc(&known, fetched));
  CHECK(known.res.linear.devPtr == buffer);
  // The texture sees what is written later.
  CALL(cudaMemset(buffer, 0, 100 * sizeof(float)));
  linear<<<2, 64>>>(out, fetched, 104);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 104; ++i) CHECK(out[i] == 0);
  CALL(cudaDestroyTextureObject(fetched));

  // A 2-D array, nearest and filtered, inside and outside.
  cudaArray_t array;
  CALL(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
  std::vector<float> image(width * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image[y * width + x] = value(x, y);
  CALL(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
  const cudaTextureObject_t nearest = texture(of(array));
  plane<<<height, width>>>(out, nearest, 0.5f, 0.5f, 1);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < width * height; ++i) CHECK(out[i] == image[i]);
  plane<<<height, width>>>(out, nearest, -7, 2.75f, 1);
  CALL(cudaDeviceSynchronize());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      CHECK(out[y * width + x] == value(x < 7 ? 0 : x - 7, y + 2 < height ? y + 2 : height - 1));
  const cudaTextureObject_t filtered = texture(of(array), cudaFilterModeLinear);
  plane<<<height - 1, width - 1>>>(out, filtered, 0.75f, 1, 1);
  CALL(cudaDeviceSynchronize());
  for (int y = 0; y < height - 1; ++y)
    for (int x = 0; x < width - 1; ++x)
      CHECK(std::fabs(out[y * (width - 1) + x] - (value(x, y) + 0.0625f + 5)) < 1e-4f);
  const cudaTextureObject_t bordered = texture(of(array), cudaFilterModeLinear, cudaAddressModeBorder);
  plane<<<1, 1>>>(out, bordered, 0, 1.5f, 1);  // half of the border, half of value(0, 1)
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == value(0, 1) / 2);
  // Normalized coordinates, of a square whose reciprocal is exact.
  cudaArray_t square;
  CALL(cudaMallocArray(&square, &format, 8, 8));
  CALL(cudaMemcpy2DToArray(square, 0, 0, image.data(), width * 4, 8 * 4, 8, cudaMemcpyHostToDevice));
  const cudaTextureObject_t wrapped = texture(of(square), cudaFilterModePoint, cudaAddressModeWrap, true);
  plane<<<20, 20>>>(out, wrapped, -9.5f, 0.5f, 1 / 8.f);
  CALL(cudaDeviceSynchronize());
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 20; ++x) CHECK(out[y * 20 + x] == value((x + 6) % 8, y % 8));
  const cudaTextureObject_t mirrored = texture(of(square), cudaFilterModePoint, cudaAddressModeMirror, true);
  plane<<<1, 20>>>(out, mirrored, 0.5f, 0.5f, 1 / 8.f);
  CALL(cudaDeviceSynchronize());
  for (int x = 0; x < 20; ++x) CHECK(out[x] == value(x < 8 ? x : x < 16 ? 15 - x : x - 16, 0));

  // Bytes, as they are and as fractions.
  const auto four = cudaCreateChannelDesc<uchar4>();
  cudaArray_t colours;
  CALL(cudaMallocArray(&colours, &four, 32, 1));
  std::vector<uchar4> palette(32);
  for (int i = 0; i < 32; ++i) palette[i] = make_uchar4(i, 2 * i, 255 - i, 255);
  CALL(cudaMemcpyToArray(colours, 0, 0, palette.data(), 32 * 4, cudaMemcpyHostToDevice));
  float4* as_float = reinterpret_cast<float4*>(out);
  uchar4* as_bytes = reinterpret_cast<uchar4*>(out + 1024);
  bytes<<<1, 32>>>(as_float, as_bytes,
                   texture(of(colours), cudaFilterModePoint, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat),
                   texture(of(colours)));
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) {
    CHECK(std::fabs(as_float[i].y - 2 * i / 255.f) < 1e-6f && as_float[i].w == 1);
    CHECK(as_bytes[i].x == i && as_bytes[i].z == 255 - i);
  }

  // Volumes, layers and cubes.
  cudaArray_t solid, layers, cube;
  CALL(cudaMalloc3DArray(&solid, &format, make_cudaExtent(width, height, depth)));
  CALL(cudaMalloc3DArray(&layers, &format, make_cudaExtent(width, height, depth), cudaArrayLayered));
  std::vector<float> block(width * height * depth);
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) block[(z * height + y) * width + x] = value(x, y, z);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(block.data(), width * 4, width, height);
  copy.dstArray = solid;
  copy.extent = make_cudaExtent(width, height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  CALL(cudaMemcpy3D(&copy));
  copy.dstArray = layers;
  CALL(cudaMemcpy3D(&copy));
  float4* gathered;
  CALL(cudaMallocManaged(&gathered, sizeof *gathered));
  volume<<<height, width>>>(out, texture(of(solid)), texture(of(layers)), gathered);
  CALL(cudaDeviceSynchronize());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      CHECK(out[2 * (y * width + x)] == value(x, y, 2));
      CHECK(out[2 * (y * width + x) + 1] == value(x, y, 3));
    }
  CHECK(gathered->x == value(0, 1) && gathered->y == value(1, 1) && gathered->z == value(1, 0) &&
        gathered->w == value(0, 0));
  CALL(cudaMalloc3DArray(&cube, &format, make_cudaExtent(1, 1, 6), cudaArrayCubemap));
  copy.dstArray = cube;
  copy.srcPtr = make_cudaPitchedPtr(block.data(), 4, 1, 1);
  copy.extent = make_cudaExtent(1, 1, 6);
  CALL(cudaMemcpy3D(&copy));
  faces<<<1, 6>>>(out, texture(of(cube), cudaFilterModePoint, cudaAddressModeClamp, true));
  CALL(cudaDeviceSynchronize());
  for (int f = 0; f < 6; ++f) CHECK(out[f] == block[f]);

  // Surfaces: a transpose, and accesses outside.
  cudaArray_t turned;
  CALL(cudaMallocArray(&turned, &format, height, width, cudaArraySurfaceLoadStore));
  cudaSurfaceObject_t from, to;
  cudaResourceDesc resource = of(array);
  CALL(cudaCreateSurfaceObject(&from, &resource));
  resource = of(turned);
  CALL(cudaCreateSurfaceObject(&to, &resource));
  transpose<<<height, width>>>(to, from);
  std::vector<float> back(width * height);
  CALL(cudaMemcpy2DFromArray(back.data(), height * 4, turned, 0, 0, height * 4, width, cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) CHECK(back[x * height + y] == value(x, y));
  beyond<<<1, 32>>>(out, to);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) {
    const int x = i - 2;
    CHECK(out[i] == value(1, x < 0 ? 0 : x >= height ? height - 1 : x));
    CHECK(out[32 + i] == (x < 0 || x >= height ? 0 : value(1, x)));
  }

  // Errors.
  cudaSurfaceObject_t none;
  resource = of(square);
  CHECK(cudaCreateSurfaceObject(&none, &resource) == cudaErrorInvalidValue);
  cudaTextureDesc description{};
  description.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t refused;
  resource = of(colours);
  CHECK(cudaCreateTextureObject(&refused, &resource, &description, nullptr) == cudaErrorInvalidFilterSetting);
  CHECK(cudaMemcpyToArray(square, 0, 0, image.data(), 8 * 8 * 4 + 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CALL(cudaDestroySurfaceObject(from));
  CALL(cudaFreeArray(array));
  std::puts("PASS");
}
