// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Importances add up to one.
#include <vector>

namespace forewarp::learn {

/// Each over the sum of all; all 0 when nothing counts.
[[nodiscard]] std::vector<double> shares(std::vector<double> values);

}  // namespace forewarp::learn
