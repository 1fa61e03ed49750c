// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A bounded parameter x as a smooth function of a free variable u, so that a method without bounds can be used
/// (James and Roos, "MINUIT", Computer Physics Communications 10, 1975; section 1.3.1 of its manual):
///
///     low and high    x = low + (high - low) (sin u + 1) / 2
///     low alone       x = low - 1 + sqrt(u^2 + 1)
///     high alone      x = high + 1 - sqrt(u^2 + 1)
///     neither         x = u
///
/// dx/du is nothing at a bound, so a start there is moved a little inwards.
#include "forewarp/support/fit/least_squares.hpp"

namespace forewarp::fit {

[[nodiscard]] double bounded_from_free(const Parameter& parameter, double u);
[[nodiscard]] double bounded_slope(const Parameter& parameter, double u);  ///< dx/du
[[nodiscard]] double free_from_bounded(const Parameter& parameter, double x);

/// The value, at least that share of the range (of 1 + |bound| where only one side has one) off its bounds.
[[nodiscard]] double off_the_bounds(const Parameter& parameter, double x, double share);

/// Whether x lies at the low or the high bound, to within rounding of the transformation.
[[nodiscard]] bool is_at_low(const Parameter& parameter, double x);
[[nodiscard]] bool is_at_high(const Parameter& parameter, double x);
[[nodiscard]] inline bool is_fixed(const Parameter& parameter) { return parameter.low == parameter.high; }

}  // namespace forewarp::fit
