# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""What a GPU kernel costs, before anyone runs it.

import forewarp as fw
kernel = fw.Kernel.from_file("my.cu", defines={"TILE": 16})
launch = kernel.launch(grid=(64, 64), block=(16, 16), args=[a, b, c, 1024])
launch.predict("H100").time_s
"""

from ._forewarp import __version__
from .arguments import Buffer, buffer
from .devices import Device, devices
from .errors import DeviceError, Error, InputError, ParseError, Unavailable
from .kernel import Kernel, Launch
from .packages import from_cupy, from_numba, from_torch_extension
from .programs import ProgramRun, exec
from .rankings import Candidate, OnAll, Ranking, Rankings
from .results import (
    Advice,
    Cause,
    Counts,
    Least,
    Occupancy,
    Prediction,
    Predictions,
    Profile,
    Refusal,
    Suggestion,
    TimeErrors,
)

__all__ = [
    "Advice",
    "Buffer",
    "Candidate",
    "Cause",
    "Counts",
    "Device",
    "DeviceError",
    "Error",
    "InputError",
    "Kernel",
    "Launch",
    "Least",
    "Occupancy",
    "ParseError",
    "OnAll",
    "Prediction",
    "Predictions",
    "Profile",
    "ProgramRun",
    "Ranking",
    "Rankings",
    "Refusal",
    "Suggestion",
    "TimeErrors",
    "Unavailable",
    "__version__",
    "buffer",
    "devices",
    "exec",
    "from_cupy",
    "from_numba",
    "from_torch_extension",
]
