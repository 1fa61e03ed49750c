#!/bin/sh
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# regenerate_ptx.sh [kernel ...]: remakes kernels/*/kernel.ptx and kernel_cl.ptx after a source has changed.
# Needs nvcc, and clang-19 for OpenCL.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
[ -d build/release ] || cmake --preset release
cmake --build --preset release --target forewarp_regenerate_ptx
FOREWARP_HOME="$root" build/release/forewarp_regenerate_ptx "$root" "$@"
