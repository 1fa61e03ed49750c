// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "papers/reproduction.hpp"
#include "papers/zigon2020/classifiers.hpp"

namespace forewarp::papers::zigon2020 {

/// Tables 1, 4 and 5 and Figure 3 beside ours, from counters of the emulator on a TITAN V; then what the paper does not
/// ask: sizes and devices never seen, both normalisations, absolute counts among the inputs.
[[nodiscard]] Reproduction classes(const Options& options);
/// The same with less effort, for tests.
[[nodiscard]] Reproduction classes(const Options& options, const Effort& effort);

}  // namespace forewarp::papers::zigon2020
