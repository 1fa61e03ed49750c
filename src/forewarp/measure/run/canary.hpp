// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One kernel that is always the same, run between the others: when it takes longer, the machine is slower, not the
/// kernel that is measured. Each of its threads loads a number, multiplies and adds to it `iterations` times, and
/// stores it.
#include <memory>

#include "forewarp/measure/run/device.hpp"
#include "forewarp/measure/run/timing.hpp"

namespace forewarp::run {

class Canary {
 public:
  /// With as many iterations as a session before used, or, for 0, as many as take two milliseconds now.
  explicit Canary(Device& device, unsigned iterations = 0);
  [[nodiscard]] unsigned iterations() const { return iterations_; }
  /// The median of three launches.
  [[nodiscard]] LaunchTime run();

 private:
  void set(unsigned iterations);

  std::unique_ptr<Kernel> kernel_;
  Shape shape_;
  unsigned iterations_ = 0;
};

}  // namespace forewarp::run
