# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Kernels of CuPy, Numba and PyTorch's extensions, without a GPU: each becomes a forewarp.Kernel, whose launch() takes
what that of any kernel takes. Nothing of these packages is imported before it is asked for."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union, cast

from .arguments import Buffer
from .errors import InputError, Unavailable
from .kernel import Arguments, Dim, Kernel, Launch

__all__ = ["from_cupy", "from_numba", "from_torch_extension"]


def from_cupy(raw_kernel: Any, *, kernel: Optional[str] = None, **options: Any) -> Kernel:
    """The kernel of a cupy.RawKernel, or the one named `kernel` of a cupy.RawModule, compiled here from its source with
    its options: nvcc or clang takes the place of NVRTC, and no driver is asked.

    options: those of Kernel. Raises InputError for kernels that CuPy writes itself (ElementwiseKernel, ReductionKernel,
    fuse, cupyx.jit): their source exists on a GPU only.
    """
    if not all(hasattr(raw_kernel, name) for name in ("code", "options", "file_path")):
        raise InputError(
            f"{type(raw_kernel).__name__} has no source without a GPU: from_cupy takes a cupy.RawKernel or cupy.RawModule"
        )
    name = kernel or getattr(raw_kernel, "name", None)
    flags = _Flags(raw_kernel.options)
    cupy = sys.modules.get("cupy")
    headers = [os.path.join(os.path.dirname(str(cupy.__file__)), "_core", "include")] if cupy else []
    given = {
        "kernel": name,
        "defines": flags.defines + list(_listed(options.pop("defines", None))),
        "includes": [*flags.includes, *options.pop("includes", ()), *headers],
        "compiler_flags": [*flags.others, *options.pop("compiler_flags", ())],
        **options,
    }
    if raw_kernel.code is None:
        return Kernel.from_file(raw_kernel.file_path, **given)
    return Kernel.from_source(raw_kernel.code, name=f"{_file_name(name)}.cu", **given)


def _listed(defines: Any) -> list[str]:
    if isinstance(defines, Mapping):
        return [key if value is None else f"{key}={value}" for key, value in defines.items()]
    return [defines] if isinstance(defines, str) else list(defines or ())


def _file_name(name: Optional[str]) -> str:
    return "".join(c if c.isalnum() or c == "_" else "_" for c in name or "module")


class _Flags:
    """Options of NVRTC: macros and folders of headers, which a Kernel has by name, and the rest."""

    def __init__(self, flags: Iterable[str]) -> None:
        self.defines: list[str] = []
        self.includes: list[str] = []
        self.others: list[str] = []
        words = iter(flags)
        for word in words:
            for short, long, place in (
                ("-D", "--define-macro", self.defines),
                ("-I", "--include-path", self.includes),
            ):
                if word in (short, long):
                    place.append(next(words, ""))
                elif word.startswith(long + "="):
                    place.append(word[len(long) + 1 :])
                elif word.startswith(short):
                    place.append(word[len(short) :].lstrip())
                else:
                    continue
                break
            else:
                self.others.append(word)


class _NumbaKernel(Kernel):
    """Numba passes an array as seven words or more: two that Python needs, the number of elements, their size, the
    address, the extents and the strides."""

    _types: tuple[Any, ...] = ()

    def launch(
        self,
        grid: Optional[Dim] = None,
        block: Optional[Dim] = None,
        args: Arguments = None,
        *,
        shared: Union[int, str, None] = None,
        parameters: Optional[Mapping[str, Any]] = None,
        constants: Optional[Mapping[str, Any]] = None,
    ) -> Launch:
        if not isinstance(args, (list, tuple)) or len(args) != len(self._types):
            raise InputError(f"args: a kernel of Numba takes a list of {len(self._types)} values, as its signature has")
        words = [word for value, kind in zip(args, self._types) for word in _numba_words(value, kind)]
        return super().launch(grid, block, words, shared=shared, parameters=parameters, constants=constants)


def _numba_words(value: Any, kind: Any) -> list[Any]:
    """What is passed for a value of this type of Numba."""
    if not hasattr(kind, "ndim"):
        if isinstance(value, (bool, int, float)) or getattr(value, "shape", None) == ():
            return [value]
        raise InputError(f"{type(value).__name__} for {kind}: from_numba knows arrays and real numbers")
    shape: Sequence[int]
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Buffer):
        value, shape = value[0], tuple(value[1])
    elif isinstance(value, Buffer):
        shape = (int(value.count),)
    else:
        shape = tuple(getattr(value, "shape", ()))
    if len(shape) != kind.ndim:
        raise InputError(f"{len(shape)} extents for {kind}; a buffer with its extents is (buffer(...), (rows, columns))")
    size = kind.dtype.bitwidth // 8
    count = 1
    strides: list[int] = []
    for extent in reversed(shape) if kind.layout != "F" else shape:
        strides.append(size * count)
        count *= int(extent)
    if kind.layout != "F":
        strides.reverse()
    return [0, 0, count, size, value, *map(int, shape), *strides]


def from_numba(dispatcher: Any, signature: Any, *, cc: Optional[tuple[int, int]] = None, **options: Any) -> Kernel:
    """The kernel of a function of numba.cuda.jit for these types: "void(float32[::1], int32)", a tuple of Numba's types,
    or a signature. Numba's NVVM compiles; no driver is asked.

    cc: the compute capability, (8, 0); Numba's own choice without it. The list that launch() takes has an array (or
    forewarp.buffer(); with its extents, (buffer, (rows, columns)), where it has several) for each array of the signature.
    Raises Unavailable where numba-cuda or NVVM is missing.
    """
    try:
        cuda: Any = importlib.import_module("numba.cuda")
        sigutils: Any = importlib.import_module("numba.core.sigutils")
        missing: Any = importlib.import_module("numba.cuda.cudadrv.error").NvvmSupportError
    except ImportError as error:
        raise Unavailable(f"from_numba needs numba-cuda: {error}") from None
    function = getattr(dispatcher, "py_func", dispatcher)
    types, _ = sigutils.normalize_signature(signature)
    chosen = getattr(dispatcher, "targetoptions", {})
    compiling = {name: chosen[name] for name in ("debug", "lineinfo", "fastmath", "opt") if name in chosen}
    try:
        ptx, _ = cuda.compile_ptx(function, types, cc=cc, **compiling)
    except missing as error:
        raise Unavailable(f"from_numba needs NVVM, as of nvidia-nvvm: {error}") from None
    made: Any = _NumbaKernel.from_ptx(ptx, name=f"{function.__name__}.ptx", **options)
    made._types = tuple(types)
    return cast(Kernel, made)


def from_torch_extension(path: Any, *, kernel: Optional[str] = None, **options: Any) -> Kernel:
    """A kernel of an extension that torch.utils.cpp_extension built: its shared library, or the module that was loaded
    from it. The library must contain PTX: TORCH_CUDA_ARCH_LIST="8.0+PTX". Kernel.kernels() lists what is in it.

    options: those of Kernel. Raises InputError where the file is no library.
    """
    file = getattr(path, "__file__", None) or path
    if not isinstance(file, (str, os.PathLike)):
        raise InputError(f"{type(path).__name__} is neither a path nor a module that was loaded from a file")
    return Kernel.from_file(file, kernel=kernel, **options)
