# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""A kernel of a PyTorch extension, built and predicted where there is no GPU: python3 torch_extension.py"""

import os
import pathlib
import tempfile

os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0+PTX"  # PTX is what forewarp runs

import forewarp as fw
from torch.utils import cpp_extension

SOURCE = """
__global__ void scale(float* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= a;
}
extern "C" void run_scale(float* x, float a, int n) { scale<<<(n + 255) / 256, 256>>>(x, a, n); }
"""
n = 1 << 20
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder, "scale.cu")
    source.write_text(SOURCE)
    options = {"build_directory": folder, "is_python_module": False, "with_cuda": True}
    cpp_extension.load("scale_extension", [str(source)], **options)
    kernel = fw.from_torch_extension(pathlib.Path(folder, "scale_extension.so"), kernel="scale")
    prediction = kernel.launch(n // 256, 256, [fw.buffer("f32", n), 2.0, n]).predict("A100")
    print(f"A100: {prediction.time_s * 1e6:.1f} us, limited by {prediction.limiter}")
