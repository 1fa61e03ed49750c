# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Whole CUDA programs without a GPU."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from . import _forewarp
from .devices import DeviceName, names_of
from .results import frame

__all__ = ["ProgramRun", "exec"]

Path = Union[str, "os.PathLike[str]"]


@dataclass(eq=False)
class ProgramRun:
    """A program that has run. processes has a document for each process that used the CUDA runtime, as
    forewarp exec --json prints it."""

    exit_status: int
    timed_out: bool
    processes: list[dict[str, Any]]
    _page: str = field(repr=False)

    @property
    def devices(self) -> list[dict[str, Any]]:
        """Of the program itself, what each device did."""
        return list(self.processes[0]["devices"]) if self.processes else []

    def to_dict(self) -> dict[str, Any]:
        """The document of the program itself; {} where it did not use the CUDA runtime."""
        return copy.deepcopy(self.processes[0]) if self.processes else {}

    def to_html(self) -> str:
        return self._page

    def _repr_html_(self) -> Optional[str]:
        return frame(self._page) if self._page else None


def exec(
    files: Union[Path, Iterable[Path]],
    devices: Union[DeviceName, Iterable[DeviceName]],
    args: Iterable[str] = (),
    *,
    defines: Iterable[str] = (),
    includes: Iterable[Path] = (),
    libraries: Iterable[str] = (),
    library_dirs: Iterable[Path] = (),
    compiler: str = "",
    compiler_flags: Iterable[str] = (),
    gpus: int = 1,
    timeout_s: float = 0.0,
    ncu: bool = False,
    machine_code: str = "auto",
) -> ProgramRun:
    """Builds the sources of a CUDA program, or takes a program that was built, and runs it on devices that are not there,
    with correct results and predicted times. What it prints goes where this process prints."""
    names = [os.fspath(files)] if isinstance(files, (str, os.PathLike)) else [os.fspath(f) for f in files]
    result = _forewarp.exec(
        names,
        names_of(devices),
        [str(a) for a in args],
        defines=list(defines),
        includes=[os.fspath(f) for f in includes],
        libraries=list(libraries),
        library_dirs=[os.fspath(f) for f in library_dirs],
        compiler=compiler,
        compiler_flags=list(compiler_flags),
        gpus=gpus,
        timeout_s=float(timeout_s),
        ncu=ncu,
        machine_code=machine_code,
    )
    return ProgramRun(result["exit_status"], result["timed_out"], result["processes"], result["page"])
