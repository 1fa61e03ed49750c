# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Triton's kernels without a GPU: compiled ahead of time for the device that is named, and predicted.

    @triton.autotune(configs=[...], key=["n"], prune_configs_by={"perf_model": perf_model("H100"), "top_k": 1})

Where one configuration is left, Triton measures nothing. tune() does the same without a launch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.runtime.jit import JITFunction

from .arguments import Buffer, buffer
from .devices import Device, DeviceName, name_of
from .errors import InputError
from .kernel import Kernel, Launch
from .results import Prediction

__all__ = ["Tuned", "launch", "perf_model", "predict", "tune"]

#: Options of a configuration that the compiler takes, beside the kernel's own constants.
_OPTIONS = ("num_warps", "num_ctas", "num_stages", "maxnreg")
_REALS = {"float16": "fp16", "bfloat16": "bf16", "float32": "fp32", "float64": "fp64"}
_ELEMENTS = {"fp16": "f16", "bf16": "bf16", "fp32": "f32", "fp64": "f64"}

Grid = Union[int, Sequence[int], Callable[[dict[str, Any]], Sequence[int]]]
Arguments = Union[Sequence[Any], Mapping[str, Any]]


def _function(fn: Any) -> Any:
    """Without autotuner and heuristics around it."""
    while not isinstance(fn, JITFunction):
        if not hasattr(fn, "fn"):
            raise InputError(f"{fn!r} is no function of triton.jit")
        fn = fn.fn
    return fn


def _element(value: Any) -> str:
    """The type of a tensor's elements as Triton calls it."""
    if isinstance(value, Buffer):
        found = {v: k for k, v in _ELEMENTS.items()}.get(value.type)
        return found or value.type.replace("s", "i")
    name = str(value.dtype).rpartition(".")[2]
    if name in _REALS:
        return _REALS[name]
    match = re.fullmatch(r"(u?)int(8|16|32|64)", name)
    if name == "bool":
        return "i1"
    if match is None:
        raise InputError(f"a tensor of {name} has no type of Triton that forewarp knows")
    return f"{'u' if match[1] else 'i'}{match[2]}"


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Buffer) or (hasattr(value, "dtype") and bool(getattr(value, "shape", ())))


def _scalar_type(value: Any) -> str:
    if isinstance(value, bool):
        return "i1"
    if isinstance(value, int):
        return "i32" if -(2**31) <= value < 2**31 else "i64" if value < 2**63 else "u64"
    if isinstance(value, float):
        return "fp32"
    raise InputError(f"{type(value).__name__} is no argument of a Triton kernel that forewarp knows")


def _contents(value: Any) -> Any:
    """NumPy arrays count by their contents; tensors elsewhere by their size and type."""
    if isinstance(value, Buffer) or hasattr(value, "__array_interface__"):
        return value
    count = 1
    for extent in value.shape:
        count *= int(extent)
    element = _element(value)
    if element in _ELEMENTS:
        return buffer(_ELEMENTS[element], count, "uniform(-1, 1)")
    return buffer("u8" if element == "i1" else element.replace("i", "s", 1), count)


@dataclass(frozen=True)
class _Source:
    """What Triton compiles: types and constants by parameter, and what the launch passes."""

    types: dict[str, str]
    constants: dict[str, Any]
    attributes: dict[tuple[int, ...], list[list[Any]]]
    passed: list[Any]


def _source(function: Any, named: Mapping[str, Any]) -> _Source:
    source = _Source({}, {}, {}, [])
    for place, parameter in enumerate(function.params):
        name = parameter.name
        if name not in named:
            if parameter.has_default:
                source.types[name], source.constants[name] = "constexpr", parameter.default
                continue
            raise InputError(f"{function.__name__} needs a value of '{name}'")
        value = named[name]
        specialised = not parameter.do_not_specialize
        if (
            parameter.is_constexpr
            or value is None
            or (specialised and value is not True and value == 1 and isinstance(value, int))
        ):
            source.types[name], source.constants[name] = "constexpr", value
        elif _is_tensor(value):
            source.types[name] = "*" + _element(value)
            source.attributes[(place,)] = [["tt.divisibility", 16]]
            source.passed.append(_contents(value))
        else:
            source.types[name] = _scalar_type(value)
            if specialised and isinstance(value, int) and not isinstance(value, bool) and value % 16 == 0:
                source.attributes[(place,)] = [["tt.divisibility", 16]]
            source.passed.append(value)
    return source


def _target(sheet: Device) -> GPUTarget:
    figures = sheet.figures
    if sheet.vendor != "nvidia" or "compute_capability" not in figures:
        raise InputError(f"{sheet.name}: Triton makes PTX for NVIDIA's devices alone")
    return GPUTarget("cuda", round(figures["compute_capability"]["value"]), 32)


_compiled: dict[Any, Any] = {}


