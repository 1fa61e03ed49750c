# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Arguments of a launch as the library takes them: texts, and files with the contents of arrays."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Union

from . import _forewarp
from .errors import InputError

__all__ = ["Buffer", "buffer"]


@dataclass(frozen=True)
class Buffer:
    """A buffer that is described, not held in memory. See buffer()."""

    type: str
    count: Union[int, str]
    fill: str = "zero"
    output: bool = False
    host: bool = False

    def _text(self) -> str:
        parts = ["buffer", self.type, str(self.count), self.fill]
        return ":".join(parts + ["output"] * self.output + ["host"] * self.host)


def buffer(
    type: str,
    count: Union[int, str],
    fill: Union[str, int, float] = "zero",
    *,
    output: bool = False,
    host: bool = False,
) -> Buffer:
    """A buffer of `count` elements of `type` ("f32", "s32", "f16", "float4", ...).

    fill: what it contains: a number, or "zero", "uniform", "uniform(-1, 1)", "iota", "normal(0, 1)", "permutation",
    "csr_offsets(rows, columns, nonzeros)", ... as --arg has them. count may be an expression of parameters. Pages come
    into being when the kernel touches them, so that a buffer may be larger than memory. host: it lies in the host's
    memory, and the device reaches it over the bus.
    """
    if isinstance(fill, (int, float)):
        fill = f"constant({_number(fill)})"
    return Buffer(type, count, fill, output, host)


_SCALARS = {"f": "f", "i": "s", "u": "u", "b": "u"}


def _number(value: Any) -> str:
    """A Python number; bool is 1 or 0."""
    if isinstance(value, (bool, int)):
        return str(int(value))
    return _forewarp.real_text(float(value))


def _numpy_type(dtype: Any, name: str) -> str:
    """The element type of a dtype: "f32" for float32."""
    kind = _SCALARS.get(dtype.kind)
    if str(dtype) == "bfloat16":
        return "bf16"
    if kind is None or dtype.byteorder == ">":
        raise InputError(
            f"{name}: an array of {dtype} has no element type of PTX; view it as one (array.view('uint8'))"
        )
    return f"{kind}{8 * dtype.itemsize}"


def _array_text(native: Any, name: str, array: Any) -> str:
    """An array by its contents."""
    element = _numpy_type(array.dtype, name)
    if array.size == 0:
        raise InputError(f"{name}: the array is empty")
    view = memoryview(array) if array.flags.c_contiguous else memoryview(array.copy(order="C"))
    if view.format in ("e", "f", "d", "?", "b", "B", "h", "H", "i", "I", "l", "L", "q", "Q"):
        data = view.cast("B")
    else:
        data = memoryview(array.copy(order="C").view("uint8").reshape(-1))
    return str(native.contents_text(name, element, array.size, data))


def _member_text(native: Any, name: str, value: Any) -> str:
    """A member of a struct: as an argument, without its name."""
    text = _text(native, "member", value)
    return f".{name}={text}" if name else text


def _struct_text(native: Any, members: Iterable[tuple[str, Any]]) -> str:
    return "{" + ", ".join(_member_text(native, name, value) for name, value in members) + "}"


def _text(native: Any, name: str, value: Any) -> str:
    """What follows "name=" of --arg."""
    if isinstance(value, Buffer):
        return value._text()
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float)) and not hasattr(value, "dtype"):
        return _number(value)
    ctypes = sys.modules.get("ctypes")  # not there: nothing of it was made
    if ctypes and isinstance(value, (ctypes.Structure, ctypes.Union, ctypes.Array)):
        return str(_forewarp.struct_text(bytes(value)))
    if ctypes and isinstance(value, ctypes._SimpleCData):
        return _number(value.value)
    if isinstance(value, Mapping):
        return _struct_text(native, value.items())
    if isinstance(value, tuple):
        return _struct_text(native, (("", member) for member in value))
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        if value.shape == ():
            return f"{_numpy_type(value.dtype, name)}:{_number(value.item())}"
        if not hasattr(value, "flags"):
            raise InputError(f"{name}: {type(value).__name__} is not in the host's memory; give numpy.asarray(...)")
        text = _array_text(native, name, value)
        return text[len(name) + 1 :]
    raise InputError(
        f"{name}: {type(value).__name__} is no argument; there are numbers, NumPy arrays, forewarp.buffer(), structs "
        "(ctypes, dict, tuple) and texts as --arg has them"
    )


def texts(native: Any, arguments: Any) -> list[str]:
    """name=value of each; a list has names that no parameter has, so that its order counts."""
    if arguments is None:
        return []
    if isinstance(arguments, Mapping):
        pairs = list(arguments.items())
    elif isinstance(arguments, (list, tuple)):
        pairs = [(f"argument {i}", value) for i, value in enumerate(arguments)]
    else:
        raise InputError(f"args: {type(arguments).__name__} is neither a list nor a dict")
    return [f"{name}={_text(native, name, value)}" for name, value in pairs]
