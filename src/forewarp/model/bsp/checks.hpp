// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What every function of this folder asks of its numbers. Private to model/bsp.
#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
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

struct Quantity {
  std::string_view what;
  double value;
};

inline void require_counts(std::initializer_list<Quantity> quantities) {
  for (const Quantity& q : quantities) require_count(q.what, q.value);
}

inline void require_all_positive(std::initializer_list<Quantity> quantities) {
  for (const Quantity& q : quantities) require_positive(q.what, q.value);
}

}  // namespace forewarp::model::bsp::detail
