// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/pick/generator.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::pick {

namespace {

constexpr std::size_t max_digits = 18;

bool is_integer(const std::string& text) {
  return !text.empty() && text.size() <= max_digits &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Those of the settings that are whole numbers: what expressions may name.
launch::Parameters numbers_of(const Settings& settings) {
  launch::Parameters numbers;
  for (const auto& [name, value] : settings)
    if (is_integer(value)) numbers[name] = std::stoll(value);
  return numbers;
}

/// @dtype@ becomes the argument's text, @lsize - 2@ the number.
std::string filled(const std::string& text, const SourceLocation& where, const Settings& settings) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('@', at);
    if (open == std::string::npos) return out + text.substr(at);
    const std::size_t close = text.find('@', open + 1);
    SourceLocation place = where;
    place.column += static_cast<std::uint32_t>(open);
    if (close == std::string::npos) throw ParseError(place, "an '@' without the one that ends it");
    const std::string inside = text.substr(open + 1, close - open - 1);
    out += text.substr(at, open - at);
    const auto setting = settings.find(inside);
    out += setting != settings.end()
               ? setting->second
               : std::to_string(launch::Expression::parse(inside, place).integer(numbers_of(settings)));
    at = close + 1;
  }
  return out;
}

}  // namespace

bool Argument::allows(const std::string& value) const {
  if (std::ranges::find(values, value) != values.end() || std::ranges::find(others, value) != others.end()) return true;
  return any_integer && is_integer(value) && std::stoll(value) > 0;
}

const Argument* Generator::argument(const std::string& argument_name) const {
  const auto found = std::ranges::find(arguments_, argument_name, &Argument::name);
  return found == arguments_.end() ? nullptr : &*found;
}

bool Generator::Condition::holds(const Settings& settings) const {
  const auto found = settings.find(argument);
  return (found != settings.end() && (values.empty() || values.contains(found->second))) != otherwise;
}

/// A requirement about an argument that is absent is fulfilled.
bool Generator::possible(const Settings& settings) const {
  return std::ranges::all_of(requirements_, [&](const Requirement& r) {
    for (const std::string& each : r.expression.names())
      if (argument(each) != nullptr && !settings.contains(each)) return true;
    const bool applies = std::ranges::all_of(r.conditions, [&](const Condition& c) { return c.holds(settings); });
    return !applies || r.expression.integer(numbers_of(settings)) != 0;
  });
}

std::string Generator::loop_program(const Settings& settings) const {
  std::string out;
  const auto write = [&](const Line& line, const Settings& now) {
    if (std::ranges::all_of(line.conditions, [&](const Condition& c) { return c.holds(now); }))
      out += filled(line.text, line.where, now) + "\n";
  };
  for (std::size_t at = 0; at < lines_.size();) {
    const std::size_t repeat = lines_[at].repeat;
    std::size_t end = at + 1;
    while (repeat > 0 && end < lines_.size() && lines_[end].repeat == repeat) ++end;
    if (repeat == 0) {
      write(lines_[at], settings);
    } else {
      const Repeat& r = repeats_[repeat - 1];
      Settings now = settings;
      const std::int64_t high = r.high.integer(numbers_of(settings));
      for (std::int64_t k = r.low.integer(numbers_of(settings)); k < high; ++k) {
        now[r.name] = std::to_string(k);
        for (std::size_t line = at; line < end; ++line) write(lines_[line], now);
      }
    }
    at = end;
  }
  return out;
}

std::vector<Generator> read_generators(const std::filesystem::path& folder) {
  std::vector<Generator> generators;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure))
    if (entry.path().extension() == ".pick")
      generators.push_back(Generator::parse(read_file(entry.path(), 1 << 20), entry.path().string()));
  if (failure) throw InputError(fmt::format("{}: {}", folder.string(), failure.message()));
  std::ranges::sort(generators, {}, &Generator::name);
  const auto twice = std::ranges::adjacent_find(generators, {}, &Generator::name);
  if (twice != generators.end())
    throw InputError(fmt::format("{}: two generators are called '{}'", folder.string(), twice->name()));
  return generators;
}

std::vector<Generator> shipped_generators() { return read_generators(shipped_file("generators")); }

}  // namespace forewarp::pick
