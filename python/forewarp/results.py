# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Answers. Each has the digits that the command prints with --json; to_dict() is that document, and in a notebook an
answer shows the page that the command writes with --report."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Union, overload

if TYPE_CHECKING:
    import pandas

__all__ = [
    "Advice",
    "Cause",
    "Counts",
    "Least",
    "Occupancy",
    "Prediction",
    "Predictions",
    "Profile",
    "Refusal",
    "Suggestion",
    "TimeErrors",
]

Document = dict[str, Any]


def table_frame(rows: Any) -> "pandas.DataFrame":
    try:
        import pandas
    except ImportError as error:
        from .errors import Unavailable

        raise Unavailable("pandas is not installed: pip install pandas") from error
    return pandas.DataFrame(rows)


def frame(page: str) -> str:
    """A page inside of a notebook's cell."""
    import html

    return f'<iframe srcdoc="{html.escape(page)}" style="width: 100%; height: 40em; border: 0"></iframe>'


class Answer:
    """What all answers have: the document, and the page where there is one."""

    _make_document: Callable[[], Document]
    _make_page: Optional[Callable[[], str]]

    def to_dict(self) -> Document:
        """The document that the command prints with --json."""
        return copy.deepcopy(self._make_document())

    def to_html(self) -> str:
        """The page that the command writes with --report: one file with everything inside."""
        if self._make_page is None:
            raise ValueError("this answer has no page")
        return self._make_page()

    def _repr_html_(self) -> Optional[str]:
        if self._make_page is None:
            return None
        return frame(self.to_html())


@dataclass(frozen=True)
class Occupancy:
    """Warps on an SM over those that it has room for, 0 to 1, and what limits them."""

    theoretical: float
    achieved: float
    blocks_per_sm: int
    warps_per_sm: int
    limit: str


@dataclass(frozen=True)
class Least:
    """The least time that the data sheet allows, and the peak that it follows from."""

    time_s: float
    peak: str


@dataclass(frozen=True)
class TimeErrors:
    """How far predicted times of an architecture were from measured ones: median errors, as fractions."""

    lowest: float
    highest: float
    times: int
    boards: int


@dataclass(eq=False)
class Prediction(Answer):
    """The time of one launch on one device."""

    device: str
    time_s: float
    low_s: float
    high_s: float
    limiter: str
    terms: dict[str, float]
    occupancy: Occupancy
    waves: float
    caches: str
    least: Optional[Least]
    times_checked: bool
    time_errors: Optional[TimeErrors]
    machine_code: str
    registers: Optional[int]
    notes: list[str]
    lower_bound: bool  # something that takes time is not counted: high_s is no upper end
    _make_document: Callable[[], Document] = field(repr=False)
    _make_page: Optional[Callable[[], str]] = field(default=None, repr=False)

    @classmethod
    def _from(
        cls, row: Document, document: Callable[[], Document], page: Optional[Callable[[], str]] = None
    ) -> Prediction:
        least = row["least"]
        return cls(
            row["device"],
            row["time_s"],
            row["low_s"],
            row["high_s"],
            row["limiter"],
            row["terms"],
            Occupancy(**row["occupancy"]),
            row["waves"],
            row["caches"],
            None if least is None else Least(**least),
            row["times_checked"],
            None if row["time_errors"] is None else TimeErrors(**row["time_errors"]),
            row["machine_code"],
            row["registers"],
            row["notes"],
            row["lower_bound"],
            document,
            page,
        )


@dataclass(frozen=True)
class Refusal:
    """A device that cannot run the launch, and why."""

    device: str
    reason: str