def _compile(function: Any, source: _Source, target: GPUTarget, options: dict[str, Any]) -> Any:
    key = (
        function.cache_key,
        str(source.types),
        str(source.constants),
        str(source.attributes),
        str(target),
        str(options),
    )
    if key not in _compiled:
        made = ASTSource(function, source.types, source.constants, source.attributes)
        _compiled[key] = triton.compile(made, target=target, options=options)
    return _compiled[key]


def _check_shared(sheet: Device, shared: int) -> None:
    """Before anything is emulated: a tuner's largest tiles often do not fit."""
    most = sheet.figures.get("shared_bytes_per_block")
    if most is not None and shared > most["value"]:
        raise InputError(
            f"{shared} bytes of shared memory per block exceed what {sheet.name} allows: at most {most['value']:.0f}"
        )


def _blocks(grid: Grid, named: Mapping[str, Any]) -> list[int]:
    made = grid(dict(named)) if callable(grid) else grid
    return [made] if isinstance(made, int) else [int(extent) for extent in made]


def launch(fn: Any, grid: Grid, args: Arguments, device: DeviceName, **config: Any) -> Launch:
    """The launch of fn[grid](*args, **config), compiled for the device; it answers as that of any kernel.

    args: a list in the order of the parameters, or a dict. NumPy arrays count by their contents, other tensors by size
    and type; buffer() describes one. config: constants of the kernel, num_warps, num_stages, ...
    """
    function = _function(fn)
    names = [parameter.name for parameter in function.params]
    named = dict(args) if isinstance(args, Mapping) else dict(zip(names, args))
    named.update({name: value for name, value in config.items() if name in names})
    unknown = [name for name in config if name not in names and name not in _OPTIONS and name != "ir_override"]
    if unknown:
        raise InputError(f"{function.__name__} has no parameter '{unknown[0]}': there is {', '.join(names)}")
    options = {name: config[name] for name in _OPTIONS if config.get(name) is not None}
    if options.get("num_ctas", 1) != 1:
        raise InputError("num_ctas: clusters of blocks are not predicted")
    source = _source(function, named)
    sheet = device if isinstance(device, Device) else Device(device)
    compiled = _compile(function, source, _target(sheet), options)
    _check_shared(sheet, compiled.metadata.shared)
    ptx = compiled.asm["ptx"]
    entry = re.search(r"\.entry\s+([\w$.]+)\s*\((.*?)\)", ptx, re.DOTALL)
    if entry is None:
        raise InputError(f"{function.__name__}: Triton made no entry")
    scratch = [buffer("u8", 1 << 12)] * (entry[2].count(".param") - len(source.passed))
    made = Kernel.from_ptx(ptx, name=f"{function.__name__}.ptx", kernel=entry[1])
    metadata = compiled.metadata
    return made.launch(
        _blocks(grid, {**named, **config}), 32 * metadata.num_warps, [*source.passed, *scratch], shared=metadata.shared
    )


def predict(fn: Any, grid: Grid, args: Arguments, device: DeviceName, **config: Any) -> Prediction:
    """The time of fn[grid](*args, **config) on the device."""
    return launch(fn, grid, args, device, **config).predict(name_of(device))


def perf_model(device: DeviceName, fn: Any = None) -> Callable[..., float]:
    """For prune_configs_by: predicted milliseconds of a configuration; infinite for one that cannot run. fn: the kernel;
    without it that of the autotuner, which tune() and bind() set."""
    holder: dict[str, Any] = {"fn": fn}

    def model(**arguments: Any) -> float:
        if holder["fn"] is None:
            raise InputError("perf_model does not know the kernel: give fn, or perf_model.bind(kernel)")
        function = _function(holder["fn"])
        names = {parameter.name for parameter in function.params}
        grid = arguments.pop("grid", 1)
        named = {name: value for name, value in arguments.items() if name in names}
        config = {name: value for name, value in arguments.items() if name in _OPTIONS}
        try:
            return 1e3 * predict(function, grid, named, device, **config).time_s
        except InputError:
            return float("inf")

    model.bind = lambda kernel: holder.update(fn=kernel)  # type: ignore[attr-defined]
    return model


@dataclass(frozen=True)
class Tuned:
    """A configuration of an autotuner, with its prediction, or the reason why it cannot run."""

    config: Any
    prediction: Optional[Prediction]
    reason: str = ""


def tune(fn: Any, grid: Grid, args: Arguments, device: DeviceName) -> list[Tuned]:
    """All configurations of a function of triton.autotune, fastest first, without a launch."""
    if not hasattr(fn, "configs"):
        raise InputError("tune needs a function of triton.autotune")
    rows = []
    for config in fn.configs:
        try:
            rows.append(Tuned(config, predict(fn, grid, args, device, **config.all_kwargs())))
        except InputError as error:
            rows.append(Tuned(config, None, str(error).partition("\n")[0]))
    return sorted(rows, key=lambda row: row.prediction.time_s if row.prediction else float("inf"))
