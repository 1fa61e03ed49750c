# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
import shutil

import forewarp as fw
import pytest

PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main(int argc, char** argv) {
  const int n = std::atoi(argv[1]);
  float *x, first = 21;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemcpy(x, &first, sizeof first, cudaMemcpyHostToDevice);
  twice<<<(n + 255) / 256, 256>>>(x, n);
  cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%g\n", first);
  return first == 42 ? 0 : 3;
}
"""

compiler = pytest.mark.skipif(
    not shutil.which("clang++-19") and not shutil.which("nvcc"), reason="no compiler of CUDA is here"
)


@compiler
def test_a_program_runs_with_its_results_and_predicted_times(tmp_path, capfd):
    source = tmp_path / "twice.cu"
    source.write_text(PROGRAM)
    run = fw.exec(source, "A100", args=["4096"], timeout_s=120)
    assert run.exit_status == 0 and not run.timed_out
    assert capfd.readouterr().out == "42\n"
    kernel = run.devices[0]["kernels"][0]
    assert kernel["kernel"].startswith("twice") and kernel["total_s"] > 0
    assert run.to_html().lower().startswith("<!doctype html>")


@compiler
def test_a_source_that_does_not_compile_is_an_input_error(tmp_path):
    source = tmp_path / "wrong.cu"
    source.write_text("int main() { return missing; }\n")
    with pytest.raises(fw.InputError, match="missing"):
        fw.exec(source, "A100")


def test_a_program_that_is_not_there_is_named():
    with pytest.raises(fw.InputError, match="no_such_program"):
        fw.exec("no_such_program", "A100")
