# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Triton's tutorial of the matrix product, f16, with blocks in its grouped order, and the configurations of the
tutorial for NVIDIA's devices; tuned without a GPU for bench_triton. Prints an object of JSON a line.
Usage: matmul.py N DEVICE FOLDER [CONFIGURATIONS]; the folder gets the PTX."""

import json
import pathlib
import sys
import time

import forewarp as fw
import triton
import triton.language as tl
from forewarp import triton as fwt

# block_m, block_n, block_k, stages, warps
CONFIGURATIONS = [
    (128, 256, 64, 3, 8),
    (64, 256, 32, 4, 4),
    (128, 128, 32, 4, 4),
    (128, 64, 32, 4, 4),
    (64, 128, 32, 4, 4),
    (128, 32, 32, 4, 4),
    (64, 32, 32, 5, 2),
    (32, 64, 32, 5, 2),
    (128, 256, 128, 3, 8),
    (256, 128, 128, 3, 8),
    (256, 64, 128, 4, 4),
    (64, 256, 128, 4, 4),
    (128, 128, 128, 4, 4),
    (128, 64, 64, 4, 4),
    (64, 128, 64, 4, 4),
    (128, 32, 64, 4, 4),
]
GROUP = 8


@triton.jit
def matmul(a, b, c, m, n, k, row_a, row_b, row_c, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GM: tl.constexpr):
    block = tl.program_id(0)
    rows, columns = tl.cdiv(m, BM), tl.cdiv(n, BN)
    group = block // (GM * columns)
    height = min(rows - group * GM, GM)
    row = group * GM + block % (GM * columns) % height
    column = block % (GM * columns) // height
    inner = tl.arange(0, BK)
    left = a + ((row * BM + tl.arange(0, BM)) % m)[:, None] * row_a + inner[None, :]
    right = b + inner[:, None] * row_b + ((column * BN + tl.arange(0, BN)) % n)[None, :]
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, BK)):
        x = tl.load(left, mask=inner[None, :] < k - step * BK, other=0.0)
        y = tl.load(right, mask=inner[:, None] < k - step * BK, other=0.0)
        sums = tl.dot(x, y, sums)
        left += BK
        right += BK * row_b
    i, j = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN)
    tl.store(c + row_c * i[:, None] + j[None, :], sums.to(tl.float16), mask=(i[:, None] < m) & (j[None, :] < n))


def main():
    size, device, folder = int(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    count = int(sys.argv[4]) if len(sys.argv) > 4 else len(CONFIGURATIONS)
    configs = [
        triton.Config({"BM": m, "BN": n, "BK": k, "GM": GROUP}, num_stages=stages, num_warps=warps)
        for m, n, k, stages, warps in CONFIGURATIONS[:count]
    ]
    matrix = fw.buffer("f16", size * size, "uniform(-1, 1)")
    names = ("a", "b", "c", "m", "n", "k", "row_a", "row_b", "row_c")
    args = dict(zip(names, [matrix, matrix, fw.buffer("f16", size * size)] + 6 * [size]))
    grid = lambda meta: (triton.cdiv(size, meta["BM"]) * triton.cdiv(size, meta["BN"]),)  # noqa: E731
    compiling = {"wall": 0.0, "cpu": 0.0, "made": None}
    compile_once = triton.compile

    def compile_timed(*words, **options):
        wall, cpu = time.perf_counter(), time.process_time()
        made = compile_once(*words, **options)
        compiling.update(wall=time.perf_counter() - wall, cpu=time.process_time() - cpu, made=made)
        return made

    triton.compile = compile_timed
    for number, config in enumerate(configs):
        compiling.update(wall=0.0, cpu=0.0)
        wall, cpu = time.perf_counter(), time.process_time()
        row = {"configuration": {**config.kwargs, "warps": config.num_warps, "stages": config.num_stages}}
        try:
            launch = fwt.launch(matmul, grid, args, device, **config.all_kwargs())
            row["time_s"] = launch.predict(device).time_s
        except fw.InputError as error:
            row["reason"] = str(error).partition("\n")[0]
        row["added_s"] = time.perf_counter() - wall - compiling["wall"]
        row["added_cpu_s"] = time.process_time() - cpu - compiling["cpu"]
        row["compile_s"] = compiling["wall"]
        path = folder / f"{number}.ptx"
        path.write_text(compiling["made"].asm["ptx"])
        m, n = config.kwargs["BM"], config.kwargs["BN"]
        row.update(ptx=str(path), grid=-(-size // m) * -(-size // n), warps=config.num_warps)
        row["shared"] = compiling["made"].metadata.shared
        print(json.dumps(row), flush=True)
    tuner = triton.autotune(configs, key=["m"], prune_configs_by={"perf_model": fwt.perf_model(device, matmul), "top_k": 1})
    tuned = tuner(matmul)
    tuned.nargs = args
    print(json.dumps({"chosen": [config.kwargs for config in tuned.prune_configs({"grid": grid})]}))


main()
