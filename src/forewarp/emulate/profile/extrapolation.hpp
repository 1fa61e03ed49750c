// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From sampled blocks to the grid.
///
///   total = sum over strata s of N_s * mean_s,   SE(total)^2 = sum of N_s^2 (1 - n_s / N_s) S_s^2 / n_s  +  unseen
///
/// N_s blocks in the stratum, n_s of them run, S_s^2 their variance (Cochran, "Sampling Techniques", equations 5.1 and
/// 5.12). A stratum with one block run takes the largest relative variance of the others. Few blocks know their
/// variance badly, so SE is that multiple of it whose double holds 95 % by Student's distribution, with the degrees of
/// freedom of Satterthwaite (Cochran, equation 5.16).
///
/// `unseen` is for blocks of a kind that the sample has none of. Of n equal blocks drawn at random up to 3 / n of all
/// may be different with a probability of 5 % (the rule of three; Hanley and Lippman-Hand, JAMA 249, 1983), and each of
/// them by as much as the mean, or as the most extreme block seen. Two standard errors are that much. It is 0 only
/// where it is proven that no block of the stratum can differ.
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "forewarp/emulate/profile/counting_observer.hpp"

namespace forewarp::profile {

/// The number of blocks of a stratum, and the number of those that were run.
struct Share {
  std::uint64_t population = 0, run = 0;
  /// count, summed over the blocks run, for the whole stratum; exact where every block counted the same.
  [[nodiscard]] double scale(std::uint64_t count) const;
};

/// Mean cost of the blocks of one stratum and how it varies.
struct StratumCost {
  std::uint64_t population = 0, run = 0;
  double mean = 0, variance = 0;
  double most = 0;  ///< largest value of the blocks run
};

/// Sampled costs by stratum; value picks what is summed.
[[nodiscard]] std::map<std::uint32_t, StratumCost> stratum_costs(const std::vector<BlockCost>& costs,
                                                                 const Strata& strata, std::uint64_t BlockCost::*value);

/// Of the counted blocks, but they vary at least as much as all blocks that were run: those run aside are no random
/// sample, so means leave them out, and yet three equal blocks do not make a grid equal in which a fourth was seen to
/// differ.
[[nodiscard]] std::map<std::uint32_t, StratumCost> stratum_costs(const CountingObserver::Sums& sums,
                                                                 const Strata& strata, std::uint64_t BlockCost::*value);

/// Whether blocks differ much in the sectors that they request, but for those that provably request none.
[[nodiscard]] bool are_apart(const CountingObserver::Sums& sums, const Strata& strata);

struct Estimate {
  double total = 0;
  double relative_error = 0;  ///< standard error over the total
  double spread_error = 0;    ///< the part of it that is due to differences between the blocks run
};

/// By how many means of all blocks one that was not run may differ from those of its stratum that were; by stratum.
using Unseen = std::function<double(std::uint32_t stratum)>;
[[nodiscard]] Estimate estimate(const std::map<std::uint32_t, StratumCost>& strata, const Unseen& unseen);

}  // namespace forewarp::profile
