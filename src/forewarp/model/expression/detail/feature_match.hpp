// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which rows of counts a feature counts (stevens2020, section 6.1.1).
#include "forewarp/model/expression/feature.hpp"

namespace forewarp::model::expression::detail {

/// "" fits everything.
[[nodiscard]] bool fits(const std::string& wanted, const std::string& is);
/// By all that does not depend on sizes.
[[nodiscard]] bool may_match(const Feature& feature, const count::MemoryAccess& row);
[[nodiscard]] bool relation_holds(Constraint::Relation relation, double value, double limit);
/// The constraints on strides and on accesses per element, of a row that may match.
[[nodiscard]] bool constraints_hold(const Feature& feature, const count::KernelCounts& counts,
                                    const count::MemoryAccess& row, const Sizes& sizes);
}  // namespace forewarp::model::expression::detail
