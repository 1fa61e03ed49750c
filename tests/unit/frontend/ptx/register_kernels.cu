// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels that estimate_registers was fitted to; compiled by compilers_test where nvcc is present.
__global__ void vadd(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void saxpy(int n, float s, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = s * x[i] + y[i];
}
__global__ void mm_naive(const float* A, const float* B, float* C, int n) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; k++) s += A[r * n + k] * B[k * n + c];
  C[r * n + c] = s;
}
__global__ void mm_tiled(const float* A, const float* B, float* C, int n) {
  __shared__ float a[16][16], b[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
  float s = 0;
  for (int t = 0; t < n; t += 16) {
    a[ty][tx] = A[r * n + t + tx];
    b[ty][tx] = B[(t + ty) * n + c];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; k++) s += a[ty][k] * b[k][tx];
    __syncthreads();
  }
  C[r * n + c] = s;
}
__global__ void sgemm8(const float* A, const float* B, float* C, int n) {
  __shared__ float a[8][128], b[8][128];
  float acc[8][8] = {};
  int t = threadIdx.x;
  int tx = t % 16, ty = t / 16;
  for (int k0 = 0; k0 < n; k0 += 8) {
    for (int i = 0; i < 4; i++) {
      int e = t + i * 256;
      a[e / 128][e % 128] = A[(blockIdx.y * 128 + e % 128) * n + k0 + e / 128];
      b[e / 128][e % 128] = B[(k0 + e / 128) * n + blockIdx.x * 128 + e % 128];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; k++) {
      float x[8], y[8];
#pragma unroll
      for (int i = 0; i < 8; i++) {
        x[i] = a[k][ty * 8 + i];
        y[i] = b[k][tx * 8 + i];
      }
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) acc[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int j = 0; j < 8; j++) C[(blockIdx.y * 128 + ty * 8 + i) * n + blockIdx.x * 128 + tx * 8 + j] = acc[i][j];
}
__global__ void reduce(const float* x, float* o, int n) {
  __shared__ float s[32];
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += x[i];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = s[threadIdx.x];
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (!threadIdx.x) atomicAdd(o, v);
  }
}
__global__ void transpose(const float* a, float* b, int n) {
  __shared__ float t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) b[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void stencil(const float* a, float* b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
    b[y * n + x] =
        0.2f * (a[y * n + x] + a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x]);
}
__global__ void nbody(const float4* p, float4* o, int n, float eps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 q = p[i];
  float3 a = {0, 0, 0};
  for (int j = 0; j < n; j++) {
    float4 r = p[j];
    float dx = r.x - q.x, dy = r.y - q.y, dz = r.z - q.z;
    float d = dx * dx + dy * dy + dz * dz + eps;
    float w = rsqrtf(d);
    w = w * w * w * r.w;
    a.x += dx * w;
    a.y += dy * w;
    a.z += dz * w;
  }
  o[i] = make_float4(a.x, a.y, a.z, 0);
}
__global__ void spmv(const int* rp, const int* ci, const float* v, const float* x, float* y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n) {
    float s = 0;
    for (int k = rp[r]; k < rp[r + 1]; k++) s += v[k] * x[ci[k]];
    y[r] = s;
  }
}
__global__ void hist(const unsigned char* d, unsigned* h, int n) {
  __shared__ unsigned s[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[d[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&h[i], s[i]);
}
__global__ void dbl(const double* a, double* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double x = a[i];
    b[i] = exp(x) * sin(x) / (1 + x * x);
  }
}
__global__ void black(const float* S, const float* K, const float* T, float* c, float* p, float r, float v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = S[i], k = K[i], t = T[i];
    float sq = sqrtf(t);
    float d1 = (logf(s / k) + (r + .5f * v * v) * t) / (v * sq), d2 = d1 - v * sq;
    float n1 = normcdff(d1), n2 = normcdff(d2);
    float e = expf(-r * t);
    c[i] = s * n1 - k * e * n2;
    p[i] = k * e * (1 - n2) - s * (1 - n1);
  }
}
__global__ void mandel(int* o, int w, int h, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float cr = 3.f * x / w - 2, ci = 2.f * y / h - 1, a = 0, b = 0;
  int i = 0;
  while (i < m && a * a + b * b < 4) {
    float t = a * a - b * b + cr;
    b = 2 * a * b + ci;
    a = t;
    i++;
  }
  o[y * w + x] = i;
}
__global__ void bitonic(int* d, int j, int k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i ^ j;
  if (x > i) {
    int a = d[i], b = d[x];
    if (((i & k) == 0) == (a > b)) {
      d[i] = b;
      d[x] = a;
    }
  }
}
__global__ void bfs(const int* rp, const int* ci, int* lv, int* ch, int l, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && lv[v] == l)
    for (int e = rp[v]; e < rp[v + 1]; e++) {
      int u = ci[e];
      if (lv[u] < 0) {
        lv[u] = l + 1;
        *ch = 1;
      }
    }
}
