// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A domain of several loops is one set; a statement runs at the projection on its own loops. In
//
//     for (i = 0; i < n; i++) { s = 0; for (k = 0; k < i; k++) s += a[k]; x[i] = s; }
//
// the set { [i,k] : 0 <= i < n and 0 <= k < i } has no point with i = 0, where s = 0 must run. The loop k is then
// relaxed to "k < i or k = 0", and the statements in it get the guard k < i.
#include "forewarp/symbolic/loop/c/nest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>
#include <numeric>

namespace forewarp::loop::detail {
namespace {

using Loops = std::vector<std::size_t>;

const char* isl_operator(Op op) {
  switch (op) {
    case Op::add:
      return "+";
    case Op::subtract:
      return "-";
    case Op::multiply:
      return "*";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::equal:
      return "=";
    case Op::not_equal:
      return "!=";
    case Op::logical_and:
      return "and";
    case Op::logical_or:
      return "or";
    case Op::integer:
    case Op::real:
    case Op::name:
    case Op::subscript:
    case Op::negate:
    case Op::divide:
    case Op::floor_div:
    case Op::modulo:
    case Op::logical_not:
    case Op::call:
    case Op::select:
    case Op::cast:
    case Op::reduce:
      break;
  }
  return nullptr;
}

bool is_constant(const ExpressionPtr& e) {
  return e->op == Op::integer || (e->op == Op::negate && is_constant(e->operands[0]));
}

/// Whether the expression means the same to isl as in a loop program: no floors, no equality.
bool reads_alike(const ExpressionPtr& e) {
  bool alike = true;
  walk(e, [&](const Expression& node) {
    alike = alike && node.op != Op::floor_div && node.op != Op::modulo && node.op != Op::equal;
  });
  return alike;
}

/// The text, or "1 = 1" for a condition that is of data.
std::string affine_part(const ExpressionPtr& condition) {
  const auto text = isl_text(condition);
  return !text ? "1 = 1" : reads_alike(condition) ? to_text(condition) : *text;
}

std::string constraints(const CNest& nest, const Loops& loops, bool relaxed) {
  std::string out;
  for (const std::size_t l : loops) {
    const CLoop& loop = nest.loops[l];
    std::string own;
    for (const ExpressionPtr& c : loop.conditions) own += (own.empty() ? "" : " and ") + affine_part(c);
    if (relaxed && loop.may_be_empty)
      own = fmt::format("(({}) or {} = {})", own, loop.name, isl_text(loop.first).value_or("0"));
    out += (out.empty() ? "" : " and ") + own;
  }
  return out.empty() ? "1 = 1" : out;
}

std::vector<std::string> names_of(const CNest& nest, const Loops& loops) {
  std::vector<std::string> names;
  for (const std::size_t l : loops) names.push_back(nest.loops[l].name);
  return names;
}

/// The sizes, and the trip counts that bound these loops.
std::vector<std::string> parameters_of(const CNest& nest, const Loops& loops) {
  std::vector<std::string> names = nest.sizes;
  for (const CStatement& s : nest.statements) {
    if (!s.is_trip_count) continue;
    const bool bounds = std::ranges::any_of(loops, [&](std::size_t l) {
      return std::ranges::any_of(nest.loops[l].conditions,
                                 [&](const ExpressionPtr& c) { return names_in(c).contains(s.target->name); });
    });
    if (bounds) names.push_back(s.target->name);
  }
  return names;
}

std::string set_text(const CNest& nest, const Loops& loops, const std::string& conditions) {
  return fmt::format("[{}] -> {{ [{}] : {} }}", fmt::join(parameters_of(nest, loops), ","),
                     fmt::join(names_of(nest, loops), ","), conditions);
}

Loops inside(const Loops& loops, const Loops& domain) {
  Loops out;
  std::ranges::copy_if(loops, std::back_inserter(out),
                       [&](std::size_t l) { return std::ranges::count(domain, l) > 0; });
  return out;
}

/// Whether the domain's projection on these loops has all of their iterations.
bool is_whole(const CNest& nest, const Loops& domain, const Loops& own) {
  const symbolic::Context context;
  std::vector<std::string> others;
  for (const std::size_t l : domain)
    if (std::ranges::count(own, l) == 0) others.push_back(nest.loops[l].name);
  if (others.empty()) return true;
  const auto all = symbolic::Set::parse(set_text(nest, own, constraints(nest, own, true)), context);
  const auto projected = symbolic::Set::parse(
      fmt::format("[{}] -> {{ [{}] : exists {} : {} }}", fmt::join(parameters_of(nest, domain), ","),
                  fmt::join(names_of(nest, own), ","), fmt::join(others, ","), constraints(nest, domain, true)),
      context);
  return all.subtract(projected).is_empty();
}

}  // namespace

std::optional<std::string> isl_text(const ExpressionPtr& e) {
  if (e->op == Op::integer) return std::to_string(e->integer_value);
  if (e->op == Op::name) return e->name;
  std::vector<std::string> parts;
  if (e->op == Op::subscript || e->op == Op::call || e->op == Op::cast) return std::nullopt;
  for (const ExpressionPtr& operand : e->operands) {
    const auto part = isl_text(operand);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  if (e->op == Op::negate) return fmt::format("(-{})", parts[0]);
  if (e->op == Op::logical_not) return fmt::format("(not {})", parts[0]);
  const bool by_number = parts.size() == 2 && e->operands[1]->op == Op::integer && e->operands[1]->integer_value > 0;
  if (e->op == Op::floor_div && by_number) return fmt::format("floor(({})/{})", parts[0], parts[1]);
  if (e->op == Op::modulo && by_number) return fmt::format("(({}) mod {})", parts[0], parts[1]);
  if (e->op == Op::multiply && !is_constant(e->operands[0]) && !is_constant(e->operands[1])) return std::nullopt;
  if (e->op == Op::multiply && !is_constant(e->operands[0])) std::swap(parts[0], parts[1]);
  if (const char* sign = isl_operator(e->op)) return fmt::format("({} {} {})", parts[0], sign, parts[1]);
  return std::nullopt;
}

bool always(const CNest& nest, const Loops& loops, const std::vector<ExpressionPtr>& given,
            const ExpressionPtr& condition) {
  const auto asked = isl_text(condition);
  if (!asked) return false;
  std::string all = constraints(nest, loops, false);
  for (const std::string& size : nest.sizes) all += fmt::format(" and {} >= 0", size);
  for (const ExpressionPtr& c : given) all += " and " + affine_part(c);
  const symbolic::Context context;
  return symbolic::Set::parse(set_text(nest, loops, fmt::format("{} and not {}", all, *asked)), context).is_empty();
}

std::vector<Loops> domains_of(const CNest& nest) {
  std::vector<std::size_t> leader(nest.loops.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto find = [&](std::size_t l) {
    while (leader[l] != l) l = leader[l];
    return l;
  };
  for (std::size_t l = 0; l < nest.loops.size(); ++l)
    for (const ExpressionPtr& c : nest.loops[l].conditions)
      for (const std::string& name : names_in(c))
        for (const std::size_t outer : nest.loops[l].around)
          if (nest.loops[outer].name == name) leader[std::max(find(l), find(outer))] = std::min(find(l), find(outer));
  std::vector<Loops> domains;
  for (std::size_t l = 0; l < nest.loops.size(); ++l) {
    if (find(l) != l) continue;
    domains.emplace_back();
    for (std::size_t other = l; other < nest.loops.size(); ++other)
      if (find(other) == l) domains.back().push_back(other);
  }
  return domains;
}

std::vector<std::size_t> mark_empty(CNest& nest, const Loops& domain) {
  std::vector<std::size_t> marked;
  for (const CStatement& s : nest.statements) {
    const Loops own = inside(s.loops, domain);
    if (own.empty() || is_whole(nest, domain, own)) continue;
    for (const std::size_t l : domain) {
      if (std::ranges::count(own, l) > 0 || nest.loops[l].may_be_empty) continue;
      nest.loops[l].may_be_empty = true;
      marked.push_back(l);
    }
  }
  return marked;
}

std::string domain_text(const CNest& nest, const Loops& domain) {
  return set_text(nest, domain, constraints(nest, domain, true));
}

}  // namespace forewarp::loop::detail
