# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""The kernels of Triton's tutorials without torch: memory of the device comes from the driver API."""
import ctypes

import numpy as np
import triton
import triton.language as tl

cuda = ctypes.CDLL("libcuda.so.1")


def ok(status):
    assert status == 0, status


class DeviceArray:
    """What Triton asks of a tensor: an address and a type."""

    types = {"float16": "fp16", "float32": "fp32"}

    def __init__(self, array):
        self.array = np.ascontiguousarray(array)
        self.dtype = self.types[str(array.dtype)]
        self.address, self.bytes = ctypes.c_uint64(), ctypes.c_size_t(self.array.nbytes)
        ok(cuda.cuMemAlloc_v2(ctypes.byref(self.address), self.bytes))
        ok(cuda.cuMemcpyHtoD_v2(self.address, self.array.ctypes.data_as(ctypes.c_void_p), self.bytes))

    def data_ptr(self):
        return self.address.value

    def numpy(self):
        ok(cuda.cuMemcpyDtoH_v2(self.array.ctypes.data_as(ctypes.c_void_p), self.address, self.bytes))
        return self.array


triton.runtime.driver.active.get_current_target()
context = ctypes.c_void_p()
ok(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
ok(cuda.cuCtxSetCurrent(context))
rng = np.random.default_rng(0)


@triton.jit
def add_kernel(x_ptr, y_ptr, output_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(output_ptr + offsets, x + y, mask=mask)


def vector_add():
    n = 98432
    x, y = (DeviceArray(rng.random(n, dtype=np.float32)) for _ in range(2))
    out = DeviceArray(np.zeros(n, np.float32))
    add_kernel[(triton.cdiv(n, 1024),)](x, y, out, n, BLOCK_SIZE=1024)
    assert np.array_equal(out.numpy(), x.array + y.array)


@triton.jit
def softmax_kernel(output_ptr, input_ptr, input_row_stride, output_row_stride, n_rows, n_cols, BLOCK_SIZE: tl.constexpr, num_stages: tl.constexpr):
    row_start = tl.program_id(0)
    row_step = tl.num_programs(0)
    for row_idx in tl.range(row_start, n_rows, row_step, num_stages=num_stages):
        row_start_ptr = input_ptr + row_idx * input_row_stride
        col_offsets = tl.arange(0, BLOCK_SIZE)
        input_ptrs = row_start_ptr + col_offsets
        mask = col_offsets < n_cols
        row = tl.load(input_ptrs, mask=mask, other=-float('inf'))
        row_minus_max = row - tl.max(row, axis=0)
        numerator = tl.exp(row_minus_max)
        denominator = tl.sum(numerator, axis=0)
        softmax_output = numerator / denominator
        tl.store(output_ptr + row_idx * output_row_stride + col_offsets, softmax_output, mask=mask)


def softmax():
    rows, cols = 183, 781
    x = DeviceArray(rng.standard_normal((rows, cols)).astype(np.float32)); y = DeviceArray(np.zeros((rows, cols), np.float32))
    softmax_kernel[(64,)](y, x, cols, cols, rows, cols, BLOCK_SIZE=1024, num_stages=2, num_warps=8)
    e = np.exp(x.array - x.array.max(1, keepdims=True))
    assert np.allclose(y.numpy(), e / e.sum(1, keepdims=True), rtol=1e-5, atol=1e-7)


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
                  BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr, GROUP_SIZE_M: tl.constexpr):
    pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK_SIZE_M)
    num_pid_n = tl.cdiv(N, BLOCK_SIZE_N)
    num_pid_in_group = GROUP_SIZE_M * num_pid_n
    group_id = pid // num_pid_in_group
    first_pid_m = group_id * GROUP_SIZE_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_SIZE_M)
    pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m)
    pid_n = (pid % num_pid_in_group) // group_size_m
    offs_am = (pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)) % M
    offs_bn = (pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)) % N
    offs_k = tl.arange(0, BLOCK_SIZE_K)
    a_ptrs = a_ptr + (offs_am[:, None] * stride_am + offs_k[None, :] * stride_ak)
    b_ptrs = b_ptr + (offs_k[:, None] * stride_bk + offs_bn[None, :] * stride_bn)
    accumulator = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BLOCK_SIZE_K)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_SIZE_K, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BLOCK_SIZE_K, other=0.0)
        accumulator = tl.dot(a, b, accumulator)
        a_ptrs += BLOCK_SIZE_K * stride_ak
        b_ptrs += BLOCK_SIZE_K * stride_bk
    c = accumulator.to(tl.float16)
    offs_cm = pid_m * BLOCK_SIZE_M + tl.arange(0, BLOCK_SIZE_M)
    offs_cn = pid_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    c_ptrs = c_ptr + stride_cm * offs_cm[:, None] + stride_cn * offs_cn[None, :]
    c_mask = (offs_cm[:, None] < M) & (offs_cn[None, :] < N)
    tl.store(c_ptrs, c, mask=c_mask)


