// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The equations are kept in reduced row echelon form (Gauss and Jordan): each is solved for one unknown, which no other
// contains. A new equation is reduced by those that are there; what remains of it is solved for its largest
// coefficient, and that unknown is eliminated from the others. O(unknowns^2) per equation.
//
//   x + y = 10, 4x + y = 34     ->  x = 8, y = 2: both determined
//   x + y = 10                  ->  x = 10 - y: y is free
//
// Free unknowns are chosen by iteratively reweighted least squares: minimising sum w |r| is minimising sum (w / |r|)
// r^2 with |r| of the iteration before.
#include "forewarp/frontend/machine/detail/linear_system.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace forewarp::machine::detail {
namespace {

constexpr double tiny = 1e-9;       // of coefficients, which are small fractions and whole numbers
constexpr double agreement = 1e-3;  // relative: counts of sampled launches are rounded
constexpr double zero = 1e-6;       // of the largest count: what the iterations leave of a zero

}  // namespace

LinearSystem::LinearSystem(std::size_t unknowns) : unknowns_(unknowns), row_of_(unknowns, -1) {}

LinearSystem::Row LinearSystem::reduced(const Terms& terms, double value) const {
  Row row(unknowns_ + 1, 0);
  row[unknowns_] = value;
  for (const auto& [unknown, coefficient] : terms) row[unknown] += coefficient;
  for (std::size_t u = 0; u < unknowns_; ++u) {
    if (row_of_[u] < 0 || row[u] == 0) continue;
    const Row& by = rows_[static_cast<std::size_t>(row_of_[u])];
    const double factor = row[u];
    for (std::size_t k = 0; k <= unknowns_; ++k) row[k] -= factor * by[k];
    row[u] = 0;
  }
  for (std::size_t u = 0; u < unknowns_; ++u)
    if (std::abs(row[u]) < tiny) row[u] = 0;
  return row;
}

bool LinearSystem::has_negative() const {
  return std::ranges::any_of(rows_, [&](const Row& row) {
    const auto free_or_pivot = std::count_if(row.begin(), row.end() - 1, [](double c) { return c != 0; });
    return free_or_pivot == 1 && row.back() < -agreement * scale_;
  });
}

/// Returns what each row had of the pivot, for restore().
std::vector<double> LinearSystem::eliminate(std::size_t pivot, const Row& row) {
  std::vector<double> factors;
  for (Row& other : rows_) {
    const double factor = factors.emplace_back(other[pivot]);
    if (factor == 0) continue;
    for (std::size_t k = 0; k <= unknowns_; ++k) {
      other[k] -= factor * row[k];
      if (std::abs(other[k]) < tiny && k < unknowns_) other[k] = 0;
    }
    other[pivot] = 0;
  }
  return factors;
}

void LinearSystem::restore(std::size_t pivot, const Row& row, const std::vector<double>& factors) {
  for (std::size_t r = 0; r < factors.size(); ++r) {
    if (factors[r] == 0) continue;
    for (std::size_t k = 0; k <= unknowns_; ++k) rows_[r][k] += factors[r] * row[k];
    rows_[r][pivot] = factors[r];
  }
}

LinearSystem::Added LinearSystem::add(const Terms& terms, double value) {
  scale_ = std::max(scale_, std::abs(value));
  Row row = reduced(terms, value);
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto pivot = static_cast<std::size_t>(std::max_element(row.begin(), row.end() - 1, larger) - row.begin());
  if (unknowns_ == 0 || row[pivot] == 0)
    return std::abs(row.back()) <= agreement * std::abs(value) + tiny * scale_ ? Added::implied : Added::contradicted;
  const double coefficient = row[pivot];
  for (double& c : row) c /= coefficient;
  const std::vector<double> factors = eliminate(pivot, row);
  rows_.push_back(std::move(row));
  if (has_negative()) {
    const Row last = std::move(rows_.back());
    rows_.pop_back();
    restore(pivot, last, factors);
    return Added::contradicted;
  }
  row_of_[pivot] = static_cast<std::int32_t>(rows_.size() - 1);
  return Added::informative;
}

