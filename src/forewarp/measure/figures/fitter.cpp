// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "forewarp/measure/figures/detail/fitter.hpp"
#include "forewarp/model/device/device_text.hpp"
#include "forewarp/model/device/readings.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::figures::detail {
namespace {

constexpr unsigned fewest_rows = 3;
constexpr double flat = 0.15;
constexpr std::string_view estimated = "estimated: ";

double to_three_digits(double value) { return std::strtod(fmt::format("{:.3g}", value).c_str(), nullptr); }

}  // namespace

void Evidence::add(double value, std::uint32_t line) {
  values.push_back(value);
  if (line > 0) lines.push_back(line);
}

Fitter::Fitter(const device::DeviceSpec& base, const BoardRows& rows, const FitOptions& options)
    : rows_(rows), options_(options), base_(base) {
  result_.device = base;
}

double Fitter::now(std::string_view key) const {
  const auto all = device::readings(base_);
  const auto found = std::ranges::find(all, key, &device::Reading::key);
  FOREWARP_ASSERT(found != all.end(), "every fitted figure is one of device files");
  return found->source.empty() ? 0 : found->value;
}

std::string Fitter::source_of(const Evidence& evidence, std::string_view definition) const {
  const bool is_estimate = definition.starts_with(estimated);
  if (is_estimate) definition.remove_prefix(estimated.size());
  std::string lines;
  if (evidence.lines.size() == 1) lines = fmt::format(", line {}", evidence.lines.front());
  if (evidence.lines.size() > 1) {
    const auto [first, last] = std::ranges::minmax(evidence.lines);
    lines = fmt::format(", {} rows in lines {} to {}", evidence.lines.size(), first, last);
  }
  return fmt::format("{}{}{}{}{} ({}): {}", is_estimate ? estimated : "", options_.measured_by,
                     options_.measured_by.empty() ? "" : ", ", evidence.file->name, lines,
                     options_.date.empty() ? evidence.file->date : options_.date, definition);
}

void Fitter::take(std::string_view key, double value, const Evidence& evidence, std::string_view definition) {
  FittedFigure figure{.key = std::string(key), .now = now(key), .value = to_three_digits(value)};
  figure.low = figure.high = value;
  if (!evidence.values.empty()) {
    std::vector<double> residuals;
    for (const double single : evidence.values) residuals.push_back(std::abs(single / value - 1));
    const auto [low, high] = std::ranges::minmax(evidence.values);
    figure.rows = static_cast<unsigned>(evidence.values.size());
    figure.low = low, figure.high = high, figure.residual = median(residuals);
  }
  figure.source = source_of(evidence, definition);
  device::set_figure(result_.device, key, *figure.value, figure.source);
  result_.figures.push_back(std::move(figure));
}

void Fitter::leave(std::string_view key, std::string reason) {
  result_.figures.push_back({.key = std::string(key), .now = now(key), .reason = std::move(reason)});
}

void Fitter::take_plateau(std::string_view key, const Evidence& evidence, std::string_view definition) {
  const std::vector<double>& values = evidence.values;
  if (values.size() < fewest_rows)
    return leave(key, fmt::format("{} rows of {}; {} are needed ({})", values.size(), evidence.file->name, fewest_rows,
                                  definition));
  const double middle = median(values), spread = (quantile(values, 0.95) - quantile(values, 0.05)) / middle;
  if (spread > flat)
    return leave(key, fmt::format("not flat: {:.3g} to {:.3g} in {} rows of {} ({})", std::ranges::min(values),
                                  std::ranges::max(values), values.size(), evidence.file->name, definition));
  take(key, middle, evidence, definition);
}

double clock_of(const device::DeviceSpec& device) { return std::max(device.boost_hz, device.sustained_hz); }

std::optional<double> where_equal(double wanted, double low, double high, const std::function<double(double)>& time_s) {
  constexpr int halvings = 40;
  if (time_s(low) > wanted || time_s(high) < wanted) return std::nullopt;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (time_s(middle) < wanted ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::string no_rows_in(const char* file, const DataFile& read, const std::string& board) {
  return read.name.empty() ? fmt::format("no {}", file) : fmt::format("{} has no rows of {}", file, board);
}

}  // namespace forewarp::figures::detail
