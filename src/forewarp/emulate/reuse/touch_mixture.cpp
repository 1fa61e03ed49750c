// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/touch_mixture.hpp"

// The classes have fixed p_j, 1, 1/2, 1/4 .. down to the least that is possible: a sector that is touched at all is
// touched by one block of the grid, and if all touches went evenly to all sectors of the buffer, each would be touched
// with the probability S / B; in a table that is searched most sectors are touched about a tenth as often. The numbers
// m_j are those of the greatest likelihood of the frequencies, found by expectation maximisation (Dempster, Laird and
// Rubin 1977):
//
//   m_j <- m_j * (sum_k f_k P(k | p_j) / sum_i m_i P(k | p_i) / (1 - (1 - p_j)^n))^1.8
//
// (1 without over-relaxation.) What it begins with remains where the sample cannot tell classes apart: as many touches
// in each class down to the p of a single one, p = f2 / f1 * 2 / (n - 1), and hardly any in rarer ones.
// O(rounds * classes * frequencies), a few milliseconds at most.
//
// Example: 10 blocks touch 100 sectors each, 950 sectors once and 25 twice. One class explains it: 25 / 950 =
// (n - 1) / 2 * p / (1 - p), so p = 0.006 and m = 17,000 sectors.
#include <algorithm>
#include <cmath>

namespace forewarp::profile {
namespace {

constexpr unsigned rounds = 500;
constexpr double relaxation = 1.8, settled = 1e-6;  ///< the latter: share of the touches that a round moves
constexpr double rare = 0.01;                       ///< weight of the classes rarer than a single one at the start
constexpr double step = 0.5;                        ///< from one p_j to the next
constexpr double rarer = 16;         ///< a sector of the last class is touched less than the mean sector of the buffer
constexpr std::size_t classes = 48;  ///< at most

/// log of C(n, k) p^k (1 - p)^(n - k)
double log_binomial(double n, double k, double p) {
  const double choose = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  if (p >= 1) return k == n ? 0 : -1e300;
  return choose + k * std::log(p) + (n - k) * std::log1p(-p);
}

double not_in(double p, double blocks) { return p >= 1 ? (blocks > 0 ? 0 : 1) : std::exp(blocks * std::log1p(-p)); }

}  // namespace

TouchMixture::TouchMixture(const TouchFrequency& seen, double buffer_sectors) {
  if (seen.blocks < 2 || !(seen.touches() > 0)) return;
  const auto n = static_cast<double>(seen.blocks);
  touches_ = seen.touches() / n;
  const double even = touches_ / std::max(1.0, buffer_sectors);
  const double least = std::min(0.5, std::max(1 / seen.in_grid, even / rarer));
  const double single = seen.seen(1) > 0 ? 2 * seen.seen(2) / seen.seen(1) / (n - 1) : 1;
  for (double p = 1; classes_.size() < classes; p *= step) {
    const double chance = std::max(p * (p < 1 ? 1 : 1 - 1e-9), least);
    classes_.push_back({chance, touches_ / chance * (chance < step * single ? rare : 1)});
    if (p <= least) break;
  }
  std::vector<std::vector<double>> likelihood;  // by frequency, by class
  for (const auto& [k, count] : seen.sectors) {
    auto& row = likelihood.emplace_back();
    for (const Class& c : classes_) row.push_back(std::exp(log_binomial(n, static_cast<double>(k), c.chance)));
  }
  std::vector<double> sums(classes_.size());
  for (unsigned round = 0; round < rounds; ++round) {
    std::fill(sums.begin(), sums.end(), 0);
    std::size_t row = 0;
    for (const auto& [k, count] : seen.sectors) {
      const auto& of = likelihood[row++];
      double expected = 0;
      for (std::size_t j = 0; j < classes_.size(); ++j) expected += classes_[j].sectors * of[j];
      if (!(expected > 0)) continue;
      for (std::size_t j = 0; j < classes_.size(); ++j) sums[j] += seen.scale * count * of[j] / expected;
    }
    double moved = 0;
    for (std::size_t j = 0; j < classes_.size(); ++j) {
      const double before = classes_[j].sectors;
      classes_[j].sectors *= std::pow(sums[j] / (1 - not_in(classes_[j].chance, n)), relaxation);
      moved += std::abs(classes_[j].sectors - before) * classes_[j].chance;
    }
    if (moved < settled * touches_) break;
  }
  fit_in(buffer_sectors);
}

/// Where the classes have more sectors than the buffer, the rarest are taken for ones that are touched more often, so
/// that as many touches go to fewer sectors.
void TouchMixture::fit_in(double sectors) {
  const auto total = [&](double least) {
    double out = 0;
    for (const Class& c : classes_) out += c.sectors * std::min(1.0, c.chance / least);
    return out;
  };
  double low = std::log(classes_.back().chance), high = 0;
  if (total(std::exp(low)) <= sectors) return;
  constexpr unsigned halvings = 40;
  for (unsigned k = 0; k < halvings; ++k) {
    const double middle = (low + high) / 2;
    (total(std::exp(middle)) > sectors ? low : high) = middle;
  }
  for (Class& c : classes_) {
    const double chance = std::max(c.chance, std::min(std::exp(high), 1 - 1e-9));
    c = {chance, c.sectors * c.chance / chance};
  }
}

double TouchMixture::still_new(double blocks) const {
  double all = 0, left = 0;
  for (const Class& c : classes_) {
    all += c.sectors * c.chance;
    left += c.sectors * c.chance * not_in(c.chance, blocks);
  }
  return all > 0 ? left / all : 1;
}

double TouchMixture::chance(double blocks) const {
  const double left = still_new(blocks);
  return left > 0 ? 1 - still_new(blocks + 1) / left : 0;
}

double TouchMixture::blocks_with(double sectors, double most) const {
  constexpr unsigned halvings = 40;
  double low = 0, high = most;
  for (unsigned k = 0; k < halvings; ++k) {
    const double middle = (low + high) / 2;
    (distinct(middle) < sectors ? low : high) = middle;
  }
  return high;
}

double TouchMixture::distinct(double blocks) const {
  double out = 0;
  for (const Class& c : classes_) out += c.sectors * (1 - not_in(c.chance, blocks));
  return out;
}

}  // namespace forewarp::profile
