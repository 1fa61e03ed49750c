// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/pick/collection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::pick {

namespace {

constexpr std::array<std::string_view, 4> match_names{"identical", "subset", "superset", "intersect"};
constexpr std::size_t max_kernels = 100000;

std::vector<std::string> split_values(std::string_view text, const std::string& whole) {
  std::vector<std::string> values;
  for (const std::string_view value : split_at(text, ',')) {
    if (value.empty()) throw InputError(fmt::format("the tag '{}' has an empty value", whole));
    values.emplace_back(value);
  }
  return values;
}

/// Whether the argument has no value: another was given in its place, or it stands in for one and was not given.
bool is_absent(const Generator& generator, const Argument& argument, const Filter& filter) {
  if (!argument.instead.empty() && !filter.values.contains(argument.name)) return true;
  return std::ranges::any_of(generator.arguments(), [&](const Argument& other) {
    return other.instead == argument.name && filter.values.contains(other.name);
  });
}

/// The values of each argument: those of the filter, else all, of an option the first; none where it is absent.
std::vector<std::vector<std::string>> choices_of(const Generator& generator, const Filter& filter) {
  std::vector<std::vector<std::string>> choices;
  for (const Argument& argument : generator.arguments()) {
    const auto wanted = filter.values.find(argument.name);
    choices.emplace_back();
    if (is_absent(generator, argument, filter)) {
      if (wanted != filter.values.end())
        throw InputError(
            fmt::format("{}: '{}' is given twice, once by the argument that replaces it", generator.name(), argument.name));
      continue;
    }
    if (wanted != filter.values.end())
      choices.back() = wanted->second;
    else if (argument.is_option)
      choices.back() = {argument.values.front()};
    else
      choices.back() = argument.values;
    for (const std::string& value : choices.back())
      if (!argument.allows(value))
        throw InputError(fmt::format("{}: '{}' cannot be {}; it can be {}{}{}{}", generator.name(), argument.name,
                                     value, fmt::join(argument.values, ", "), argument.others.empty() ? "" : ", ",
                                     fmt::join(argument.others, ", "),
                                     argument.any_integer ? " or another whole number above zero" : ""));
  }
  return choices;
}

std::string name_of(const Generator& generator, const Settings& settings) {
  std::string text = generator.name();
  for (const Argument& argument : generator.arguments()) {
    const auto setting = settings.find(argument.name);
    if (setting == settings.end() || (argument.is_option && setting->second == argument.values.front())) continue;
    text += fmt::format(" {}:{}", argument.name, setting->second);
  }
  return text;
}

MeasurementKernel kernel_of(const Generator& generator, const Settings& settings) {
  MeasurementKernel kernel{
      generator.name(), name_of(generator, settings), settings, {}, generator.loop_program(settings)};
  for (const Argument& argument : generator.arguments())
    if (argument.is_size && settings.contains(argument.name))
      kernel.sizes[argument.name] = std::stoll(settings.at(argument.name));
  return kernel;
}

/// Cartesian product, counted like an odometer whose last digit moves fastest; impossible combinations are skipped.
void add_product(const Generator& generator, const std::vector<std::vector<std::string>>& choices,
                 std::vector<MeasurementKernel>& out) {
  std::vector<std::size_t> at(choices.size(), 0);
  while (true) {
    Settings settings;
    for (std::size_t k = 0; k < choices.size(); ++k)
      if (!choices[k].empty()) settings[generator.arguments()[k].name] = choices[k][at[k]];
    if (generator.possible(settings)) out.push_back(kernel_of(generator, settings));
    if (out.size() > max_kernels)
      throw InputError(fmt::format("more than {} kernels: give fewer values of some arguments", max_kernels));
    std::size_t k = choices.size();
    while (k > 0 && ++at[k - 1] >= choices[k - 1].size()) at[--k] = 0;
    if (k == 0) return;
  }
}

[[noreturn]] void nothing_matches(std::span<const Generator> generators, const Filter& filter, Match match) {
  std::set<std::string> known;
  for (const Generator& g : generators) known.insert(g.tags().begin(), g.tags().end());
  const std::vector<std::string> names(known.begin(), known.end());
  std::string hint;
  for (const std::string& tag : filter.tags)
    if (!known.contains(tag)) hint += fmt::format("; no generator has the tag '{}'{}", tag, did_you_mean(tag, names));
  throw InputError(fmt::format("no generator matches the tags {} ({}){}", fmt::join(filter.tags, " "),
                               match_names[static_cast<std::size_t>(match)], hint));
}

}  // namespace

Match match_named(std::string_view name) {
  const auto found = std::ranges::find(match_names, name);
  if (found == match_names.end())
    throw InputError(fmt::format("no match condition '{}': {}", name, fmt::join(match_names, " ")));
  return static_cast<Match>(found - match_names.begin());
}

Filter parse_filter(std::span<const std::string> tags) {
  Filter filter;
  for (const std::string& tag : tags) {
    const std::size_t colon = tag.find(':');
    if (tag.empty() || colon == 0)
      throw InputError(fmt::format("'{}' is not a tag: NAME, or ARGUMENT:VALUE,VALUE", tag));
    if (colon == std::string::npos)
      filter.tags.insert(tag);
    else if (!filter.values.emplace(tag.substr(0, colon), split_values(std::string_view(tag).substr(colon + 1), tag))
                  .second)
      throw InputError(fmt::format("the argument '{}' is given twice", tag.substr(0, colon)));
  }
  return filter;
}

bool matches(const Generator& generator, const Filter& filter, Match match) {
  const std::set<std::string>& own = generator.tags();
  switch (match) {
    case Match::identical:
      return own == filter.tags;
    case Match::subset:
      return std::ranges::includes(filter.tags, own);
    case Match::superset:
      return std::ranges::includes(own, filter.tags);
    case Match::intersect:
      return std::ranges::any_of(filter.tags, [&](const std::string& tag) { return own.contains(tag); });
  }
  return false;
}

std::vector<MeasurementKernel> kernels(std::span<const Generator> generators, const Filter& filter, Match match) {
  std::vector<MeasurementKernel> out;
  std::set<std::string> used;
  std::vector<std::string> arguments;
  bool any = false;
  for (const Generator& generator : generators) {
    if (!matches(generator, filter, match)) continue;
    any = true;
    for (const Argument& argument : generator.arguments()) {
      used.insert(argument.name);
      arguments.push_back(argument.name);
    }
    add_product(generator, choices_of(generator, filter), out);
  }
  if (!any) nothing_matches(generators, filter, match);
  for (const auto& [argument, values] : filter.values)
    if (!used.contains(argument))
      throw InputError(
          fmt::format("none of the generators has an argument '{}'{}", argument, did_you_mean(argument, arguments)));
  return out;
}

}  // namespace forewarp::pick
