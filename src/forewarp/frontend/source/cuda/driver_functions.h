// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's <driver_functions.h>: forewarp_cuda.h, which clang includes first, has it all.
/// Other compilers get the host part.
#include "detail/host_only.h"
