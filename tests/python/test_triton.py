# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""With Triton from PyPI. There is no GPU."""

import forewarp as fw
import pytest

pytestmark = pytest.mark.packages
np = pytest.importorskip("numpy")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402
from forewarp import triton as fwt  # noqa: E402


@triton.jit
def add_kernel(x_ptr, y_ptr, output_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(output_ptr + offsets, x + y, mask=mask)


CONFIGS = [triton.Config({"BLOCK_SIZE": size}, num_warps=4) for size in (32, 1024)]
N = 1 << 20


def arguments():
    return {
        "x_ptr": fw.buffer("f32", N),
        "y_ptr": fw.buffer("f32", N),
        "output_ptr": fw.buffer("f32", N),
        "n_elements": N,
    }


def grid(meta):
    return (triton.cdiv(meta["n_elements"], meta["BLOCK_SIZE"]),)


def test_a_launch_does_what_the_kernel_says():
    profile = fwt.launch(add_kernel, grid, arguments(), "A100", BLOCK_SIZE=1024).profile()
    loaded = sum(a["lanes"] * a["bytes_per_lane"] for a in profile.accesses if a["mnemonic"].startswith("ld.global"))
    assert loaded == 2 * 4 * N
    assert profile.grid == [N // 1024, 1, 1] and profile.block == [128, 1, 1]


def test_a_prediction_is_above_what_the_data_sheet_allows():
    prediction = fwt.predict(add_kernel, grid, arguments(), "A100", BLOCK_SIZE=1024)
    assert prediction.time_s >= prediction.least.time_s > 0


def test_tuning_without_a_gpu():
    rows = fwt.tune(triton.autotune(CONFIGS, key=["n_elements"])(add_kernel), grid, arguments(), "A100")
    assert [row.config.kwargs["BLOCK_SIZE"] for row in rows] == [1024, 32]
    assert rows[0].prediction.time_s < rows[1].prediction.time_s


def test_the_autotuner_keeps_the_configuration_that_is_predicted_best():
    model = fwt.perf_model("A100", fn=add_kernel)
    tuner = triton.autotune(CONFIGS, key=["n_elements"], prune_configs_by={"perf_model": model, "top_k": 1})(add_kernel)
    tuner.nargs = arguments()
    assert [config.kwargs["BLOCK_SIZE"] for config in tuner.prune_configs({"grid": grid})] == [1024]


def test_mistakes_are_named():
    with pytest.raises(fw.InputError, match="n_elements"):
        fwt.predict(add_kernel, 1, {k: v for k, v in arguments().items() if k != "n_elements"}, "A100", BLOCK_SIZE=32)
    with pytest.raises(fw.InputError, match="no parameter 'BLOCK'"):
        fwt.predict(add_kernel, 1, arguments(), "A100", BLOCK=32)
    with pytest.raises(fw.InputError, match="shared memory per block exceed what K20 allows: at most 49152"):
        fwt._check_shared(fw.Device("K20"), 50000)
    with pytest.raises(fw.InputError, match="NVIDIA"):
        fwt.predict(add_kernel, 1, arguments(), "MI100", BLOCK_SIZE=32)
