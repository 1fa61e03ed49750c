// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The measurements of opencl-predictions-with-aiwc (Johnston, Falzon, Milthorpe 2018): 104 cases, each a kernel of an
/// application at one size, with portable features, timed about 40 times on each of 13 devices.
#include <string>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers {

struct AiwcData {
  std::string file;
  std::vector<std::string> applications, kernels, sizes;  ///< one a case; kernels as "application/kernel"
  learn::Samples features;                                ///< cases x the 28 features, as recorded
  std::vector<std::string> devices;                       ///< sorted
  std::vector<std::vector<double>> seconds;               ///< [device][case], median over the runs

  [[nodiscard]] std::size_t cases() const { return kernels.size(); }
};

/// Throws Unavailable as data_file, and InputError where a case was not measured on a device.
[[nodiscard]] AiwcData read_aiwc(const Options& options);

/// What a kernel must do, in the terms in which devices are limited: instructions of a work item one after the other,
/// instructions of all, bytes touched, barriers a work item passes.
[[nodiscard]] learn::Samples aiwc_bounds(const AiwcData& data);

}  // namespace forewarp::papers
