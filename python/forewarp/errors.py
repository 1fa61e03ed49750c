# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, as the C++ library has it (src/forewarp/support/error.hpp)."""

__all__ = ["Error", "InputError", "ParseError", "Unavailable", "DeviceError"]


class Error(Exception):
    """Root of everything that forewarp raises on purpose."""


class InputError(Error, ValueError):
    """What was asked for is wrong: a name, a value, a launch that does not fit."""


class ParseError(InputError):
    """A text is wrong at a place; lines and columns count from 1, 0 is unknown."""

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.file, self.line, self.column = file, line, column


class Unavailable(Error):
    """Something needed is not there: a compiler, a library, a file."""


class DeviceError(Error):
    """A call of a device or driver failed."""
