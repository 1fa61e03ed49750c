// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Measurement kernels sized to the device at hand. The paper sets sizes so that a kernel takes 1 to 1000 ms (section
/// 7.1.2): below, the launch overhead and the timer are a large part of what is measured. Sizes that suit one device
/// are too small for the next.
#include <span>
#include <string>
#include <vector>

#include "forewarp/measure/calibrate/kernel_times.hpp"

namespace forewarp::calibrate {

struct SizingRules {
  double least_s = 1e-3, most_s = 1;
  unsigned launches = 3;  ///< of which the quickest counts, after one that does not
};

struct Sizing {
  std::vector<SizedKernel> kernels;
  std::vector<std::string> notes;  ///< what could not be brought into the range, and why
};

/// All sizes of one program are multiplied by the same power of two, in the first size that its generator declares, the
/// least for which its quickest kernel takes least_s. Programs whose generator has the tag "empty" stay as they are:
/// they measure the launch itself. A program that the device has no memory for stays at the last factor that ran.
[[nodiscard]] Sizing sized_for(run::Device& device, std::span<const SizedKernel> kernels,
                               std::span<const pick::Generator> generators, Programs& programs,
                               const SizingRules& rules = {}, Progress* progress = nullptr);

}  // namespace forewarp::calibrate
