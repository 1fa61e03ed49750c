// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/quantity_text.hpp"

#include <charconv>
#include <cmath>
#include <span>
#include <utility>

#include "forewarp/support/text.hpp"

namespace forewarp {
namespace {

using Unit = std::pair<std::string_view, double>;
constexpr Unit times[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
constexpr Unit sizes[] = {{"B", 1},      {"kB", 1e3},      {"MB", 1e6},     {"GB", 1e9},
                          {"KiB", 1024}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};

std::optional<double> with_unit(std::string_view text, std::span<const Unit> units) {
  text = trimmed(text);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !std::isfinite(number)) return std::nullopt;
  const std::string_view unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  for (const auto& [name, factor] : units)
    if (unit == name) return number * factor;
  return std::nullopt;
}

}  // namespace

std::optional<double> seconds_in(std::string_view text) {
  const auto value = with_unit(text, times);
  return value && *value > 0 ? value : std::nullopt;
}

std::optional<double> bytes_in(std::string_view text) {
  const auto value = with_unit(text, sizes);
  return value && *value >= 0 ? value : std::nullopt;
}

}  // namespace forewarp