def matmul():
    M, N, K = 256, 192, 160
    a = DeviceArray(rng.standard_normal((M, K)).astype(np.float16)); b = DeviceArray(rng.standard_normal((K, N)).astype(np.float16))
    c = DeviceArray(np.zeros((M, N), np.float16))
    matmul_kernel[(triton.cdiv(M, 64) * triton.cdiv(N, 64),)](a, b, c, M, N, K, K, 1, N, 1, N, 1,
        BLOCK_SIZE_M=64, BLOCK_SIZE_N=64, BLOCK_SIZE_K=32, GROUP_SIZE_M=8, num_stages=3, num_warps=4)
    assert np.allclose(c.numpy().astype(np.float32), a.array.astype(np.float32) @ b.array.astype(np.float32), atol=2e-2, rtol=1e-2)


@triton.jit
def layer_norm_kernel(X, Y, W, B, Mean, Rstd, stride, N, eps, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    Y += row * stride
    X += row * stride
    _mean = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        a = tl.load(X + cols, mask=cols < N, other=0.).to(tl.float32)
        _mean += a
    mean = tl.sum(_mean, axis=0) / N
    _var = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        x = tl.load(X + cols, mask=cols < N, other=0.).to(tl.float32)
        x = tl.where(cols < N, x - mean, 0.)
        _var += x * x
    var = tl.sum(_var, axis=0) / N
    rstd = 1 / tl.sqrt(var + eps)
    tl.store(Mean + row, mean)
    tl.store(Rstd + row, rstd)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        mask = cols < N
        w = tl.load(W + cols, mask=mask)
        b = tl.load(B + cols, mask=mask)
        x = tl.load(X + cols, mask=mask, other=0.).to(tl.float32)
        x_hat = (x - mean) * rstd
        y = x_hat * w + b
        tl.store(Y + cols, y, mask=mask)


def layer_norm():
    M, N = 64, 1151
    x = DeviceArray(rng.standard_normal((M, N)).astype(np.float16)); y = DeviceArray(np.zeros((M, N), np.float16))
    w = DeviceArray(rng.random(N).astype(np.float16)); b = DeviceArray(rng.random(N).astype(np.float16))
    mean, rstd = DeviceArray(np.zeros(M, np.float32)), DeviceArray(np.zeros(M, np.float32))
    layer_norm_kernel[(M,)](x, y, w, b, mean, rstd, N, N, 1e-5, BLOCK_SIZE=1024, num_warps=4)
    f = x.array.astype(np.float32); m = f.mean(1, keepdims=True); v = f.var(1, keepdims=True)
    expected = (f - m) / np.sqrt(v + 1e-5) * w.array.astype(np.float32) + b.array.astype(np.float32)
    assert np.allclose(mean.numpy(), m[:, 0], atol=1e-5)
    assert np.allclose(y.numpy().astype(np.float32), expected, atol=2e-2)

for test in (vector_add, softmax, layer_norm, matmul):
    test()
    print(test.__name__, "is right")
print("PASS")