std::optional<double> LinearSystem::value_of(const Terms& terms) const {
  const Row row = reduced(terms, 0);
  if (std::any_of(row.begin(), row.end() - 1, [](double c) { return c != 0; })) return std::nullopt;
  return -row.back();
}

namespace {

/// constant + sum of coefficients * free unknowns, of those that have one.
struct Residual {
  std::vector<std::pair<Eigen::Index, double>> coefficients;
  double constant = 0, weight = 1;
  [[nodiscard]] double at(const Eigen::VectorXd& free) const {
    double value = constant;
    for (const auto& [k, coefficient] : coefficients) value += coefficient * free[k];
    return value;
  }
};

/// The free unknowns at which the weighted sum of the residuals' distances from 0 is least.
Eigen::VectorXd least(const std::vector<Residual>& residuals, Eigen::Index free_count, double scale) {
  constexpr int rounds = 30;
  Eigen::VectorXd free = Eigen::VectorXd::Zero(free_count);
  for (int round = 0; round < rounds; ++round) {
    const double floor = scale * std::max(std::pow(0.5, round), 1e-7);
    Eigen::MatrixXd normal = Eigen::MatrixXd::Identity(free_count, free_count) * 1e-12;
    Eigen::VectorXd right = Eigen::VectorXd::Zero(free_count);
    for (const Residual& r : residuals) {
      const double weight = r.weight / std::max(std::abs(r.at(free)), floor);
      for (const auto& [k, a] : r.coefficients) {
        right[k] -= weight * r.constant * a;
        for (const auto& [l, b] : r.coefficients) normal(k, l) += weight * a * b;
      }
    }
    free = normal.ldlt().solve(right);
  }
  return free;
}

/// The same with unknowns that are not below zero: the lowest (of many, all) of those that come out below are held at
/// zero, and it is done again.
Eigen::VectorXd least_not_negative(std::vector<Residual> residuals, std::vector<Residual> unknowns,
                                   Eigen::Index free_count, double scale) {
  constexpr int attempts = 20;
  constexpr double held = 1e6;
  constexpr Eigen::Index many = 40;
  Eigen::VectorXd free = least(residuals, free_count, scale);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::ranges::stable_sort(unknowns, {}, [&](const Residual& r) { return r.at(free); });
    const auto is_below = [&](const Residual& r) { return r.at(free) < -zero * scale; };
    const auto below = std::ranges::find_if_not(unknowns, is_below) - unknowns.begin();
    if (below == 0) break;
    const auto end = unknowns.begin() + (free_count > many ? below : 1);
    for (auto r = unknowns.begin(); r != end; ++r) {
      residuals.push_back(*r);
      residuals.back().weight = held;
    }
    unknowns.erase(unknowns.begin(), end);
    free = least(residuals, free_count, scale);
  }
  return free;
}

}  // namespace

std::vector<double> LinearSystem::solve(const std::vector<Wish>& wishes) const {
  std::vector<std::size_t> free_unknowns;
  for (std::size_t u = 0; u < unknowns_; ++u)
    if (row_of_[u] < 0) free_unknowns.push_back(u);
  const auto count = static_cast<Eigen::Index>(free_unknowns.size());
  const auto residual = [&](const Terms& terms, double value) {
    const Row row = reduced(terms, value);
    Residual r{{}, -row.back()};
    for (Eigen::Index k = 0; k < count; ++k)
      if (const double c = row[free_unknowns[static_cast<std::size_t>(k)]]; c != 0) r.coefficients.emplace_back(k, c);
    return r;
  };
  std::vector<Residual> residuals, of_unknowns;
  for (const Wish& wish : wishes) {
    residuals.push_back(residual(wish.terms, wish.value));
    residuals.back().weight = wish.weight;
  }
  for (std::uint32_t u = 0; u < unknowns_; ++u) of_unknowns.push_back(residual({{u, 1}}, 0));
  Eigen::VectorXd free = Eigen::VectorXd::Zero(count);
  if (count > 0) free = least_not_negative(std::move(residuals), of_unknowns, count, scale_);
  std::vector<double> values;
  for (const Residual& r : of_unknowns) values.push_back(std::max(0.0, r.at(free)));
  return values;
}

}  // namespace forewarp::machine::detail
