// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A parameter of a formula replaced by a number, or by numbers with weights.
#include <cstdint>
#include <map>
#include <string>

#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

namespace forewarp::symbolic {

/// The formula where the parameter has this value.
[[nodiscard]] PwQPolynomial substituted(const PwQPolynomial& p, const std::string& parameter, std::int64_t value);

/// The mean over values with weights, which must not all be 0: exact for any formula, not only for linear ones.
[[nodiscard]] PwQPolynomial expected(const PwQPolynomial& p, const std::string& parameter,
                                     const std::map<std::int64_t, std::int64_t>& weights);

}  // namespace forewarp::symbolic
