// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/parameters.hpp"

#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/parse.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

namespace forewarp::loop {

namespace {

/// All parameters: those of the domains, of the shapes, and the fixed ones.
std::vector<std::string> known_parameters(const Program& program) {
  std::set<std::string> names;
  for (const std::string& parameter : program.parameters()) names.insert(parameter);
  for (const auto& [parameter, value] : program.fixed) names.insert(parameter);
  for (const auto& [key, variable] : program.variables) {
    for (const auto& extent : variable.shape) names.merge(names_in(extent));
    names.erase(key);
  }
  for (const auto& [key, variable] : program.variables) names.erase(key);
  return {names.begin(), names.end()};
}

void require_parameter(const Program& program, std::string_view who, const std::string& parameter) {
  const auto known = known_parameters(program);
  if (std::find(known.begin(), known.end(), parameter) != known.end()) return;
  const char* hint = program.has_loop(parameter) ? " (it is a loop)" : "";
  throw InputError(
      fmt::format("{}: '{}' is not a parameter{}{}", who, parameter, hint, did_you_mean(parameter, known)));
}

/// What is assumed, with the fixed values put in.
symbolic::Set with_values(const Program& program, const symbolic::Set& assumptions) {
  isl_set* set = isl_set_copy(assumptions.get());
  for (const auto& [parameter, value] : program.fixed) {
    const int at = isl_set_find_dim_by_name(set, isl_dim_param, parameter.c_str());
    if (at >= 0) set = isl_set_fix_si(set, isl_dim_param, static_cast<unsigned>(at), static_cast<int>(value));
  }
  return symbolic::Set::adopt(set, program.context);
}

}  // namespace

/// Assumptions are not checked at run time: they restrict the domains, so a kernel that is launched
/// with other sizes computes nothing sensible. A contradiction is refused here, as everything would
/// follow from it.
Program assume(const Program& program, std::string_view condition, const SourceLocation& where) {
  for (const std::string& each : free_names(condition, where)) require_parameter(program, "assume", each);
  const symbolic::Set added = parse_assumption(condition, program.context, where);
  Program result = program;
  result.assumptions = program.assumptions ? program.assumptions->intersect(added) : added;
  if (with_values(result, *result.assumptions).is_empty())
    throw InputError(fmt::format("assume: nothing fulfils '{}' and what was assumed before", condition));
  return detail::recorded(std::move(result), program, fmt::format("assume {}", condition));
}

Program fix_parameters(const Program& program, const std::map<std::string, std::int64_t>& values) {
  // Parameters are ints in the generated kernels, and isl_set_fix_si takes an int.
  constexpr std::int64_t largest = 0x7fffffff;
  if (values.empty()) throw InputError("fix: no parameter is named; write fix nmatrices=3");
  Program result = program;
  std::string line;
  for (const auto& [parameter, value] : values) {
    require_parameter(program, "fix", parameter);
    if (value < -largest || value > largest)
      throw InputError(fmt::format("fix: {}={} does not fit 32 bits", parameter, value));
    const auto [at, added] = result.fixed.emplace(parameter, value);
    if (!added && at->second != value)
      throw InputError(fmt::format("fix: '{}' was fixed at {} already", parameter, at->second));
    line += fmt::format("{} {}={}", line.empty() ? "fix" : ",", parameter, value);
  }
  if (result.assumptions && with_values(result, *result.assumptions).is_empty())
    throw InputError(fmt::format("fix: {} contradicts what is assumed: {}", line.substr(4), result.assumptions->str()));
  return detail::recorded(std::move(result), program, line);
}

}  // namespace forewarp::loop
