// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/time_errors.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace forewarp::device {
namespace {

std::string boards_text(const std::vector<std::string>& boards) {
  const std::span<const std::string> all(boards);
  if (all.size() < 2) return boards.empty() ? "" : boards.front();
  return fmt::format("{} and {}", fmt::join(all.first(all.size() - 1), ", "), all.back());
}

/// Without the sign: two digits.
std::string two_digits(double fraction) {
  const double percent = 100 * fraction;
  return percent < 9.95 ? fmt::format("{:.1f}", percent) : fmt::format("{:.0f}", percent);
}

}  // namespace

std::optional<TimeErrors> time_errors(std::span<const TimeComparison> comparisons) {
  std::vector<double> medians;
  std::set<std::string> boards;
  TimeErrors all;
  for (const TimeComparison& one : comparisons) {
    medians.insert(medians.end(), one.median_errors.begin(), one.median_errors.end());
    boards.insert(one.boards.begin(), one.boards.end());
    all.times += one.times;
  }
  if (medians.empty()) return std::nullopt;
  all.lowest = std::ranges::min(medians);
  all.highest = std::ranges::max(medians);
  all.boards = static_cast<unsigned>(boards.size());
  return all;
}

std::string error_range_text(double lowest, double highest) {
  const std::string low = two_digits(lowest), high = two_digits(highest);
  return low == high ? low + " %" : fmt::format("{} to {} %", low, high);
}

std::string comparisons_text(std::span<const TimeComparison> comparisons) {
  std::string text;
  for (const TimeComparison& one : comparisons) {
    const auto [low, high] = std::ranges::minmax(one.median_errors);
    text += fmt::format("{}{} on {} ({} times, median error {}; {})", text.empty() ? "" : "; ", one.what,
                        boards_text(one.boards), one.times, error_range_text(low, high), one.command);
  }
  return text;
}

}  // namespace forewarp::device
