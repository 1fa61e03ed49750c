// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Samples of kernel classes without a GPU: every launch runs on the emulator once, its profile serves for every device
/// (zigon2020, sections 4.2 and 4.3; what it collects with a profiler on a TITAN V).
#include <span>
#include <string>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "forewarp/model/advise/classes.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::papers::zigon2020 {

/// A row a launch and device; the features are all metrics of the catalogue, in its order.
struct Sampled {
  learn::Samples samples;
  learn::Target target;                   ///< the class
  std::vector<std::string> size, device;  ///< size: the class and the largest launch parameter, "K1 597500"
  [[nodiscard]] Sampled select(std::span<const std::size_t> rows) const;
};

/// Metrics of each launch on each device, launch by launch; the same for any number of threads.
[[nodiscard]] learn::Samples metrics_of(std::span<const advise::LaunchLine> lines,
                                        std::span<const device::DeviceSpec> devices, unsigned threads);

/// Every `every`-th launch of each class on each device. Throws InputError for a kernel or parameter that is not there.
[[nodiscard]] Sampled sample(std::span<const advise::KernelClass> classes, std::span<const device::DeviceSpec> devices,
                             std::size_t every, unsigned threads);

/// Names of the features that are no absolute counts, but times and absolute counts where `absolute`, and that are not
/// the same number in every row ("the union of the non-zero counters", section 5.4), as column numbers.
[[nodiscard]] std::vector<std::size_t> useful_features(const learn::Samples& samples, bool absolute);

}  // namespace forewarp::papers::zigon2020
