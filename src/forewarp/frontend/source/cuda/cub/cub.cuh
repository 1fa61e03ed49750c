// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for CUB: its primitives of warps and blocks, and of the device reductions, scans, sorts, selections,
/// partitions, run-length encoding, histograms and differences.
#include "../detail/cub/device.h"
#include "../detail/cub/host.h"
#include "../detail/cub/iterators.h"
#include "../detail/cub/keyed.h"
#include "../detail/cub/neighbours.h"
#include "../detail/cub/runs.h"
#include "../detail/cub/sorts.h"
#include "../detail/cub/thread.h"
#include "../detail/cub/traits.h"
#include "version.cuh"
