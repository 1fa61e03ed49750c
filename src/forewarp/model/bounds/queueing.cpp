// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/queueing.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::model {

void Network::add(double cycles) {
  if (cycles <= 0) return;
  FOREWARP_ASSERT(stations < max_stations, "a network has room for every resource of an SM");
  demand[stations++] = cycles;
}

double Network::largest() const {
  return stations == 0 ? shared : std::max(shared, *std::max_element(demand.begin(), demand.begin() + stations));
}

namespace {

/// Cycles between two customers, not below `fastest`: the root p of n p = R + G (D / p)^2 by Newton's method on
/// f(p) = n p^3 - R p^2 - G D^2, from `start`, the period of one customer fewer. Beyond 2 R / (3 n) f rises and is
/// convex, so after its first step the method stays above the root; it ends with a step below 1e-9 p.
///
/// Example: n = 2, R = 1000, G = 1000, D = 400, from 1000: 790 after one step, 675 in the end: U = 0.59 and a round
/// takes 1350 cycles.
double period(double response, double customers, double fastest, double start, const Network& network) {
  const double unloaded = response / customers, load = network.growth * network.loaded * network.loaded;
  if (load <= 0) return std::max(unloaded, fastest);
  const auto excess = [&](double p) { return (customers * p - response) * p * p - load; };
  if (fastest > unloaded && excess(fastest) >= 0) return fastest;
  double p = std::max(start, unloaded);
  for (int step = 0; step < 20; ++step) {
    const double change = excess(p) / ((3 * customers * p - 2 * response) * p);
    p -= change;
    if (std::abs(change) <= 1e-9 * p) break;
  }
  return std::max(p, fastest);
}

}  // namespace

/// Mean value analysis: the state of n customers follows from that of n - 1 alone, so both times come from one pass.
/// Invariant before iteration n: queue[i] and in_service[i] are Q_i(n-1) and U_i(n-1). O(many * stations).
///
/// Example: one station, D = 10, A = 30. n = 1: 30 cycles. n = 2: waits 10 (0.333 - 0.167) = 1.67, so 31.7. n = 3:
/// 34.2. n = 4: R = 38.1, but the station serves one customer per 10 cycles at best: 40, and 10 more per further
/// customer.
RoundTimes round_times(const Network& network, unsigned few, unsigned many) {
  const double fastest = network.largest();
  std::array<double, Network::max_stations> queue{}, in_service{}, wait{};
  RoundTimes result;
  double between = network.alone + network.growth;
  for (unsigned n = 1; n <= many; ++n) {
    double response = network.alone;
    for (std::size_t i = 0; i < network.stations; ++i) {
      wait[i] = network.demand[i] * (queue[i] - 0.5 * in_service[i]);
      response += wait[i];
    }
    between = period(response, n, fastest, between, network);
    const double rate = between > 0 ? 1 / between : 0;
    for (std::size_t i = 0; i < network.stations; ++i) {
      queue[i] = rate * (network.demand[i] + wait[i]);
      in_service[i] = rate * network.demand[i];
    }
    if (n == few) result.few = n * between;
    if (n == many) result.many = n * between;
  }
  return result;
}

double round_time_perfect(const Network& network, double customers) {
  if (customers <= 0) return 0;
  return std::max(customers * network.largest(), network.alone);
}

}  // namespace forewarp::model
