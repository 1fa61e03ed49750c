// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/queueing.hpp"

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::model {

void Network::add(double cycles) {
  if (cycles <= 0) return;
  FOREWARP_ASSERT(stations < max_stations, "a network has room for every resource of an SM");
  demand[stations++] = cycles;
}

double Network::largest() const {
  return stations == 0 ? 0 : *std::max_element(demand.begin(), demand.begin() + stations);
}

/// Mean value analysis: the state of n customers follows from that of n - 1 alone, so both times come from one pass.
/// Invariant before iteration n: queue[i] and in_service[i] are Q_i(n-1) and U_i(n-1). O(many * stations).
///
/// Example: one station, D = 10, A = 30. n = 1: 30 cycles. n = 2: waits 10 (0.333 - 0.167) = 1.67, so 31.7. n = 3:
/// 34.2. n = 4: R = 38.1, but the station serves one customer per 10 cycles at best: 40, and 10 more per further
/// customer.
RoundTimes round_times(const Network& network, unsigned few, unsigned many) {
  const double fastest = network.largest();
  std::array<double, Network::max_stations> queue{}, in_service{};
  RoundTimes result;
  for (unsigned n = 1; n <= many; ++n) {
    double response = network.alone;
    std::array<double, Network::max_stations> wait{};
    for (std::size_t i = 0; i < network.stations; ++i) {
      wait[i] = network.demand[i] * (queue[i] - 0.5 * in_service[i]);
      response += wait[i];
    }
    const double period = std::max(response / n, fastest);
    const double rate = period > 0 ? 1 / period : 0;
    for (std::size_t i = 0; i < network.stations; ++i) {
      queue[i] = rate * (network.demand[i] + wait[i]);
      in_service[i] = rate * network.demand[i];
    }
    if (n == few) result.few = n * period;
    if (n == many) result.many = n * period;
  }
  return result;
}

double round_time_perfect(const Network& network, double customers) {
  if (customers <= 0) return 0;
  return std::max(customers * network.largest(), network.alone);
}

}  // namespace forewarp::model
