// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's <common_functions.h>: forewarp_cuda.h, which clang includes first, has it all.
