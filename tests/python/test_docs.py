# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""docs/python.md from top to bottom: each block is run, and what it prints is what the page shows. With
FOREWARP_REGENERATE=1 the page gets the output of today instead."""

import contextlib
import importlib.util
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
BLOCK = re.compile(
    r"^```(python|python compiler|python triton|python kernel_tuner|python cupy|python numba|text)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def outputs(page):
    """The page with each output as it is today, from one namespace."""
    namespace, printed = {}, ""
    here = {
        "python": True,
        "python compiler": shutil.which("clang++-19") or shutil.which("nvcc"),
        "python triton": importlib.util.find_spec("triton"),
        "python kernel_tuner": importlib.util.find_spec("kernel_tuner"),
        "python cupy": importlib.util.find_spec("cupy") and (shutil.which("clang++-19") or shutil.which("nvcc")),
        "python numba": importlib.util.find_spec("numba_cuda"),
    }

    def replaced(match):
        nonlocal printed
        kind, body = match.groups()
        if kind == "text":
            return f"```text\n{printed}```"
        if here[kind]:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(body, "docs/python.md", "exec"), namespace)
            printed = out.getvalue()
        return match.group(0)

    return BLOCK.sub(replaced, page)


@pytest.mark.skipif(not PAGE.exists(), reason="the page is not here")
def test_the_page_shows_what_its_blocks_print(tmp_path):
    """In a process of its own: what a machine has of ptxas must not change the output."""
    pytest.importorskip("numpy")
    pytest.importorskip("sklearn")
    code = "import sys, test_docs; sys.stdout.write(test_docs.outputs(open(sys.argv[1]).read()))"
    environment = {
        **os.environ,
        "FOREWARP_PTXAS": "off",
        "FOREWARP_COMPILER": "clang",
        "PYTHONPATH": os.pathsep.join([str(pathlib.Path(__file__).parent), os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run(
        [sys.executable, "-c", code, str(PAGE)], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    if os.environ.get("FOREWARP_REGENERATE"):
        PAGE.write_text(done.stdout)
    assert done.stdout == PAGE.read_text()
    assert done.stdout.count("```python") >= 10
