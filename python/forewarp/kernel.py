# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""A kernel, its launch, and the questions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union, overload

from . import _forewarp, arguments
from .devices import Device, DeviceName, name_of, names_of
from .errors import InputError
from .rankings import Ranking, Rankings
from .results import Advice, Counts, Prediction, Predictions, Profile

__all__ = ["Kernel", "Launch"]

Dim = Union[int, str, Sequence[Union[int, str]]]
Arguments = Union[Sequence[Any], Mapping[str, Any], None]
Defines = Union[Mapping[str, Any], Iterable[str], None]


def _define_texts(defines: Defines) -> list[str]:
    if defines is None:
        return []
    if isinstance(defines, Mapping):
        return [name if value is None else f"{name}={_plain(value)}" for name, value in defines.items()]
    return [defines] if isinstance(defines, str) else list(defines)


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _shape_text(shape: Optional[Dim], name: str) -> str:
    if shape is None:
        return ""
    parts = [shape] if isinstance(shape, (int, str)) or hasattr(shape, "__index__") else list(shape)
    if not 1 <= len(parts) <= 3:
        raise InputError(f"{name}: {len(parts)} dimensions, a shape has 1 to 3")
    return ",".join(str(part) for part in parts)


class Kernel:
    """A kernel of a .cu, .cl or .ptx file, of a folder with launch.toml, of PTX text, or one that ships with forewarp:
    Kernel("matmul_tiled"). Nothing is compiled before a question is asked; what a question made is kept by the Launch.

    kernel: its name where the file has several; "reduce<float, 256>" instantiates a template.
    defines: macros, as a dict or as texts "TILE=16". compiler: "nvcc" or "clang".
    registers: a count, "ptxas" or "estimate". check: "memory", "races" or "all" finds mistakes in the kernel.
    machine_code: "off" leaves out the machine code of the device.
    exact: run every block. limit: warp instructions after which a kernel is stopped. seed, budget: of sampling.
    threads: of the emulator, 0 for all cores.
    """

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        kernel: Optional[str] = None,
        defines: Defines = None,
        includes: Iterable[Union[str, "os.PathLike[str]"]] = (),
        sources: Iterable[Union[str, "os.PathLike[str]"]] = (),
        arch: Optional[str] = None,
        compiler: Optional[str] = None,
        compiler_flags: Iterable[str] = (),
        registers: Union[int, str, None] = None,
        check: Optional[str] = None,
        machine_code: Optional[str] = None,
        exact: bool = False,
        limit: Optional[int] = None,
        budget: Optional[int] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        _native: Any = None,
    ) -> None:
        self._native = _forewarp.Kernel(os.fspath(path)) if _native is None else _native
        self._name = kernel or os.path.basename(os.fspath(path))
        self._native.set_request(
            defines=_define_texts(defines),
            includes=[os.fspath(folder) for folder in includes],
            sources=[os.fspath(source) for source in sources],
            compiler_flags=list(compiler_flags),
        )
        options = {
            "kernel": kernel,
            "arch": arch,
            "compiler": compiler,
            "registers": registers,
            "check": check,
            "machine-code": machine_code,
            "exact": "1" if exact else None,
            "limit": limit,
            "budget": budget,
            "seed": seed,
            "threads": threads,
        }
        for name, value in options.items():
            if value is not None:
                self._native.set_option(name, str(value))

    @classmethod
    def from_file(cls, path: Union[str, "os.PathLike[str]"], **options: Any) -> Kernel:
        """A kernel of a file or a folder. Options are those of Kernel."""
        if not os.path.exists(path):
            raise InputError(f"{os.fspath(path)}: no such file")
        return cls(path, **options)

    @classmethod
    def from_ptx(cls, text: Union[str, bytes], *, name: str = "kernel.ptx", **options: Any) -> Kernel:
        """A kernel of PTX text; no compiler is needed. Messages call the text `name`."""
        ptx = text.decode() if isinstance(text, bytes) else text
        return cls(name, _native=_forewarp.Kernel.from_ptx(ptx, name), **options)

    @classmethod
    def from_source(cls, text: str, *, name: str = "kernel.cu", **options: Any) -> Kernel:
        """A kernel of CUDA C++ or OpenCL C, as the ending of `name` says (".cu", ".cl"). Messages call the text `name`."""
        return cls(name, _native=_forewarp.Kernel.from_source(text, name), **options)

    def kernels(self) -> list[str]:
        """The kernels of the file, as they are declared."""
        return list(self._native.list()["kernels"])

    def ptx(self) -> str:
        """The PTX, compiled where no device is named."""
        return str(self._native.ptx())

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
        """A launch of the kernel.

        grid, block: a number, or up to three; expressions of parameters are texts ("ceil_div(n, 256)").
        args: a list in the order of the kernel's parameters, or a dict by their names; what a dict leaves out is guessed
        from the code, and the answers say so. A name that no parameter has is refused here where the file shows the names,
        else by the first question. NumPy arrays count by their contents, which are copied; ints and floats take the
        parameter's type, NumPy's numbers have their own; structs are ctypes structures, dicts or tuples; buffer() describes
        a buffer without holding it.
        parameters: values of names in expressions, such as n of a kernel that ships. constants: __constant__ variables.
        """
        native, given = self._native.copy(), args
        if isinstance(args, (list, tuple)) and native.argument_names():
            names = native.argument_names()
            if len(args) != len(names):
                raise InputError(f"args: {len(args)} values for {len(names)} parameters: {', '.join(names)}")
            args = dict(zip(names, args))
        elif isinstance(args, Mapping) and args:
            native.check_argument_names([str(name) for name in args])
        native.set_request(
            grid=_shape_text(grid, "grid"),
            block=_shape_text(block, "block"),
            shared="" if shared is None else str(shared),
            set=[f"{name}={_plain(value)}" for name, value in (parameters or {}).items()],
            arguments=arguments.texts(native, args),
            constants=arguments.texts(native, constants),
        )
        return Launch(native, self._name, len(given) if isinstance(given, (list, tuple)) else None)

    def __repr__(self) -> str:
        return f"Kernel({self._name!r})"


