// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// braun2020, section 4.2, on the launches its authors publish: how long launches take (Figure 2), and the coefficient
/// of variation of ten repetitions over the median time (Figure 3) and over the mean power (Figure 4).
[[nodiscard]] Reproduction spread(const Options& options);

}  // namespace forewarp::papers
