// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// The twelve features of the tutorial's 43 launches as CUDA Flux counted them, beside what the emulator counts of
/// kernels of our own that do the same work at the same grid and block.
[[nodiscard]] Reproduction counts(const Options& options);

}  // namespace forewarp::papers
