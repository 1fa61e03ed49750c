# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""The database of GPUs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Union

from . import _forewarp
from .errors import InputError

__all__ = ["Device", "devices"]


class Device:
    """The data sheet of a GPU, by its name or an alias, or by the path of your own .toml file.

    figures has every figure with its unit and its source: Device("V100").figures["sms"]["value"].
    """

    def __init__(self, name: Union[str, "os.PathLike[str]"]) -> None:
        self._asked_for = os.fspath(name)
        found = _forewarp.devices([self._asked_for])
        if len(found) != 1:
            raise InputError(f"'{name}' names {len(found)} devices; forewarp.devices('{name}') lists them")
        self._document: dict[str, Any] = found[0]

    @classmethod
    def _from(cls, document: dict[str, Any]) -> Device:
        made = cls.__new__(cls)
        made._asked_for, made._document = document["name"], document
        return made

    @property
    def name(self) -> str:
        return str(self._document["name"])

    @property
    def aliases(self) -> list[str]:
        return list(self._document["aliases"])

    @property
    def vendor(self) -> str:
        return str(self._document["vendor"])

    @property
    def architecture(self) -> str:
        return str(self._document["architecture"])

    @property
    def figures(self) -> dict[str, dict[str, Any]]:
        return dict(self._document["figures"])

    def to_dict(self) -> dict[str, Any]:
        """As forewarp devices NAME --json prints it."""
        return dict(self._document)

    def __repr__(self) -> str:
        return f"Device({self.name!r}, {self.vendor} {self.architecture})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and other._document == self._document

    def __hash__(self) -> int:
        return hash(self.name)


DeviceName = Union[str, Device, "os.PathLike[str]"]


def devices(*names: str) -> list[Device]:
    """The devices of these names, of an architecture ("hopper") or "all"; without names all that ship."""
    return [Device._from(document) for document in _forewarp.devices(list(names))]


def name_of(device: DeviceName) -> str:
    return device._asked_for if isinstance(device, Device) else os.fspath(device)


def names_of(given: Union[DeviceName, Iterable[DeviceName]]) -> list[str]:
    """The names of one device or of several."""
    if isinstance(given, (str, Device, os.PathLike)):
        return [name_of(given)]
    names = [name_of(device) for device in given]
    if not names:
        raise InputError("no device is named; forewarp.devices() lists what there is")
    return names
