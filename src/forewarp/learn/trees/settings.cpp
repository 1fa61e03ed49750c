// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {
namespace {

[[noreturn]] void refuse_max_features(const std::string& text) {
  throw InputError(fmt::format(
      "max_features is '{}'; it must be all, sqrt, log2, a whole number from 1 or a fraction such as 0.5", text));
}

}  // namespace

std::size_t MaxFeatures::of(std::size_t features) const {
  const auto n = static_cast<double>(features);
  // Rounded down: of 20 features sqrt gives 4 of 4.47, log2 4 of 4.32, and 0.01 one instead of
  // none.
  const auto at_least_one = [](double v) { return std::max<std::size_t>(1, static_cast<std::size_t>(v)); };
  switch (kind) {
    case Kind::all:
      return features;
    case Kind::sqrt:
      return at_least_one(std::sqrt(n));
    case Kind::log2:
      return at_least_one(std::log2(n));
    case Kind::fraction:
      return at_least_one(value * n);
    case Kind::number:
      if (value > n) throw InputError(fmt::format("max_features is {}, more than the {} features", value, features));
      return static_cast<std::size_t>(value);
  }
  FOREWARP_ASSERT(false, "every kind of max_features is handled");
}

/// A point distinguishes a fraction from a number: "1" is one feature, "1.0" all of them.
MaxFeatures MaxFeatures::parse(const std::string& text) {
  if (text == "all") return {Kind::all, 1};
  if (text == "sqrt") return {Kind::sqrt, 1};
  if (text == "log2") return {Kind::log2, 1};
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) refuse_max_features(text);
  const bool fraction = text.find('.') != std::string::npos;
  if (fraction ? !(value > 0 && value <= 1) : !(value >= 1 && value <= 1e9 && value == std::floor(value)))
    refuse_max_features(text);
  return {fraction ? Kind::fraction : Kind::number, value};
}

Monotone parse_monotone(const std::string& text) {
  Monotone all;
  for (std::size_t at = 0; at < text.size();) {
    const std::string item = text.substr(at, text.find(';', at) - at);
    at += item.size() + 1;
    // The last colon, as a feature's name may contain others.
    const std::size_t colon = item.rfind(':');
    const std::string sign = colon == std::string::npos ? "" : item.substr(colon + 1);
    if (sign != "+" && sign != "-")
      throw InputError(fmt::format("monotone: '{}' is not FEATURE:+ or FEATURE:- (several with ';' between)", item));
    all.emplace_back(item.substr(0, colon), sign == "+" ? 1 : -1);
  }
  return all;
}

std::vector<signed char> monotone_signs(const Monotone& monotone, const Samples& samples) {
  if (monotone.empty()) return {};
  std::vector<signed char> signs(samples.features(), 0);
  for (const auto& [name, sign] : monotone) {
    const auto it = std::ranges::find(samples.names(), name);
    if (it == samples.names().end())
      throw InputError(
          fmt::format("monotone: no feature is called '{}'; there is {}", name, fmt::join(samples.names(), ", ")));
    signs[static_cast<std::size_t>(it - samples.names().begin())] = static_cast<signed char>(sign);
  }
  return signs;
}

TreeSettings read_tree_shape(const Parameters& p) {
  constexpr long most = 1'000'000'000;
  const bool unlimited = p.text("max_depth") == "none";
  TreeSettings s;
  s.max_features = MaxFeatures::parse(p.text("max_features"));
  if (!unlimited) s.max_depth = static_cast<std::size_t>(p.integer("max_depth", 1, most));
  s.min_leaf = static_cast<std::size_t>(p.integer("min_leaf", 1, most));
  s.min_split = static_cast<std::size_t>(p.integer("min_split", 2, most));
  s.monotone = parse_monotone(p.text("monotone"));
  return s;
}

TreeSettings read_tree_settings(const Parameters& p) {
  static constexpr std::string_view criteria[] = {"mse", "mae", "gini", "entropy"};
  TreeSettings s = read_tree_shape(p);
  s.criterion = static_cast<Criterion>(p.choice("criterion", criteria));
  return s;
}

/// mse is the default for numbers, so for classes it means gini.
TreeSettings settings_for(TreeSettings settings, const Target& target) {
  if (target.is_class() && settings.criterion == Criterion::mse) settings.criterion = Criterion::gini;
  const bool for_classes = settings.criterion == Criterion::gini || settings.criterion == Criterion::entropy;
  if (for_classes && !target.is_class()) throw InputError("the criteria gini and entropy predict classes, not numbers");
  if (!for_classes && target.is_class()) throw InputError("the criterion mae predicts numbers, not classes");
  if (!settings.monotone.empty() && settings.criterion != Criterion::mse)
    throw InputError("monotone goes with the criterion mse only");
  return settings;
}

}  // namespace forewarp::learn::trees
