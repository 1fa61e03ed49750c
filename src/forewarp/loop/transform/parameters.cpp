// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/loop/transform/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "forewarp/loop/transform/detail/edit.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::loop {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The names in a condition, isl's own words aside.
std::set<std::string> names_of(std::string_view text) {
  static constexpr std::array<std::string_view, 11> own{"and",  "or",     "not", "mod", "floor",  "floord",
                                                        "ceil", "exists", "min", "max", "implies"};
  std::set<std::string> names;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    const bool number = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    std::size_t start = 0;  // "16n": a factor before a name
    while (number && start < word.size() && std::isdigit(static_cast<unsigned char>(word[start])) != 0) ++start;
    if (start < word.size() && std::find(own.begin(), own.end(), word) == own.end())
      names.insert(std::string{word.substr(start)});
    i = end == i ? i + 1 : end;
  }
  return names;
}

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
  throw InputError(fmt::format("{}: '{}' is no parameter{}{}", who, parameter, hint, did_you_mean(parameter, known)));
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

Program assume(const Program& program, std::string_view condition, const SourceLocation& where) {
  const std::set<std::string> names = names_of(condition);
  for (const std::string& each : names) require_parameter(program, "assume", each);
  std::string text{condition};
  for (std::size_t at = text.find("=="); at != std::string::npos; at = text.find("==", at)) text.replace(at, 2, " =");
  const std::string head = fmt::format("[{}] -> {{ : ", fmt::join(names, ", "));
  SourceLocation origin = where;
  if (origin.column > head.size()) origin.column -= static_cast<std::uint32_t>(head.size());
  program.context.renew();
  const auto added = symbolic::Set::parse(head + text + " }", program.context, origin);
  Program result = program;
  result.assumptions = program.assumptions ? program.assumptions->intersect(added) : added;
  if (with_values(result, *result.assumptions).is_empty())
    throw InputError(fmt::format("assume: nothing fulfils '{}' and what was assumed before", condition));
  return detail::recorded(std::move(result), program, fmt::format("assume {}", condition));
}

Program fix_parameters(const Program& program, const std::map<std::string, std::int64_t>& values) {
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
