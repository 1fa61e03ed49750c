// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// CUDA Flux's three modes (section 3.2; Braun and Froening 2019) over the bundled kernels: what the features of one
/// CTA and of one warp, scaled to the launch, are off from those of all threads, and beside them our own sampling.
[[nodiscard]] Reproduction modes(const Options& options);

}  // namespace forewarp::papers
