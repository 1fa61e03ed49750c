# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""tinygrad's mock CUDA device on the emulator: a library with the function ptx_run(), in the place of gpuocelot's."""

from __future__ import annotations

import os
import pathlib
from typing import Union

from .errors import Unavailable

__all__ = ["library", "link"]

NAME = "libforewarp_ptx_run.so"


def library() -> pathlib.Path:
    """The shared library that ctypes.CDLL opens. Raises Unavailable where this installation has none."""
    folders = [pathlib.Path(__file__).resolve().parent / "lib" / "forewarp"]
    if runtime := os.environ.get("FOREWARP_RUNTIME"):
        folders.insert(0, pathlib.Path(runtime))
    for folder in folders:
        if (folder / NAME).exists():
            return folder / NAME
    raise Unavailable(f"{NAME} is not in {' or '.join(map(str, folders))}")


def link(folder: Union[str, os.PathLike[str]]) -> pathlib.Path:
    """Makes folder/libgpuocelot.so, the name that tinygrad looks for, a link to library(); what had that name is
    replaced if it is a link. A process that has the folder on LD_LIBRARY_PATH when it starts finds it."""
    path = pathlib.Path(folder) / "libgpuocelot.so"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        path.unlink()
    path.symlink_to(library())
    return path
