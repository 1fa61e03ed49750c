// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How far work on several resources overlaps: a closed queueing network, solved by mean value analysis.
///
/// N customers (the warps, or blocks, resident on an SM) go round between stations (issue slots, pipes, caches, DRAM).
/// At station i a customer needs D_i cycles of service; besides, it spends Z cycles waiting for latencies that nobody
/// else lengthens. With Q_i(n) the mean number of customers and U_i(n) the utilisation at station i:
///
///     R_i(n) = D_i (1 + Q_i(n-1) - U_i(n-1) / 2)       X(n) = min(n / (Z + sum R_i(n)), 1 / max D_i)
///     Q_i(n) = X(n) R_i(n)                             U_i(n) = X(n) D_i
///
/// The term U/2 is the remaining service of a customer in service when service times do not vary (an instruction takes
/// the cycles it takes), rather than exponential ones. Reiser and Lavenberg, JACM 27 (1980); Lazowska, Zahorjan, Graham
/// and Sevcik, "Quantitative System Performance" (1984), chapters 6 and 11. No constant to fit: few customers give the
/// sum of the demands, many give the largest.
#include <array>
#include <cstddef>

namespace forewarp::model {

struct Network {
  static constexpr std::size_t most_stations = 20;
  std::array<double, most_stations> demand{};  ///< cycles a customer
  std::size_t stations = 0;
  double delay = 0;  ///< Z, cycles

  void add(double cycles);
  [[nodiscard]] double largest() const;
  [[nodiscard]] double sum() const;
};

/// Cycles in which n of n resident customers are served once: n / X(n), for n = `few` (0 allowed) and n = `many`.
struct RoundTimes {
  double few = 0, many = 0;
};
[[nodiscard]] RoundTimes round_times(const Network& network, unsigned few, unsigned many);

/// The same without waiting: n max D_i, or Z + sum D_i where that is longer.
[[nodiscard]] double round_time_perfect(const Network& network, double customers);

}  // namespace forewarp::model
