# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""CuPy on the runtime API: RawKernel, RawModule and an elementwise kernel, compiled by NVRTC to PTX."""
import cupy as cp
import numpy as np

add = cp.RawKernel(r"""
extern "C" __global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + 2 * b[i];
}""", "add")
module = cp.RawModule(code=r"""
template <typename T> __global__ void total(const T* x, T* out, int n) {
  __shared__ T part[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  part[t] = i < n ? x[i] : T(0);
  __syncthreads();
  for (int m = 64; m > 0; m /= 2) {
    if (t < m) part[t] += part[t + m];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, part[0]);
}""", options=("-std=c++14",), name_expressions=["total<double>"])

name = cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
print(name, cp.cuda.Device().compute_capability)
n = 10000
a, b, c = cp.asarray(np.arange(n, dtype=np.float32)), cp.asarray(np.ones(n, np.float32)), cp.zeros(n, cp.float32)
add(((n + 255) // 256,), (256,), (a, b, c, np.int32(n)))
assert np.array_equal(cp.asnumpy(c), np.arange(n) + 2)

x = np.random.default_rng(0).random(5000)
out = cp.zeros(1)
total = module.get_function("total<double>")
begin, end = cp.cuda.Event(), cp.cuda.Event()
begin.record()
total(((5000 + 127) // 128,), (128,), (cp.asarray(x), out, np.int32(5000)))
end.record()
end.synchronize()
milliseconds = cp.cuda.get_elapsed_time(begin, end)
assert abs(cp.asnumpy(out)[0] - x.sum()) < 1e-9
assert 0.001 < milliseconds < 10, milliseconds

axpy = cp.ElementwiseKernel("float32 x, float32 y, float32 k", "float32 z", "z = k * x + y", "axpy")
assert np.array_equal(cp.asnumpy(axpy(a, b, np.float32(3))), 3 * np.arange(n, dtype=np.float32) + 1)
print("PASS")
