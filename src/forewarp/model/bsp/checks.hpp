// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What every function of this folder asks of its numbers. Private to model/bsp.
#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "forewarp/support/error.hpp"

namespace forewarp::model::bsp::detail {

inline void require_count(std::string_view what, double value) {
  if (!std::isfinite(value) || value < 0)
    throw InputError(fmt::format("{} is {}; it must not be negative", what, value));
}

inline void require_positive(std::string_view what, double value) {
  if (!std::isfinite(value) || value <= 0) throw InputError(fmt::format("{} is {}; it must be positive", what, value));
}

}  // namespace forewarp::model::bsp::detail