class Launch:
    """A kernel with its launch: Kernel.launch() makes it. The first question compiles and emulates; further ones take
    microseconds. Several threads may ask; they wait for each other."""

    def __init__(self, native: Any, name: str, listed: Optional[int] = None) -> None:
        self._native, self._name, self._listed = native, name, listed

    def _asked(self, question: str, *words: Any) -> Any:
        """The library knows no lists: of one that is too short it names a parameter that the caller did not."""
        try:
            return getattr(self._native, question)(*words)
        except InputError as error:
            if self._listed is None or "no parameter 'argument 0'" not in str(error):
                raise
            known = str(error).rpartition(": its parameters are ")[2]
            message = f"args: a list has a value for each parameter ({known}), and this one has {self._listed}"
            raise InputError(f"{message}; a dict may leave some out") from None

    def __repr__(self) -> str:
        return f"Launch of {self._name!r}"

    @overload
    def predict(  # type: ignore[overload-overlap]
        self,
        devices: Union[str, Device],
        *,
        caches: str = ...,
        model: str = ...,
        clock_mhz: float = ...,
        ncu: bool = ...,
        graph: bool = ...,
    ) -> Prediction: ...
    @overload
    def predict(
        self,
        devices: Iterable[DeviceName],
        *,
        caches: str = ...,
        model: str = ...,
        clock_mhz: float = ...,
        ncu: bool = ...,
        graph: bool = ...,
    ) -> Predictions: ...
    def predict(
        self,
        devices: Union[DeviceName, Iterable[DeviceName]],
        *,
        caches: str = "usual",
        model: str = "",
        clock_mhz: float = 0.0,
        ncu: bool = False,
        graph: bool = False,
    ) -> Union[Prediction, Predictions]:
        """The time on a device, or on each of several.

        caches: "usual", "cold" or "warm". model: "bounds" or "wave". clock_mhz: of the SMs. ncu: as Nsight Compute
        measures, base clock and cold caches. graph: as a node of a CUDA graph.
        """
        names = names_of(devices)
        conditions = _forewarp.Conditions(caches, model, clock_mhz, ncu, graph)
        rows = self._asked("predict_rows", names, conditions)
        make_document = lambda: self._native.predict(names, conditions)  # noqa: E731
        make_page = lambda: self._native.predict_page(names, conditions)  # noqa: E731
        if isinstance(devices, (str, Device)) and len(rows) == 1:
            return Prediction._from(rows[0], make_document, make_page)
        return Predictions(rows, make_document, make_page)

    def profile(self) -> Profile:
        """What the launch does: instructions, accesses, divergence."""
        return Profile(self._asked("profile"), self._native.profile_page)

    def advise(self, device: DeviceName, *, caches: str = "usual") -> Advice:
        """What limits the launch on the device, and what would help."""
        names = [name_of(device)]
        conditions = _forewarp.Conditions(caches, "", 0.0, False, False)
        document = self._asked("advise", names, conditions)
        page = lambda: self._native.advise_page(names, conditions)  # noqa: E731
        return Advice._from(document["advice"][0], document, page)

    @overload
    def rank(  # type: ignore[overload-overlap]
        self,
        space: Union[Mapping[str, Any], str, "os.PathLike[str]", None],
        device: DeviceName,
        *,
        workers: int = ...,
        constraints: Iterable[str] = ...,
        caches: str = ...,
        model: str = ...,
        configurations: Union[str, "os.PathLike[str]"] = ...,
        measured_column: str = ...,
    ) -> Ranking: ...
    @overload
    def rank(
        self,
        space: Union[Mapping[str, Any], str, "os.PathLike[str]", None],
        device: Sequence[DeviceName],
        *,
        workers: int = ...,
        constraints: Iterable[str] = ...,
        caches: str = ...,
        model: str = ...,
        configurations: Union[str, "os.PathLike[str]"] = ...,
        measured_column: str = ...,
    ) -> Rankings: ...
    def rank(
        self,
        space: Union[Mapping[str, Any], str, "os.PathLike[str]", None],
        device: Union[DeviceName, Sequence[DeviceName]],
        *,
        workers: int = 0,
        constraints: Iterable[str] = (),
        caches: str = "usual",
        model: str = "",
        configurations: Union[str, "os.PathLike[str]"] = "",
        measured_column: str = "",
    ) -> Union[Ranking, Rankings]:
        """Many configurations on one device, fastest first, or on each of several.

        space: values of macros, parameters and "block", as lists or as texts: {"TILE": [8, 16, 32], "block": "64..1024*2"};
        a file: TOML, or that of an auto-tuner (docs/kernel-tuner.md); None: the space that the kernel asks for.
        configurations: a CSV that lists them, in place of the space.
        measured_column: of that CSV, or an objective of the tuner's file: times to compare with, on one device.
        constraints: expressions that must not be 0 ("TILE * TILE <= 1024").
        workers: threads, 0 for one on each core.
        """
        values = space if isinstance(space, Mapping) else {}
        several = not isinstance(device, (str, Device))
        asked = _forewarp.Space(
            [_dimension_text(name, all_of) for name, all_of in values.items()],
            list(constraints),
            os.fspath(space) if isinstance(space, (str, os.PathLike)) else "",
            os.fspath(configurations),
            measured_column,
            workers,
            several,
        )
        ask = (names_of(device), asked, _forewarp.Conditions(caches, model, 0.0, False, False))
        document = self._asked("rank", *ask)
        page = lambda: str(self._native.rank_page(*ask))  # noqa: E731
        return Rankings(document, page) if "rankings" in document else Ranking(document, page)

    def count(self, at: Optional[Mapping[str, int]] = None, *, fill: bool = False) -> Counts:
        """Operations and accesses as formulas in the sizes. at: sizes for which there are numbers, too. fill: emulate the
        launch for what depends on data."""
        return Counts(self._asked("count", [f"{name}={value}" for name, value in (at or {}).items()], fill))


def _dimension_text(name: str, values: Any) -> str:
    if isinstance(values, str):
        return f"{name}={values}"
    texts = ["x".join(map(str, v)) if isinstance(v, (tuple, list)) else _plain(v) for v in values]
    return f"{name}={','.join(texts)}"
