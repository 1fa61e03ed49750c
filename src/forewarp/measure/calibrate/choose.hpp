// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Whether costs overlap on a device, from its measurement kernels alone (stevens2020, section 8.1): the linear
/// model (Eq. 7), the overlapping one (Eq. 8) and ours between the two are all fitted, and the evidence for each shown.
///
///     cross-validation   error on sizes that the fit has not seen: what the choice is made by
///     residual           the paper's second diagnostic
///     hidden share       the paper's first: how much of the shorter of two costs the measured time has no room for,
///                        over kernels both of whose costs are at least a tenth of their time
#include <cstddef>
#include <string_view>
#include <vector>

#include "forewarp/model/expression/calibrate.hpp"

namespace forewarp::calibrate {

struct Candidate {
  model::expression::Form form{};
  model::expression::Calibration calibration;
  double cross_validated = 0;  ///< geometric mean of relative error; NaN where the samples are too few
};
[[nodiscard]] std::string_view name_of(model::expression::Form form);

struct Choice {
  std::vector<Candidate> candidates;
  std::size_t chosen = 0;
  double hidden_share = 0;         ///< the median of those kernels'; NaN where there are none
  std::size_t hidden_kernels = 0;  ///< how many have both costs
  [[nodiscard]] const model::expression::Calibration& calibration() const { return candidates[chosen].calibration; }
};

/// Samples as samples_of makes them: the column left_out names the rows that are left out together. An expression
/// without overlap() or partial() has one form, its own. The simpler form (linear, then overlapping) is kept unless
/// another's error is smaller by a twentieth. Throws what calibrate does.
[[nodiscard]] Choice choose(const model::expression::Expression& expression, const Table& samples,
                            const model::expression::CalibrationOptions& options = {});

}  // namespace forewarp::calibrate
