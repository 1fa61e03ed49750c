# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""A kernel written for CuPy, predicted where there is no GPU: python3 cupy_kernel.py"""

import cupy
import forewarp as fw

saxpy = cupy.RawKernel(
    r"""
extern "C" __global__ void saxpy(float* y, const float* x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += STRIDE) y[i] += a * x[i];
}
""",
    "saxpy",
    options=("-DSTRIDE=262144",),
)
n = 1 << 22
launch = fw.from_cupy(saxpy).launch(1024, 256, [fw.buffer("f32", n), fw.buffer("f32", n, "uniform"), 1.5, n])
for prediction in launch.predict(["A100", "H100"]):
    print(f"{prediction.device}: {prediction.time_s * 1e6:.1f} us, limited by {prediction.limiter}")
