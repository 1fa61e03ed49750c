// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's header of this name: cuda_runtime.h has what it declares.
#include "cuda_runtime.h"
