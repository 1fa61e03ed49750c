// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

namespace forewarp::report {
namespace {

/// Three significant digits without an exponent, for 1 <= |value| < 1000 (or anything: then as it comes).
std::string three_digits(double value) {
  const double magnitude = std::abs(value);
  return fmt::format("{:.{}f}", value, magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2);
}

template <std::size_t N>
std::string scaled(double value, double base, const std::array<const char*, N>& units) {
  std::size_t unit = 0;
  // 999.5 would print as 1000: it goes to the next unit.
  while (unit + 1 < N && std::abs(value) >= base * (1 - 0.0005)) {
    value /= base;
    ++unit;
  }
  return fmt::format("{} {}", three_digits(value), units[unit]);
}

}  // namespace

std::string time_text(double seconds) {
  if (!std::isfinite(seconds)) return "-";
  if (seconds < 1) return scaled(seconds * 1e9, 1000, std::array{"ns", "us", "ms", "s"});
  return three_digits(seconds) + " s";
}

std::string count_text(double count) {
  if (!std::isfinite(count)) return "-";
  if (std::abs(count) < 10'000) return count == std::floor(count) ? fmt::format("{:.0f}", count) : three_digits(count);
  return scaled(count, 1000, std::array{"", "k", "M", "G", "T", "P"});
}

std::string bytes_text(double bytes) {
  if (!std::isfinite(bytes)) return "-";
  if (bytes < 1024) return fmt::format("{:.0f} B", bytes);
  return scaled(bytes, 1024, std::array{"B", "KiB", "MiB", "GiB", "TiB"});
}

std::string percent_text(double fraction) {
  if (!std::isfinite(fraction)) return "-";
  return fmt::format("{:.{}f} %", fraction * 100, std::abs(fraction) < 0.0995 && fraction != 0 ? 1 : 0);
}

std::string number_text(double value) { return fmt::format("{}", value); }

std::string json_text(const nlohmann::json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

TextTable::TextTable(std::vector<std::string> header, std::vector<Align> alignment)
    : rows_{std::move(header)}, alignment_(std::move(alignment)) {}

void TextTable::row(std::vector<std::string> cells) {
  cells.resize(rows_.front().size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::str(std::string_view indent) const {
  std::vector<std::size_t> width(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent);
    for (std::size_t c = 0; c < row.size(); ++c) {
      const Align align = alignment_[std::min(c, alignment_.size() - 1)];
      line += c ? "  " : "";
      line += align == Align::left ? fmt::format("{:<{}}", row[c], width[c]) : fmt::format("{:>{}}", row[c], width[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace forewarp::report
