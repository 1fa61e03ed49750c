# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Kernel Tuner on predictions: any of its strategies searches a space of which every configuration is predicted, in its
simulation mode, without a GPU."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

from .devices import DeviceName
from .errors import InputError
from .kernel import Launch
from .rankings import Candidate, Ranking

__all__ = ["cache", "t4", "tune", "write_cache"]

TuneParams = Mapping[str, Sequence[Any]]


def cache(ranking: Ranking, kernel_name: str, problem_size: Any, tune_params: TuneParams) -> dict[str, Any]:
    """A ranking as the cache file of Kernel Tuner: times in milliseconds. The dimensions of the ranking are the tunable
    parameters. A configuration that cannot run, or does other work than the first group, has failed."""
    entries: dict[str, Any] = {}
    for candidate in ranking:
        values = _values(candidate, tune_params)
        entries[",".join(str(value) for value in values.values())] = {**values, **_entry(candidate)}
    return {
        "device_name": ranking.device,
        "kernel_name": kernel_name,
        "problem_size": problem_size,
        "tune_params_keys": list(tune_params),
        "tune_params": {name: list(values) for name, values in tune_params.items()},
        "objective": "time",
        "cache": entries,
    }


def _value(name: str, text: str, allowed: Sequence[Any]) -> Any:
    for value in allowed:
        if str(value) == text:
            return value
    raise InputError(f"{name}={text} is in the ranking and not among the tunable parameters")


def _values(candidate: Candidate, tune_params: TuneParams) -> dict[str, Any]:
    if set(candidate.configuration) != set(tune_params):
        raise InputError(f"the ranking varies {', '.join(candidate.configuration)}, not {', '.join(tune_params)}")
    return {name: _value(name, candidate.configuration[name], allowed) for name, allowed in tune_params.items()}


# Of a prediction there is no time of day; the same space gives the same file.
_TIMESTAMP = "1970-01-01 00:00:00+00:00"


def _milliseconds(candidate: Candidate) -> dict[str, float]:
    """The prediction and its range; empty where a tuner takes the configuration for failed."""
    if candidate.time_s is None or candidate.group != 1:
        return {}
    low, high = candidate.low_s or 0.0, candidate.high_s or 0.0
    return {"time": 1e3 * candidate.time_s, "time_low": 1e3 * low, "time_high": 1e3 * high}


def _entry(candidate: Candidate) -> dict[str, Any]:
    times: dict[str, Any] = _milliseconds(candidate)
    names = ("compile_time", "verification_time", "benchmark_time", "strategy_time", "framework_time")
    rest = {**dict.fromkeys(names, 0), "timestamp": _TIMESTAMP}
    if not times:
        error = "RuntimeFailedConfig"
        return {"time": error, "__error__": error, "times": [], **rest}
    return {**times, "times": [times["time"]], **rest}


def t4(ranking: Ranking, tune_params: TuneParams) -> dict[str, Any]:
    """A ranking as T4 results, schema 1.0.0, as `forewarp rank --t4` writes them."""
    return {
        "results": [_t4_result(candidate, _values(candidate, tune_params)) for candidate in ranking],
        "schema_version": "1.0.0",
        "metadata": {"timeunit": "milliseconds"},
    }


def _t4_result(candidate: Candidate, values: dict[str, Any]) -> dict[str, Any]:
    times = _milliseconds(candidate)
    steps = ("compilation", "benchmark", "framework", "search_algorithm", "validation")
    refused = "runtime" if candidate.time_s is None else "correctness"
    return {
        "timestamp": _TIMESTAMP,
        "configuration": values,
        "times": {**dict.fromkeys(steps, 0), "runtimes": [times["time"]] if times else []},
        "invalidity": "correct" if times else refused,
        "correctness": 1 if times else 0,
        "measurements": [{"name": name, "value": value, "unit": "ms"} for name, value in times.items()],
        "objectives": ["time"],
    }


def write_cache(
    path: Union[str, "os.PathLike[str]"], ranking: Ranking, kernel_name: str, problem_size: Any, tune_params: TuneParams
) -> None:
    """The cache as a file, for tune_kernel(..., cache=path, simulation_mode=True)."""
    with open(path, "w") as file:
        json.dump(cache(ranking, kernel_name, problem_size, tune_params), file, indent=1)


def tune(
    launch: Launch,
    device: DeviceName,
    kernel_name: str,
    problem_size: Any,
    tune_params: TuneParams,
    *,
    restrictions: Iterable[str] = (),
    workers: int = 0,
    **options: Any,
) -> Any:
    """Predicts the whole space and gives what kernel_tuner.tune_kernel() gives for it. Macros and expressions of the launch
    name the tunable parameters: launch(grid="ceil_div(n, block_size_x)", block="block_size_x", ...). restrictions:
    expressions, for both. options: those of tune_kernel, such as strategy="genetic_algorithm"."""
    import kernel_tuner

    rules = list(restrictions)
    space = {name: list(values) for name, values in tune_params.items()}
    ranking = launch.rank(space, device, workers=workers, constraints=rules)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cache.json")
        write_cache(path, ranking, kernel_name, problem_size, tune_params)
        return kernel_tuner.tune_kernel(
            kernel_name,
            f"__global__ void {kernel_name}() {{}}",
            problem_size,
            [],
            space,
            restrictions=rules or None,
            cache=path,
            simulation_mode=True,
            **{"lang": "CUDA", "quiet": True, **options},
        )
