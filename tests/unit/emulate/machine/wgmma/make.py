# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the PTX beside it: matrix products as Triton 3.9 compiles them for sm_90a, no GPU needed.

    pip install triton && python3 make.py

Triton decides where each operand lies in shared memory and with which swizzle; the stores and copies that put it there
follow from its own arithmetic, so a product comes out right only if ours reads descriptors as it means them.
"""
import re

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def product(a_ptr, b_ptr, c_ptr, K, sam, sak, sbk, sbn, scm,
            M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr, HALVED: tl.constexpr, SUM: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, BK)
    a = a_ptr + (m[:, None] * sam + k[None, :] * sak)
    b = b_ptr + (k[:, None] * sbk + n[None, :] * sbn)
    acc = tl.zeros((M, N), dtype=SUM)
    for _ in range(0, K, BK):
        x = tl.load(a)
        y = tl.load(b)
        if HALVED:  # goes through registers
            x = (x.to(tl.float32) * 0.5).to(x.dtype)
        acc = tl.dot(x, y, acc, out_dtype=SUM)
        a += BK * sak
        b += BK * sbk
    tl.store(c_ptr + scm * m[:, None] + n[None, :], acc)


def make(name, element, m, n, bk, a_along_k, b_along_k, halved=0, sum_type=tl.float32, out="fp32"):
    signature = dict(a_ptr="*" + element, b_ptr="*" + element, c_ptr="*" + out, K="i32", sam="i32", sak="i32", sbk="i32",
                     sbn="i32", scm="i32")
    constants = dict(M=m, N=n, BK=bk, HALVED=halved, SUM=sum_type)
    constants["sak" if a_along_k else "sam"] = 1
    constants["sbk" if b_along_k else "sbn"] = 1
    names = list(signature) + ["M", "N", "BK", "HALVED", "SUM"]
    types = {x: "constexpr" if x in constants else signature[x] for x in names}
    divisible = {(i,): [["tt.divisibility", 16]] for i, x in enumerate(names) if types[x] != "constexpr"}
    source = ASTSource(fn=product, signature=types, constexprs=constants, attrs=divisible)
    compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=dict(num_warps=4, num_stages=2))
    ptx = re.sub(r"\n\t\.section.*", "\n", compiled.asm["ptx"], flags=re.S)
    ptx = "\n".join(line for line in ptx.split("\n") if not re.match(r"\s*(\.loc|\.file|//)", line))
    ptx = re.sub(r"\s+//.*", "", ptx)
    ptx = re.sub(r"\n\s*\n+", "\n", ptx)
    with open(name + ".ptx", "w") as file:
        file.write(f"// By make.py: {element}, {m} x {n} x {bk}; shared memory: {compiled.metadata.shared} bytes\n" + ptx)


make("half_along_32", "fp16", 64, 64, 16, 1, 1)
make("half_across_128", "fp16", 64, 64, 64, 0, 0)
make("brain_mixed_64", "bf16", 64, 128, 32, 0, 1)
make("half_registers", "fp16", 64, 64, 64, 1, 0, halved=1)
make("half_sum_f16", "fp16", 64, 32, 32, 1, 0, sum_type=tl.float16, out="fp16")
make("tensor32", "fp32", 64, 32, 32, 1, 1)
make("bytes", "i8", 64, 64, 32, 1, 1, sum_type=tl.int32, out="i32")
make("e4m3", "fp8e4nv", 64, 64, 64, 1, 1)
make("e5m2", "fp8e5", 64, 64, 32, 1, 1)
