// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's <curand_kernel.h>: the generators XORWOW, Philox, MRG32k3a and Sobol's with uniform, normal,
/// log-normal and Poisson numbers, equal to cuRAND's from the same seed, sequence and offset. MTGP32 and discrete
/// distributions, whose tables NVIDIA's host library makes, are not here.
#define CURAND_KERNEL_H_
#include "detail/curand/types.h"
#include "detail/curand/mrg32k3a.h"
#include "detail/curand/philox.h"
#include "detail/curand/xorwow.h"
#include "detail/curand/distributions.h"
#include "detail/curand/poisson.h"
#include "detail/curand/sobol.h"
#include "curand.h"
