// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Between isl's affine functions of parameters and expressions over the same names.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "forewarp/symbolic/loop/expression.hpp"
#include "forewarp/symbolic/sets/isl.hpp"

struct isl_aff;
struct isl_pw_aff;

namespace forewarp::loop::detail {

/// terms + constant; the atoms are names and floors of other forms.
struct Form {
  std::vector<std::pair<ExpressionPtr, std::int64_t>> terms;
  std::int64_t constant = 0;
};

/// Nothing where a coefficient is too large or a floor is not known.
[[nodiscard]] std::optional<Form> form_of(isl_aff* aff);
/// Positive terms first, products before names and large factors before small ones: "n - 16", "n*(i + 1) + 16*k + j".
[[nodiscard]] ExpressionPtr expression_of(const Form& form);
/// One case, or max(...) or min(...) of all where that is the same, `least` selects which to try first; else nothing.
[[nodiscard]] std::optional<ExpressionPtr> expression_of(isl_pw_aff* all, bool least);

/// To be freed by the caller; null where it is not affine.
[[nodiscard]] isl_pw_aff* to_isl(const ExpressionPtr& e, const symbolic::Context& context);
[[nodiscard]] isl_pw_aff* to_isl(const Form& form, const symbolic::Context& context);

}  // namespace forewarp::loop::detail
