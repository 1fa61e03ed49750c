// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One configuration for several devices. Its efficiency on a device is the time of the device's own best configuration
/// over its time; over all devices it is their harmonic mean, the performance portability of Pennycook, Sewall and Lee
/// ("A metric for performance portability", 2016, equation 1), which is 0 where one device cannot run it.
#include <optional>
#include <span>
#include <vector>

#include "forewarp/model/rank/rank.hpp"

namespace forewarp::rank {

struct OnAll {
  Configuration configuration;
  std::vector<double> time_s;      ///< on each device, in their order; 0 where it cannot run or does other work
  std::vector<double> efficiency;  ///< 0 to 1
  double portability = 0;          ///< harmonic mean of the efficiencies
};

struct Portability {
  std::vector<OnAll> bests;      ///< the best of each device, in their order
  std::optional<OnAll> for_all;  ///< that of the greatest portability; nothing where none runs on all
};

/// Rankings of one space. Only configurations of the first group of each count: of those that do most work. Devices on
/// which nothing runs have bests without configuration.
[[nodiscard]] Portability portability_of(std::span<const Ranking> rankings);

}  // namespace forewarp::rank
