// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for CUB: its primitives of warps and blocks, and of the device reductions, scans, radix sorts, selections,
/// partitions, segmented reductions and even histograms.
#include "../detail/cub/device.h"
#include "../detail/cub/host.h"
#include "../detail/cub/iterators.h"
#include "../detail/cub/runs.h"
