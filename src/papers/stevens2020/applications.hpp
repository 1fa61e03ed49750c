// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// An application's variants told by models that were fitted to measurement kernels alone, none of which is one of
/// them.
#include <string>
#include <vector>

#include "forewarp/measure/calibrate/choose.hpp"
#include "papers/stevens2020/bench.hpp"
#include "papers/stevens2020/variants.hpp"

namespace forewarp::papers::stevens2020 {

/// One variant at one size.
struct Told {
  std::string variant;
  std::int64_t size = 0;
  double measured = 0;     ///< s, as all below
  double linear = 0;       ///< Eq. 7
  double overlapping = 0;  ///< Eq. 8
  double chosen = 0;       ///< by the form that the measurement kernels chose
  double memory_only = 0;  ///< measured with arithmetic and local memory removed; NaN where it was not
  double on_chip = 0;      ///< what the chosen model says of the rest
  double flops = 0;
};

struct Result {
  Application application;
  calibrate::ReadyMade model;
  std::vector<calibrate::SizedKernel> kernels;  ///< of calibration
  calibrate::Choice choice;
  Table samples;
  std::vector<Told> told;  ///< variant by variant, sizes upwards
};

/// Calibrates, predicts and measures; of each application only so many of its sizes, the smallest first. Throws what
/// Bench::measure does.
[[nodiscard]] std::vector<Result> study(Bench& bench, calibrate::Times& times, std::size_t sizes = 1000);

/// |t' - t| / t of all: geometric mean, as the paper has it; 0 counts as 1e-12.
[[nodiscard]] double geometric_mean_error(const std::vector<Told>& told, double Told::*prediction);

/// Pairs of variants at one size whose measured times differ by more than the share: how many, and how many of them
/// the prediction puts in the same order.
struct Ranking {
  std::size_t pairs = 0, right = 0;
};
[[nodiscard]] Ranking ranking(const std::vector<Told>& told, double Told::*prediction, double share);

}  // namespace forewarp::papers::stevens2020