class Predictions(Answer, Sequence[Prediction]):
    """The time of one launch on several devices, in the order in which they were named. A device that cannot run it is in
    cannot_run."""

    def __init__(
        self, rows: list[Document], document: Callable[[], Document], page: Optional[Callable[[], str]] = None
    ) -> None:
        self._make_document, self._make_page = document, page
        self._rows = [Prediction._from(row, document) for row in rows if "reason" not in row]
        self.cannot_run = [Refusal(row["device"], row["reason"]) for row in rows if "reason" in row]

    @overload
    def __getitem__(self, key: Union[int, str]) -> Prediction: ...
    @overload
    def __getitem__(self, key: slice) -> list[Prediction]: ...
    def __getitem__(self, key: Union[int, str, slice]) -> Union[Prediction, list[Prediction]]:
        """By place, or by the name of the device."""
        if not isinstance(key, str):
            return self._rows[key]
        for row in self._rows:
            if row.device == key:
                return row
        for refusal in self.cannot_run:
            if refusal.device == key:
                raise KeyError(f"{key} cannot run the launch: {refusal.reason}")
        raise KeyError(f"{key}: there is {', '.join(row.device for row in self._rows)}")

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Prediction]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"Predictions({self._rows!r})"

    @property
    def fastest(self) -> Prediction:
        return min(self._rows, key=lambda row: row.time_s)

    @property
    def notes(self) -> list[str]:
        """Of the launch: what was guessed, how much of it was run."""
        return list(self._make_document()["notes"])

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each device; terms as columns term.NAME."""
        rows = []
        for p in self._rows:
            row = {"device": p.device, "time_s": p.time_s, "low_s": p.low_s, "high_s": p.high_s, "limiter": p.limiter}
            row.update({"occupancy": p.occupancy.theoretical, "waves": p.waves})
            row.update({f"term.{name}": value for name, value in p.terms.items()})
            rows.append(row)
        return table_frame(rows)


class Profile(Answer):
    """What one launch does. All members of the document's "profile" are attributes: accesses, instructions, buffers,
    thread_instructions, warp_instructions, branches, braun2020, ..."""

    def __init__(self, document: Document, page: Optional[Callable[[], str]] = None) -> None:
        self._document, self._make_page = document, page
        self._make_document = lambda: document

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_document"]["profile"][name]
        except KeyError:
            raise AttributeError(f"a profile has no {name!r}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._document["profile"]]

    def __repr__(self) -> str:
        return f"Profile({self.kernel!r}, {self.thread_instructions:.0f} thread instructions)"

    def to_pandas(self, table: str = "accesses") -> "pandas.DataFrame":
        """One of the tables "accesses", "instructions", "buffers", "basic_blocks"."""
        return table_frame(self._document["profile"][table])


@dataclass(frozen=True)
class Cause:
    """Where a limit comes from."""

    what: str
    file: Optional[str]
    line: Optional[int]
    ptx_line: Optional[int]


@dataclass(frozen=True)
class Suggestion:
    """A change, and how many times as fast the launch would be."""

    id: str
    title: str
    what: str
    gain: float
    low: float
    high: float
    limiter_after: str
    causes: list[Cause]


def _suggestion(row: Document) -> Suggestion:
    causes = [Cause(c["what"], c.get("file"), c.get("line"), c.get("ptx_line")) for c in row["causes"]]
    return Suggestion(
        row["id"], row["title"], row["what"], row["gain"], row["low"], row["high"], row["limiter_after"], causes
    )


@dataclass(eq=False)
class Advice(Answer):
    """What limits a launch on one device, and what would help."""

    device: str
    bound: str
    resource: str
    share: float
    verdict: str
    time_s: float
    low_s: float
    high_s: float
    suggestions: list[Suggestion]
    _make_document: Callable[[], Document] = field(repr=False)
    _make_page: Optional[Callable[[], str]] = field(default=None, repr=False)

    @classmethod
    def _from(cls, row: Document, document: Document, page: Optional[Callable[[], str]]) -> Advice:
        return cls(
            row["device"],
            row["bound"],
            row["resource"],
            row["share"],
            row["verdict"],
            row["time_s"],
            row["low_s"],
            row["high_s"],
            [_suggestion(suggestion) for suggestion in row["suggestions"]],
            lambda: document,
            page,
        )

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each suggestion."""
        return table_frame(self._make_document()["advice"][0]["suggestions"])


class Counts(Answer):
    """Operations and accesses as formulas in the sizes; the members of the document are attributes: operations, accesses,
    barriers, groups, group_size, unknowns, parameters."""

    def __init__(self, document: Document) -> None:
        self._document, self._make_page = document, None
        self._make_document = lambda: document

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_document"][name]
        except KeyError:
            raise AttributeError(f"counts have no {name!r}") from None

    def __repr__(self) -> str:
        return f"Counts({self.kernel!r})"

    def to_pandas(self, table: str = "operations") -> "pandas.DataFrame":
        """The table "operations" or "accesses"."""
        return table_frame(self._document[table])
