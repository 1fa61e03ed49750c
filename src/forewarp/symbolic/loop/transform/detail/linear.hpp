// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Subscripts as sums of whole multiples of names.
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop::detail {

struct Linear {
  std::map<std::string, std::int64_t> terms;  ///< no zero factors
  std::int64_t constant = 0;
};

/// Nothing where a product of names, a quotient, a remainder or data is inside, or where 64 bits do not do.
[[nodiscard]] std::optional<Linear> linear_of(const Program& program, const ExpressionPtr& e);
[[nodiscard]] ExpressionPtr expression_of(const Linear& form);

}  // namespace forewarp::loop::detail
