# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""ptx_run() from Python, and tinygrad from PyPI on it. There is no GPU."""

import ctypes
import importlib.util
import os
import pathlib
import subprocess
import sys

import forewarp as fw
import pytest
from forewarp import tinygrad as fwt

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "tinygrad.md"


def run(source, values, threads, blocks=1):
    lib = ctypes.CDLL(str(fwt.library()))
    lib.ptx_run.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p)] + [ctypes.c_int] * 7
    array = (ctypes.c_void_p * len(values))(*values)
    return lib.ptx_run(source.encode(), len(values), array, threads, 1, 1, blocks, 1, 1, 0)


def address(memory):
    return ctypes.addressof(memory)


def bits(value):
    return ctypes.c_uint32.from_buffer(ctypes.c_float(value)).value


def test_a_kernel_runs_on_memory_of_python(saxpy_ptx):
    x, y = (ctypes.c_float * 100)(*range(100)), (ctypes.c_float * 100)(*[1] * 100)

    assert run(saxpy_ptx, [address(x), address(y), bits(2.0), 100], 64, 2) == 0

    assert list(y) == [2 * i + 1 for i in range(100)]


def test_an_error_is_raised_in_python(saxpy_ptx):
    with pytest.raises(RuntimeError, match="takes 4 arguments, 1 given"):
        run(saxpy_ptx, [0], 1)
        pass  # the interpreter raises between two instructions
    with pytest.raises(RuntimeError, match="null pointer"):
        run(saxpy_ptx, [0, 0, 0, 1], 1)
        pass


def test_the_link_has_the_name_that_tinygrad_looks_for(tmp_path):
    path = fwt.link(tmp_path / "lib")

    assert path.name == "libgpuocelot.so"
    assert path.resolve() == fwt.library().resolve()
    assert fwt.link(tmp_path / "lib") == path  # again


def test_a_library_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(fwt, "NAME", "libforewarp_no_such.so")
    with pytest.raises(fw.Unavailable, match="libforewarp_no_such.so is not in"):
        fwt.library()


@pytest.mark.skipif(not PAGE.exists(), reason="the page is not here")
def test_the_block_of_the_page_prints_what_the_page_shows():
    code, shown = PAGE.read_text().split("```python\n")[1].split("```\n\n```text\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == shown.split("```")[0], done.stderr


@pytest.mark.packages
@pytest.mark.skipif(importlib.util.find_spec("tinygrad") is None, reason="tinygrad is not here")
@pytest.mark.skipif(importlib.util.find_spec("numpy") is None, reason="numpy is not here")
def test_tinygrad_computes_on_the_emulator(tmp_path):
    script = HERE.parent / "clients" / "tinygrad_kernels.py"
    environment = {**os.environ, "DEV": "MOCK+CUDA:PTX", "CACHEDB": str(tmp_path / "cache.db")}

    done = subprocess.run(
        [sys.executable, str(HERE / "mock_cuda.py"), str(script)], capture_output=True, text=True, env=environment
    )

    assert done.returncode == 0, done.stderr
    passed, launches = done.stdout.splitlines()
    assert passed == "PASS"
    assert int(launches.split()[0]) >= 4
