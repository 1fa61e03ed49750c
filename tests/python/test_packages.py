# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""With CuPy, Numba and PyTorch from PyPI. There is no GPU."""

import pathlib
import shutil
import subprocess
import sys

import forewarp as fw
import pytest

pytestmark = pytest.mark.packages
np = pytest.importorskip("numpy")

N = 1 << 16
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"
SCALE = """
extern "C" __global__ void scale(float* x, FACTOR a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= a;
}
"""


def moved(profile):
    """Elements that the launch loads and stores; Numba's accesses are generic."""
    return [
        sum(a["lanes"] for a in profile.accesses if a["space"] == "global" and a["mnemonic"].startswith(kind))
        for kind in ("ld.", "st.")
    ]


def needs_a_compiler():
    if not shutil.which("clang++-19") and not shutil.which("nvcc"):
        pytest.skip("no compiler of CUDA is here")


def run_example(name):
    done = subprocess.run([sys.executable, EXAMPLES / name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


class TestCuPy:
    @pytest.fixture
    def cupy(self):
        needs_a_compiler()
        return pytest.importorskip("cupy")

    def test_a_raw_kernel_with_its_options(self, cupy):
        kernel = fw.from_cupy(cupy.RawKernel(SCALE, "scale", options=("-D", "FACTOR=float", "-I/nowhere")))
        profile = kernel.launch(N // 256, 256, {"x": fw.buffer("f32", N), "a": 2.0, "n": N - 256}).profile()
        assert moved(profile) == [N - 256, N - 256]

    def test_a_module_has_templates(self, cupy):
        module = cupy.RawModule(
            code="template <typename T> __global__ void fill(T* x, T v) { x[blockIdx.x * blockDim.x + threadIdx.x] = v; }",
            name_expressions=["fill<double>"],
        )
        profile = fw.from_cupy(module, kernel="fill<double>").launch(4, 64, [fw.buffer("f64", 256), 1.0]).profile()
        assert moved(profile) == [0, 256]

    def test_headers_of_cupy_are_found(self, cupy):
        code = '#include <cupy/complex.cuh>\nextern "C" __global__ void one(complex<float>* x) { x[threadIdx.x] = 1; }'
        assert fw.from_cupy(cupy.RawKernel(code, "one")).launch(1, 32, [fw.buffer("f32", 64)]).profile()

    def test_kernels_without_a_source_are_refused(self, cupy):
        with pytest.raises(fw.InputError, match="ElementwiseKernel has no source"):
            fw.from_cupy(cupy.ElementwiseKernel("float32 x", "float32 y", "y = x", "copy"))

    def test_the_example(self, cupy):
        assert "limited by dram" in run_example("cupy_kernel.py")


class TestNumba:
    @pytest.fixture
    def add(self):
        cuda = pytest.importorskip("numba.cuda")
        pytest.importorskip("numba_cuda")

        @cuda.jit
        def add(x, y, a, n):
            i = cuda.grid(1)
            if i < n and i < x.shape[0]:
                y[i] = a * x[i, 1]

        signature = "void(float32[:, :], float64[::1], float32, int32)"
        try:
            return fw.from_numba(add, signature, cc=(8, 0))
        except fw.Unavailable as error:
            pytest.skip(str(error))

    def test_arrays_are_passed_as_numba_does(self, add):
        x = np.ones((N, 4), np.float32)
        profile = add.launch(N // 256 + 1, 256, [x, np.zeros(N), 2.0, N + 256]).profile()
        assert moved(profile) == [N, N]  # not beyond the first extent

    def test_buffers_have_extents(self, add):
        args = [(fw.buffer("f32", 4 * N), (N, 4)), fw.buffer("f64", N), 2.0, 1024]
        profile = add.launch(N // 256, 256, args).profile()
        assert moved(profile) == [1024, 1024]
        load = next(a for a in profile.accesses if a["mnemonic"].startswith("ld."))
        assert load["sectors"] / load["requests"] == 16  # 16 bytes from row to row

    def test_mistakes_are_named(self, add):
        with pytest.raises(fw.InputError, match="a list of 4 values"):
            add.launch(1, 256, [1, 2])
        with pytest.raises(fw.InputError, match="1 extents for array"):
            add.launch(1, 256, [fw.buffer("f32", N), fw.buffer("f64", N), 2.0, 1])

    def test_the_example(self, add):
        assert "A100: " in run_example("numba_kernel.py")


def test_a_torch_extension():
    pytest.importorskip("torch")
    if not shutil.which("nvcc") or not shutil.which("ninja"):
        pytest.skip("torch.utils.cpp_extension needs nvcc and ninja")
    assert "A100: " in run_example("torch_extension.py")
