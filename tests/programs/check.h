// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cuda_runtime.h>

#include "condition.h"

#define CALL(call) CHECK((call) == cudaSuccess)
