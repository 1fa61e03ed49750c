// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// Arguments that define parameters form a graph: m = 2 * n needs n. Each round evaluates those whose names all have
// values; the loop ends when a round evaluates none. What then remains waits for names that nobody has defined (the
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
  std::string parameter;
  const Expression* value;
};

/// The parameter that the argument of this name gives a value to; "" for none.
std::string parameter_of(const Description& description, const std::string& argument) {
  const auto described = std::ranges::find_if(description.arguments, [&](const auto& a) { return a.name == argument; });
  if (described == description.arguments.end()) return argument;
  const auto* scalar = std::get_if<ScalarSpec>(&described->value);
  return scalar ? scalar->value.bare_name() : "";
}

std::vector<Pending> pending_of(const Description& description, const Overrides& overrides) {
  std::vector<Pending> all;
  for (const ArgumentSpec& argument : overrides.arguments) {
    const auto* scalar = std::get_if<ScalarSpec>(&argument.value);
    const std::string parameter = scalar ? parameter_of(description, argument.name) : "";
    if (parameter.empty() || overrides.set.contains(parameter)) continue;
    if (scalar->value.names().contains(parameter)) continue;  // --arg n=n+1 speaks of the parameter, and is not it
    all.push_back({parameter, &scalar->value});
  }
  return all;
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
  std::vector<Pending> pending = pending_of(description, overrides);
  Parameters names = parameters;
  names.insert(more.begin(), more.end());
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
