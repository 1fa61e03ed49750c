// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/sets/memo.hpp"

namespace forewarp::loop {

namespace {

std::vector<std::string> loops_of(const symbolic::Set& domain) {
  std::vector<std::string> names;
  const auto count = static_cast<int>(domain.dimensions());
  for (int i = 0; i < count; ++i) {
    const char* loop = isl_set_get_dim_name(domain.get(), isl_dim_set, static_cast<unsigned>(i));
    names.emplace_back(loop != nullptr ? loop : fmt::format("i{}", i));
  }
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The domains that hold one of `loops`, side by side in one set. Loops of different domains do not
/// depend on each other, so all combinations occur: { [i] : 0 <= i < n } and { [k] : 0 <= k < m }
/// give n * m points.
isl_set* product(const Program& program, const std::vector<std::string>& loops, std::vector<std::string>& names) {
  isl_set* all = nullptr;
  for (const symbolic::Set& domain : program.domains) {
    const auto inside = loops_of(domain);
    if (std::none_of(inside.begin(), inside.end(), [&](const auto& loop) { return contains(loops, loop); })) continue;
    isl_set* copy = isl_set_reset_tuple_id(isl_set_copy(domain.get()));
    all = all == nullptr ? copy : isl_set_flat_product(all, copy);
    names.insert(names.end(), inside.begin(), inside.end());
  }
  if (all != nullptr) return all;
  return isl_set_universe(isl_space_set_alloc(program.context.get(), 0, 0));
}

isl_set* named(isl_set* set, const std::vector<std::string>& loops) {
  for (std::size_t i = 0; i < loops.size(); ++i)
    set = isl_set_set_dim_name(set, isl_dim_set, static_cast<unsigned>(i), loops[i].c_str());
  return set;
}

/// Keeps `loops` of `names`, in the order of `loops`: a map from all to the chosen, applied. From
/// the names i, j, k to k, i it is { [a, b, c] -> [c, a] }; a dropped loop is existential: a point
/// remains if some j had it.
isl_set* project(isl_set* all, const std::vector<std::string>& names, const std::vector<std::string>& loops) {
  if (names == loops) return named(all, loops);
  isl_map* choose = isl_map_universe(isl_space_map_from_domain_and_range(
      isl_space_set_alloc(isl_set_get_ctx(all), 0, static_cast<unsigned>(names.size())),
      isl_space_set_alloc(isl_set_get_ctx(all), 0, static_cast<unsigned>(loops.size()))));
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const auto from = std::find(names.begin(), names.end(), loops[i]) - names.begin();
    choose = isl_map_equate(choose, isl_dim_in, static_cast<int>(from), isl_dim_out, static_cast<int>(i));
  }
  return named(isl_set_apply(all, choose), loops);
}

/// All that domain_of() looks at. Sets are compared by address: programs share them and never
/// change them, so one address is one set, and a transformed program finds the results of what it
/// did not change.
symbolic::Memo::Key key_of(const Program& program, const std::vector<std::string>& loops) {
  symbolic::Memo::Key key;
  for (const symbolic::Set& domain : program.domains) key.from.push_back(domain.get());
  key.from.push_back(program.assumptions ? program.assumptions->get() : nullptr);
  key.how = fmt::format("domain of {}", fmt::join(loops, ","));
  for (const auto& [parameter, value] : program.fixed) key.how += fmt::format(";{}={}", parameter, value);
  return key;
}

}  // namespace

std::vector<std::string> Program::parameters() const {
  std::set<std::string> names;
  for (const symbolic::Set& domain : domains)
    for (const std::string& parameter : domain.parameters()) names.insert(parameter);
  if (assumptions)
    for (const std::string& parameter : assumptions->parameters()) names.insert(parameter);
  for (const auto& [parameter, value] : fixed) names.erase(parameter);
  return {names.begin(), names.end()};
}

std::vector<std::string> Program::loops() const {
  std::vector<std::string> names;
  for (const symbolic::Set& domain : domains)
    for (std::string& loop : loops_of(domain)) names.push_back(std::move(loop));
  return names;
}

bool Program::has_loop(const std::string& loop) const { return contains(loops(), loop); }

LoopTag Program::tag_of(const std::string& loop) const {
  const auto found = tags.find(loop);
  return found == tags.end() ? LoopTag{} : found->second;
}

const Variable& Program::variable(const std::string& variable_name) const {
  const auto found = variables.find(variable_name);
  if (found != variables.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [known_name, variable] : variables) known.push_back(known_name);
  throw InputError(fmt::format("{}: no variable '{}'{}", name, variable_name, did_you_mean(variable_name, known)));
}

const Statement& Program::statement(const std::string& id) const {
  std::vector<std::string> known;
  for (const Statement& s : statements) {
    if (s.id == id) return s;
    known.push_back(s.id);
  }
  throw InputError(fmt::format("{}: no statement '{}'{}", name, id, did_you_mean(id, known)));
}

/// The points of some loops: the product of the domains that they are in, restricted to the assumptions, with fixed
/// parameters inserted, projected on the loops in the given order. Results are cached in the context.
symbolic::Set domain_of(const Program& program, const std::vector<std::string>& loops) {
  const auto known = program.loops();
  for (const std::string& loop : loops)
    if (!contains(known, loop))
      throw InputError(fmt::format("{}: no loop '{}'{}", program.name, loop, did_you_mean(loop, known)));
  const symbolic::Memo::Key key = key_of(program, loops);
  if (isl_set* before = program.context.memo().find_set(key)) return symbolic::Set::adopt(before, program.context);
  program.context.renew();
  std::vector<std::string> names;
  isl_set* all = product(program, loops, names);
  if (program.assumptions)
    all = isl_set_intersect_params(all, isl_set_params(isl_set_copy(program.assumptions->get())));
  for (const auto& [parameter, value] : program.fixed) {
    const int at = isl_set_find_dim_by_name(all, isl_dim_param, parameter.c_str());
    if (at < 0) continue;
    all = isl_set_fix_si(all, isl_dim_param, static_cast<unsigned>(at), static_cast<int>(value));
    all = isl_set_project_out(all, isl_dim_param, static_cast<unsigned>(at), 1);
  }
  auto points = symbolic::Set::adopt(isl_set_coalesce(project(all, names, loops)), program.context);
  program.context.memo().keep(key, points.get());
  return points;
}

}  // namespace forewarp::loop
