# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""With Kernel Tuner from PyPI, in its simulation mode. There is no GPU."""

import shutil

import forewarp as fw
import pytest

pytestmark = pytest.mark.packages
pytest.importorskip("kernel_tuner")

from forewarp import kernel_tuner as fwk  # noqa: E402

SOURCE = """
__global__ void vector_add(float* c, const float* a, const float* b, int n) {
  for (int k = 0; k < PER_THREAD; ++k) {
    int i = (blockIdx.x * PER_THREAD + k) * block_size_x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
  }
}
"""
N = 1 << 18
PARAMS = {"block_size_x": [32, 128, 512], "PER_THREAD": [1, 4]}


@pytest.fixture
def launch(tmp_path):
    if not shutil.which("clang++-19") and not shutil.which("nvcc"):
        pytest.skip("no compiler of CUDA is here")
    (tmp_path / "add.cu").write_text(SOURCE)
    args = {"a": fw.buffer("f32", N), "b": fw.buffer("f32", N), "c": fw.buffer("f32", N), "n": N}
    kernel = fw.Kernel.from_file(tmp_path / "add.cu", defines={"block_size_x": 128, "PER_THREAD": 1})
    return kernel.launch(grid=f"ceil_div({N}, block_size_x * PER_THREAD)", block="block_size_x", args=args)


@pytest.mark.parametrize("strategy", ["brute_force", "random_sample"])
def test_its_strategies_run_on_predictions(launch, strategy):
    options = {"strategy_options": {"max_fevals": 4}} if strategy == "random_sample" else {}
    results, _ = fwk.tune(launch, "A100", "vector_add", N, PARAMS, strategy=strategy, workers=2, **options)
    ranking = launch.rank(PARAMS, "A100", workers=2)
    predicted = {(int(c.configuration["block_size_x"]), int(c.configuration["PER_THREAD"])): c.time_s for c in ranking}
    assert len(results) == (6 if strategy == "brute_force" else 4)
    for row in results:
        assert row["time"] == pytest.approx(1e3 * predicted[row["block_size_x"], row["PER_THREAD"]], rel=1e-12)


def test_t4_results_are_of_its_schema(launch):
    jsonschema = pytest.importorskip("jsonschema")
    from kernel_tuner.file_utils import output_file_schema

    results = fwk.t4(launch.rank(PARAMS, "A100"), PARAMS)
    jsonschema.validate(results, output_file_schema("results")[1])
    assert [r["invalidity"] for r in results["results"]] == ["correct"] * 6
    assert results["results"][0]["measurements"][0]["name"] == "time"


def test_a_ranking_of_other_parameters_is_refused(launch):
    with pytest.raises(fw.InputError, match="not block_size_x, TILE"):
        fwk.cache(launch.rank(PARAMS, "A100"), "vector_add", N, {"block_size_x": [32], "TILE": [1]})
