// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/response.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "forewarp/learn/linear/least_squares.hpp"
#include "forewarp/learn/moments.hpp"
#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

using Values = std::vector<std::vector<double>>;

constexpr long max_settings = 4;
constexpr std::size_t max_columns = 4096;  // the fit takes rows times the square of them

/// The hats of all settings at a row: b_0's, which is 1, then of each setting those of its second value on.
void hats(const Values& values, std::span<const double> row, std::vector<double>& out) {
  out.assign(1, 1.0);
  for (std::size_t s = 0; s < values.size(); ++s) {
    const std::vector<double>& at = values[s];
    const std::size_t first = out.size() - 1;  // the hat of value k is at first + k; of k = 0 there is none
    out.resize(out.size() + at.size() - 1, 0.0);
    if (at.size() < 2) continue;
    const auto above = static_cast<std::size_t>(std::ranges::lower_bound(at, row[s]) - at.begin());
    const std::size_t right = std::clamp<std::size_t>(above, 1, at.size() - 1);
    const double share = (row[s] - at[right - 1]) / (at[right] - at[right - 1]);
    out[first + right] = share;
    if (right > 1) out[first + right - 1] = 1 - share;
  }
}

/// Hats times (1, z): the row of the least-squares problem.
void expand(const std::vector<double>& hat, std::span<const double> z, std::vector<double>& out) {
  out.clear();
  for (const double h : hat) {
    out.push_back(h);
    for (const double one : z) out.push_back(h * one);
  }
}

/// No sample: too few to name them all, but each feature.
std::size_t hat_count(const Values& values) {
  std::size_t count = 1;
  for (const std::vector<double>& one : values) count += one.size() - 1;
  return count;
}

ResponsePredictor::Numbers layout_of(const Samples& samples, std::size_t settings) {
  ResponsePredictor::Numbers numbers;
  for (std::size_t s = 0; s < settings; ++s) {
    const std::set<double> seen(samples.feature(s).begin(), samples.feature(s).end());
    if (seen.size() > max_setting_values)
      throw InputError(fmt::format("response: '{}' has {} values; a setting of the device has {} at most",
                                   samples.names()[s], seen.size(), max_setting_values));
    numbers.values.emplace_back(seen.begin(), seen.end());
  }
  for (std::size_t j = settings; j < samples.features(); ++j) {
    const Moments m = moments(samples.feature(j));
    numbers.means.push_back(m.mean);
    numbers.spreads.push_back(m.population_sd() > 0 ? m.population_sd() : 1);
  }
  return numbers;
}

/// Column by column; below the samples one row per penalised column, sqrt(penalty) on the diagonal.
std::vector<double> design_of(const Samples& samples, const ResponsePredictor::Numbers& n, double penalty,
                              std::size_t columns) {
  const std::size_t rows = samples.rows() + columns, each = 1 + n.means.size();
  std::vector<double> design(rows * columns, 0.0), row(samples.features()), hat, z(n.means.size()), line;
  for (std::size_t i = 0; i < samples.rows(); ++i) {
    samples.copy_row(i, row);
    hats(n.values, row, hat);
    for (std::size_t j = 0; j < z.size(); ++j) z[j] = (row[n.values.size() + j] - n.means[j]) / n.spreads[j];
    expand(hat, z, line);
    for (std::size_t c = 0; c < columns; ++c) design[c * rows + i] = line[c];
  }
  for (std::size_t c = 0; c < columns; ++c)
    if (c % each != 0) design[c * rows + samples.rows() + c] = std::sqrt(penalty);
  return design;
}

constexpr ParameterSpec parameters[] = {
    {"settings", "1", "how many of the first features are settings of the device, such as clocks: 1 to 4"},
    {"penalty", "1", "on the sum of the squared weights of the standardised features"},
};

std::unique_ptr<Learner> make(const Parameters& p) {
  return std::make_unique<ResponseLearner>(
      ResponseSettings{.settings = p.integer("settings", 1, max_settings), .penalty = p.number("penalty", 0, 1e300)});
}

std::unique_ptr<Predictor> read(Reader& in) {
  ResponsePredictor::Numbers n;
  const std::uint64_t settings = in.integer("the number of settings", max_settings);
  if (settings == 0) throw InputError("the number of settings is 0");
  for (std::uint64_t s = 0; s < settings; ++s) {
    n.values.push_back(read_finite_array(in, "a value of a setting"));
    const std::vector<double>& one = n.values.back();
    if (one.empty() || one.size() > max_setting_values ||
        std::ranges::adjacent_find(one, std::greater_equal{}) != one.end())
      throw InputError("the values of a setting do not ascend");
  }
  n.means = read_finite_array(in, "a mean");
  n.spreads = read_finite_array(in, "a spread", n.means.size());
  if (std::ranges::any_of(n.spreads, [](double sd) { return sd <= 0; })) throw InputError("a spread is not above zero");
  n.weights = read_finite_array(in, "a weight", hat_count(n.values) * (1 + n.means.size()));
  return std::make_unique<ResponsePredictor>(std::move(n));
}

}  // namespace

ResponsePredictor::ResponsePredictor(Numbers numbers) : numbers_(std::move(numbers)) {
  FOREWARP_ASSERT(numbers_.weights.size() == hat_count(numbers_.values) * (1 + numbers_.means.size()),
                  "each hat has a weight for each feature");
}

void ResponsePredictor::predict(std::span<const double> row, std::span<double> out) const {
  std::vector<double> hat;
  hats(numbers_.values, row, hat);
  const std::size_t settings = numbers_.values.size();
  double sum = 0;
  std::size_t at = 0;
  for (const double h : hat) {
    double b = numbers_.weights[at++];
    for (std::size_t j = 0; j < numbers_.means.size(); ++j)
      b += numbers_.weights[at++] * (row[settings + j] - numbers_.means[j]) / numbers_.spreads[j];
    sum += h * b;
  }
  out[0] = sum;
}

void ResponsePredictor::write(Writer& out) const {
  out.integer(numbers_.values.size());
  for (const std::vector<double>& one : numbers_.values) out.array(one);
  out.arrays(numbers_.means, numbers_.spreads, numbers_.weights);
}

std::unique_ptr<Predictor> ResponseLearner::fit(const Samples& samples, const Target& target, const FitOptions&) const {
  check(samples, target);
  if (target.is_class()) throw InputError("response learns numbers, not classes");
  const auto settings = static_cast<std::size_t>(settings_.settings);
  if (samples.features() < settings)
    throw InputError(fmt::format("response: {} settings of the device, and {} features", settings, samples.features()));
  ResponsePredictor::Numbers n = layout_of(samples, settings);
  const std::size_t columns = hat_count(n.values) * (1 + n.means.size());
  if (columns > max_columns)
    throw InputError(fmt::format("response: {} values of settings with {} other features are {} weights; {} at most",
                                 hat_count(n.values), n.means.size(), columns, max_columns));
  const std::vector<double> design = design_of(samples, n, settings_.penalty, columns);
  std::vector<double> y(samples.rows() + columns, 0.0);
  std::ranges::copy(target.values, y.begin());
  n.weights = least_squares({design, y.size(), columns}, y, 1e-12).coefficients;
  if (!all_finite(n.weights))
    throw InputError("response: the values are too large or too small for a fit in double precision: scale them");
  return std::make_unique<ResponsePredictor>(std::move(n));
}

LearnerEntry response_entry() {
  return {
      "response", "how each kernel answers to settings of the device such as clocks: curves weighted by its features",
      true,       false,
      parameters, make,
      read};
}

}  // namespace forewarp::learn
