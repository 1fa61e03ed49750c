// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What measures for stevens2020: a device, the store that every sample goes to, and how often.
#include <chrono>
#include <memory>
#include <optional>

#include "forewarp/measure/calibrate/kernel_times.hpp"
#include "forewarp/measure/calibrate/ready_made.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers::stevens2020 {

class Bench {
 public:
  /// Opens options.device and options.store (none: in memory). A synthetic device takes few trials: its noise is known.
  explicit Bench(const Options& options);

  [[nodiscard]] const run::DeviceInfo& info() const { return device_->info(); }
  [[nodiscard]] calibrate::DeviceKind kind() const { return calibrate::kind_of(info()); }
  /// Few trials in quick succession, for a look at whether all works rather than for numbers.
  void reduce_effort();
  /// All together, interleaved. Throws InputError where it was stopped, DeviceError where a kernel cannot run.
  [[nodiscard]] calibrate::Times measure(const std::vector<calibrate::SizedKernel>& kernels,
                                         calibrate::Programs& programs);
  /// What was measured, how quiet the machine was, whether it was one at all, and how long all took.
  [[nodiscard]] std::string note(const calibrate::Times& times) const;

 private:
  std::unique_ptr<run::Device> device_;
  std::unique_ptr<run::SampleStore> store_;
  run::CampaignOptions campaign_;
  Progress* progress_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The note of a part that was given no device.
[[nodiscard]] Reproduction not_run();

/// The kernels of one set of tags of the generators that ship.
[[nodiscard]] std::vector<calibrate::SizedKernel> kernels(const std::string& tags);

}  // namespace forewarp::papers::stevens2020
