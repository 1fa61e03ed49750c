// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

template <typename Number>
bool read_number(const std::string& text, Number& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

}  // namespace

Parameters::Parameters(std::string_view learner, std::span<const ParameterSpec> specs,
                       const std::map<std::string, std::string>& given)
    : learner_(learner) {
  std::vector<std::string_view> names;
  for (const ParameterSpec& spec : specs) {
    values_.emplace(spec.name, spec.fallback);
    names.push_back(spec.name);
  }
  for (const auto& [name, value] : given) {
    const auto it = values_.find(name);
    if (it == values_.end())
      throw InputError(fmt::format("{} has no setting '{}'; it has {}", learner_, name, fmt::join(names, ", ")));
    it->second = value;
  }
}

const std::string& Parameters::text(std::string_view name) const {
  const auto it = values_.find(name);
  FOREWARP_ASSERT(it != values_.end(), "a learner reads only settings it has listed");
  return it->second;
}

double Parameters::number(std::string_view name, double low, double high) const {
  double value = 0;
  if (!read_number(text(name), value) || !(value >= low && value <= high))
    throw InputError(
        fmt::format("{}: {} is '{}'; it must be a number from {} to {}", learner_, name, text(name), low, high));
  return value;
}

long Parameters::integer(std::string_view name, long low, long high) const {
  long value = 0;
  if (!read_number(text(name), value) || value < low || value > high)
    throw InputError(
        fmt::format("{}: {} is '{}'; it must be a whole number from {} to {}", learner_, name, text(name), low, high));
  return value;
}

bool Parameters::flag(std::string_view name) const {
  const std::string& value = text(name);
  if (value == "yes" || value == "true" || value == "1") return true;
  if (value == "no" || value == "false" || value == "0") return false;
  throw InputError(fmt::format("{}: {} is '{}'; it must be yes or no", learner_, name, value));
}

std::size_t Parameters::choice(std::string_view name, std::span<const std::string_view> choices) const {
  const auto it = std::ranges::find(choices, text(name));
  if (it == choices.end())
    throw InputError(
        fmt::format("{}: {} is '{}'; it must be one of {}", learner_, name, text(name), fmt::join(choices, ", ")));
  return static_cast<std::size_t>(it - choices.begin());
}

std::map<std::string, std::string> parse_settings(std::string_view text) {
  std::map<std::string, std::string> settings;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    const std::size_t equals = item.find('=');
    if (equals == 0 || equals == std::string_view::npos)
      throw InputError(fmt::format("'{}' is not a setting; write name=value", item));
    if (!settings.emplace(item.substr(0, equals), item.substr(equals + 1)).second)
      throw InputError(fmt::format("the setting '{}' is given twice", item.substr(0, equals)));
  }
  return settings;
}

}  // namespace forewarp::learn
