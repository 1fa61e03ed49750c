// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// Arguments that define parameters form a graph: m = 2 * n needs n. Each round evaluates those whose names all have
// values; the loop ends when a round evaluates none. What then remains waits for names that are not defined (the
// grid, which comes later) or for itself.
//
//     --arg m=2*n --arg n=4 --arg k=grid_x      round 1: n = 4; round 2: m = 8; k waits for the grid
#include "forewarp/frontend/launch/argument_parameters.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

struct Pending {
  std::string argument, parameter;
  const Expression* value;
};

/// The parameter that the argument of this name gives a value to; "" for none.
std::string parameter_of(const Description& description, const std::string& argument) {
  const auto described = std::ranges::find_if(description.arguments, [&](const auto& a) { return a.name == argument; });
  if (described == description.arguments.end()) return argument;
  const auto* scalar = std::get_if<ScalarSpec>(&described->value);
  return scalar ? scalar->value.bare_name() : "";
}

/// Every scalar argument of the overrides that says what a parameter is.
std::vector<Pending> given_for_parameters(const Description& description, const Overrides& overrides) {
  std::vector<Pending> all;
  for (const ArgumentSpec& argument : overrides.arguments) {
    const auto* scalar = std::get_if<ScalarSpec>(&argument.value);
    const std::string parameter = scalar ? parameter_of(description, argument.name) : "";
    if (parameter.empty()) continue;
    if (scalar->value.names().contains(parameter)) continue;  // --arg n=n+1 speaks of the parameter, and is not it
    all.push_back({argument.name, parameter, &scalar->value});
  }
  return all;
}

std::string text_of(const Number& value) {
  return std::visit([](auto number) { return fmt::format("{}", number); }, value);
}

/// --set n=1 --arg n=2: one of them is a mistake. What cannot be evaluated yet is left for a later call.
void refuse_conflict(const Pending& given, std::int64_t set, const Parameters& names) {
  const auto known = [&](const std::string& name) { return names.contains(name); };
  if (!std::ranges::all_of(given.value->names(), known)) return;
  const Number value = given.value->evaluate(names);
  const bool same = std::visit([&](auto number) { return number == static_cast<decltype(number)>(set); }, value);
  if (same) return;
  const std::string is = given.value->text() == text_of(value) ? "" : fmt::format(" = {}", text_of(value));
  throw InputError(
      fmt::format("--set {0}={1} and --arg {2}={3}{4} give {0} two values: give one of them (-D, --at and "
                  "--vary set a parameter, too)",
                  given.parameter, set, given.argument, given.value->text(), is));
}

bool is_pending(const std::vector<Pending>& pending, const std::string& name) {
  return std::ranges::any_of(pending, [&](const Pending& p) { return p.parameter == name; });
}

/// A chain of pending names that ends where it began: --arg n=m --arg m=n.
void refuse_cycles(const std::vector<Pending>& pending) {
  for (const Pending& start : pending) {
    std::set<std::string> reached = start.value->names();
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const Pending& p : pending)
        if (reached.contains(p.parameter)) reached.merge(p.value->names());
    }
    if (reached.contains(start.parameter))
      throw InputError(fmt::format("argument '{}' is defined by itself: --arg {}={}", start.parameter, start.parameter,
                                   start.value->text()));
  }
}

}  // namespace

void set_from_arguments(const Description& description, const Overrides& overrides, const Parameters& more,
                        Parameters& parameters) {
  std::vector<Pending> pending = given_for_parameters(description, overrides);
  Parameters names = parameters;
  names.insert(more.begin(), more.end());
  std::erase_if(pending, [&](const Pending& given) {
    const auto set = overrides.set.find(given.parameter);
    if (set != overrides.set.end() && given.argument == given.parameter) refuse_conflict(given, set->second, names);
    return set != overrides.set.end();
  });
  for (std::size_t before = 0; before != pending.size();) {
    before = pending.size();
    for (std::size_t i = 0; i < pending.size();) {
      const std::set<std::string> used = pending[i].value->names();
      const bool ready = std::ranges::all_of(
          used, [&](const std::string& name) { return names.contains(name) && !is_pending(pending, name); });
      if (!ready) {
        ++i;
        continue;
      }
      const Number value = pending[i].value->evaluate(names);
      if (const auto* whole = std::get_if<std::int64_t>(&value))
        names[pending[i].parameter] = parameters[pending[i].parameter] = *whole;
      pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  refuse_cycles(pending);
}

}  // namespace forewarp::launch
