// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Weights of reuse by the distance in blocks, to be made shares of.
#include <map>

#include "forewarp/emulate/profile/block_reuse.hpp"

namespace forewarp::profile {

/// Adds p_D from absolute weights.
class ReuseWeights {
 public:
  void add(double distance, double weight) {
    if (distance > 0 && weight > 0) weights_[distance] += weight;
    all_ += weight;
  }
  [[nodiscard]] double all() const { return all_; }
  /// Scales what was touched before so that the share `fresh`, 0 to 1, was not; nothing changes where nothing was.
  void set_fresh(double fresh) {
    double before = 0;
    for (const auto& [distance, weight] : weights_) before += weight;
    if (before <= 0) return;
    for (auto& [distance, weight] : weights_) weight *= (1 - fresh) * all_ / before;
  }
  /// Shares of what was added, times scale, appended.
  void append_to(BlockReuse& out, double scale) const {
    if (all_ <= 0) return;
    for (const auto& [distance, weight] : weights_) out.push_back({distance, scale * weight / all_});
  }

 private:
  std::map<double, double> weights_;
  double all_ = 0;
};

/// The same for all sectors and for those that are written.
struct ReadAndWrittenWeights {
  ReuseWeights all, written;
  void add(double distance, double weight, bool is_written) {
    all.add(distance, weight);
    if (is_written) written.add(distance, weight);
  }
};

}  // namespace forewarp::profile
