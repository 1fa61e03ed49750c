// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From sampled blocks to the grid.
///
///   total = sum over strata s of N_s * mean_s,   SE(total)^2 = sum of N_s^2 (1 - n_s / N_s) S_s^2 / n_s
///
/// N_s blocks in the stratum, n_s of them run, S_s^2 their variance (Cochran, "Sampling Techniques", equations 5.1 and
/// 5.12). A stratum with one block run takes the largest relative variance of the others.
#include <cstdint>
#include <map>
#include <vector>

#include "forewarp/profile/counting_observer.hpp"

namespace forewarp::profile {

/// How many blocks a stratum has, and how many stand for them.
struct Share {
  std::uint64_t population = 0, run = 0;
  /// count, summed over the blocks run, for the whole stratum; exact where every block counted the same.
  [[nodiscard]] double scale(std::uint64_t count) const;
};

/// Mean cost of the blocks of one stratum and how it varies.
struct StratumCost {
  std::uint64_t population = 0, run = 0;
  double mean = 0, variance = 0;
};

/// Sampled costs by stratum; value picks what is summed.
[[nodiscard]] std::map<std::uint32_t, StratumCost> stratum_costs(const std::vector<BlockCost>& costs,
                                                                 const Strata& strata, std::uint64_t BlockCost::*value);

/// Of the counted blocks, but they vary at least as much as all blocks that were run: those run aside are no random
/// sample, so means leave them out, and yet three equal blocks do not make a grid equal in which a fourth was seen to
/// differ.
[[nodiscard]] std::map<std::uint32_t, StratumCost> stratum_costs(const CountingObserver::Sums& sums,
                                                                 const Strata& strata, std::uint64_t BlockCost::*value);

struct Estimate {
  double total = 0;
  double relative_error = 0;  ///< standard error over the total
};
[[nodiscard]] Estimate estimate(const std::map<std::uint32_t, StratumCost>& strata);

}  // namespace forewarp::profile
