# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Answers of rank: configurations by time, on one device or several."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union, overload

from .results import Answer, Document, table_frame

if TYPE_CHECKING:
    import pandas

__all__ = ["Candidate", "OnAll", "Ranking", "Rankings"]


@dataclass(frozen=True)
class Candidate:
    """One configuration of a ranking. Where it cannot run, there is a reason and time_s is None."""

    configuration: dict[str, str]
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    time_s: Optional[float]
    low_s: Optional[float]
    high_s: Optional[float]
    limiter: str
    occupancy: Optional[float]
    group: Optional[int]
    reason: str
    measured_s: Optional[float] = None


class Ranking(Answer, Sequence[Candidate]):
    """Configurations of a kernel on one device. Those that do the same work are one group; within a group the fastest
    comes first."""

    def __init__(self, document: Document, page: Optional[Callable[[], str]] = None) -> None:
        self._document, self._make_page = document, page
        self._make_document = lambda: document
        self._rows = [self._candidate(row) for row in document["candidates"]]
        self.device: str = document["device"]

    @staticmethod
    def _candidate(row: Document) -> Candidate:
        return Candidate(
            configuration=row["configuration"],
            grid=tuple(row["grid"]),
            block=tuple(row["block"]),
            time_s=row.get("time_s"),
            low_s=row.get("low_s"),
            high_s=row.get("high_s"),
            limiter=row.get("limiter", ""),
            occupancy=row.get("occupancy"),
            group=row.get("group"),
            reason=row.get("reason", ""),
            measured_s=row.get("measured_s"),
        )

    @overload
    def __getitem__(self, key: int) -> Candidate: ...
    @overload
    def __getitem__(self, key: slice) -> list[Candidate]: ...
    def __getitem__(self, key: Union[int, slice]) -> Union[Candidate, list[Candidate]]:
        return self._rows[key]

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"Ranking({len(self)} configurations on {self.device}, best {self.best.configuration})"

    @property
    def best(self) -> Candidate:
        """The fastest of the group that does most."""
        return self._rows[0]

    @property
    def agreement(self) -> Optional[Document]:
        """Of predicted with measured times, where times were measured: "spearman", "median_error", "regret" and so on
        (docs/kernel-tuner.md)."""
        return copy.deepcopy(self._document.get("measured"))

    @property
    def notes(self) -> list[str]:
        return list(self._document["notes"])

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each configuration; the dimensions are columns."""
        return table_frame(self._table())

    def _table(self, **first: str) -> list[Document]:
        rows = []
        for c in self._rows:
            row: dict[str, Any] = {**first, **c.configuration}
            row.update({"time_s": c.time_s, "low_s": c.low_s, "high_s": c.high_s, "limiter": c.limiter})
            row.update({"occupancy": c.occupancy, "group": c.group, "reason": c.reason})
            if self.agreement is not None:
                row["measured_s"] = c.measured_s
            rows.append(row)
        return rows


@dataclass(frozen=True)
class OnAll:
    """One configuration on every device of a Rankings, in their order: its times, what share of each device's best speed it
    reaches (0 to 1), and the harmonic mean of these shares. A device that cannot run it has 0."""

    configuration: dict[str, str]
    time_s: list[float]
    efficiency: list[float]
    portability: float


class Rankings(Answer, Sequence[Ranking]):
    """The same configurations on several devices, a Ranking for each in the order in which they were named."""

    def __init__(self, document: Document, page: Optional[Callable[[], str]] = None) -> None:
        self._make_document, self._make_page = lambda: document, page
        self._rows = [Ranking(one) for one in document["rankings"]]
        self.devices: list[str] = list(document["devices"])
        for_all = document["one_for_all"]
        #: The configuration to take where there can be one only; None where no configuration runs on all devices.
        self.one_for_all: Optional[OnAll] = None if for_all is None else OnAll(**for_all)
        #: The best of each device, on all devices.
        self.bests: list[OnAll] = [OnAll(**one) for one in document["bests"]]

    @overload
    def __getitem__(self, key: Union[int, str]) -> Ranking: ...
    @overload
    def __getitem__(self, key: slice) -> list[Ranking]: ...
    def __getitem__(self, key: Union[int, str, slice]) -> Union[Ranking, list[Ranking]]:
        """By place, or by the name of the device."""
        if not isinstance(key, str):
            return self._rows[key]
        for row in self._rows:
            if row.device == key:
                return row
        raise KeyError(f"{key}: there is {', '.join(self.devices)}")

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        best = "none for all" if self.one_for_all is None else f"one for all {self.one_for_all.configuration}"
        return f"Rankings({', '.join(self.devices)}; {best})"

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows of each Ranking, with a column "device"."""
        return table_frame([row for ranking in self._rows for row in ranking._table(device=ranking.device)])
