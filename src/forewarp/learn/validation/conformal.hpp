// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A range with every prediction, by split conformal prediction (Lei and others 2018): a quarter of what may be learnt
/// from is kept back, the model never sees it, and how far off it is there is how far off it is taken to be. The score
/// is |log(p / m)|, so that a range is a factor: [p / f, p f]. If the new row comes as the rows kept back came, the
/// range covers it with the requested probability. A new kernel does not come as rows of known kernels came:
/// hence whole groups are kept back where groups are given, and the coverage is measured, not believed.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "forewarp/learn/validation/cross_predict.hpp"

namespace forewarp::validate {

/// The ceil((n + 1) level)-th smallest of max(p/m, m/p) over n rows kept back; infinite where n is too small for the
/// level, or where too many p have not the sign of their m. level is in (0, 1).
[[nodiscard]] double conformal_factor(std::span<const double> predicted, std::span<const double> measured,
                                      double level);

/// Splits train into three quarters to learn from (train) and one to calibrate on (test); whole groups where groups,
/// one text for each row of the table, are given and there are two or more in train.
[[nodiscard]] Split calibration_split(const std::vector<std::size_t>& train, std::span<const std::string> groups,
                                      std::uint64_t seed);

struct Coverage {
  double level = 0;          ///< the requested level
  double covered = 0;        ///< share of tested rows whose measured value is within its range
  double median_factor = 0;  ///< of the ranges: 1.5 means from p / 1.5 to 1.5 p; of own ranges sqrt(high / low)
  bool own = false;          ///< the method's own ranges, not split conformal ones
  std::size_t rows = 0;
};

/// Rows to learn from and to test on; groups as in calibration_split.
struct GroupedRows {
  const learn::Samples& samples;
  const learn::Target& target;
  std::span<const std::string> groups;
};

/// Measured over every fold of a scheme: learn on three quarters of its training rows, calibrate on the rest, test on
/// the rows left out. A method that brings ranges of its own learns on all training rows and is tested with those.
[[nodiscard]] Coverage measure_coverage(const GroupedRows& rows, const Method& method, const Splits& scheme,
                                        double level, const CrossOptions& options = {});

}  // namespace forewarp::validate
