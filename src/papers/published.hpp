// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Single figures that papers print outside their tables: data/papers/figures.csv, each with the place that it is from.
#include <string_view>

namespace forewarp::papers {

/// Throws Unavailable without the file, InputError for an id that it does not have.
[[nodiscard]] double published(std::string_view id);

}  // namespace forewarp::papers
