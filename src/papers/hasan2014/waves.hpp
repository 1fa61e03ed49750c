// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// hasan2014, part "waves": Table 2 beside the printed model and ours, where the time jumps, how much the choice of the
/// launches that ours is fitted to matters, and Figures 1 and 2. Needs no measurements of others: Table 2 is typed in.
#include "papers/reproduction.hpp"

namespace forewarp::papers::hasan2014 {

[[nodiscard]] Reproduction waves(const Options& options);

}  // namespace forewarp::papers::hasan2014
