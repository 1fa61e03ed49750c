// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How work on several resources overlaps: a closed queueing network, solved by mean value analysis.
///
/// N customers (the warps of a scheduler, or the blocks of an SM) circulate between stations (issue slots, pipes,
/// caches, DRAM). At station i a customer needs D_i cycles of service; a round takes a customer that is alone A cycles:
/// its latencies, and those of its demands that cannot overlap with each other. With Q_i(n) the mean number of
/// customers and U_i(n) the utilisation at station i:
///
///     R(n)   = A + sum_i D_i (Q_i(n-1) - U_i(n-1) / 2)        X(n) = min(n / R(n), 1 / max D_i)
///     Q_i(n) = X(n) D_i (1 + Q_i(n-1) - U_i(n-1) / 2)         U_i(n) = X(n) D_i
///
/// Resources that all SMs share serve one SM's customers in between those of the others: the queue that these customers
/// form among themselves is not what they wait for. Such a station only limits X: 1 / max D_i counts it, the sums do
/// not. Instead, the latency of a memory that is loaded grows (constants.hpp): a round takes G U_m(n)^2 cycles more,
/// U_m the utilisation of that memory with n customers and G what full load adds. R(n) = n / X(n) then has U_m on both
/// sides and one solution, as the right side falls when n / X(n) rises.
///
/// The term U/2 is the remaining service of a customer in service when service times do not vary (an instruction takes
/// the cycles it takes), rather than exponential ones. Reiser and Lavenberg, JACM 27 (1980); Lazowska, Zahorjan, Graham
/// and Sevcik, "Quantitative System Performance" (1984), chapters 6 and 11. No constant to fit: one customer takes A,
/// many take the largest demand each.
#include <array>
#include <cstddef>

namespace forewarp::model {

struct Network {
  static constexpr std::size_t max_stations = 20;
  std::array<double, max_stations> demand{};  ///< cycles per customer
  std::size_t stations = 0;
  double alone = 0;   ///< A, cycles; not below the largest demand
  double shared = 0;  ///< the largest demand on a resource that all SMs share, cycles
  double loaded = 0;  ///< the demand on the memory whose latency grows with its load, cycles
  double growth = 0;  ///< G, cycles

  void add(double cycles);
  void add_shared(double cycles) { shared = shared > cycles ? shared : cycles; }
  [[nodiscard]] double largest() const;
};

/// Cycles in which n of n resident customers are served once: n / X(n), for n = `few` (0 allowed) and n = `many`.
struct RoundTimes {
  double few = 0, many = 0;
};
[[nodiscard]] RoundTimes round_times(const Network& network, unsigned few, unsigned many);

/// The same without waiting: n max D_i, or A where that is longer.
[[nodiscard]] double round_time_perfect(const Network& network, double customers);

}  // namespace forewarp::model
