// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's <curand_kernel.h>: the generators XORWOW and Philox with uniform, normal and log-normal
/// numbers, equal to cuRAND's from the same seed, sequence and offset. MRG32k3a, MTGP32, Sobol numbers and the Poisson
/// distribution are not here.
#include "curand.h"
#include "detail/curand/mrg32k3a.h"
#include "detail/curand/philox.h"
#include "detail/curand/xorwow.h"
#include "detail/curand/distributions.h"
#include "detail/curand/poisson.h"
