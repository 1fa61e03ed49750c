// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The shape of an undeclared array: along each axis, one more than the greatest value of all its subscripts, which must
// be one affine form. Example: a[i + 1] with 0 <= i < n gives the extent n + 1.
#include "forewarp/symbolic/loop/shape.hpp"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <memory>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/affine.hpp"

namespace forewarp::loop {

namespace {

struct Use {
  std::vector<ExpressionPtr> subscripts;
  std::vector<std::string> loops;
  SourceLocation where;
};

// Reductions open loops of their own for the subscripts inside.
void collect(const ExpressionPtr& e, const std::string& array, std::vector<std::string> loops, std::vector<Use>& uses) {
  loops.insert(loops.end(), e->loops.begin(), e->loops.end());
  if (e->op == Op::subscript && e->name == array) uses.push_back({e->operands, loops, e->where});
  for (const auto& operand : e->operands) collect(operand, array, loops, uses);
}

std::vector<Use> uses_of(const Program& program, const std::string& array) {
  std::vector<Use> uses;
  for (const Statement& s : program.statements) {
    const std::vector<std::string> loops(s.loops.begin(), s.loops.end());
    collect(s.target, array, loops, uses);
    collect(s.value, array, loops, uses);
    for (const auto& condition : s.conditions) collect(condition, array, loops, uses);
  }
  return uses;
}

[[noreturn]] void undeclared(const std::string& array, const SourceLocation& where, std::string_view why) {
  throw ParseError(
      where,
      fmt::format("the shape of '{0}' does not follow from its use ({1}): declare it, as in: global {0}: f32[n, n]",
                  array, why));
}

/// The values that one subscript takes, as a set of one dimension: for 2*i + 1 with 0 <= i < n the
/// odd numbers up to 2*n - 1.
symbolic::Set values_of(const Program& program, const std::string& array, const Use& use,
                        const ExpressionPtr& subscript) {
  if (!is_affine(program, subscript)) undeclared(array, use.where, "a subscript is not affine");
  return domain_of(program, use.loops).apply(affine_map(program, use.loops, {subscript}, "subscript"));
}

// An affine function of parameters as an expression.
ExpressionPtr expression_of(isl_aff* aff, const symbolic::Context& context) {
  const auto small = [&](isl_val* v) {
    const bool whole = isl_val_is_int(v) == isl_bool_true;
    const long value = whole ? isl_val_get_num_si(v) : 0;
    isl_val_free(v);
    if (!whole) context.fail("a shape");
    return static_cast<std::int64_t>(value);
  };
  ExpressionPtr sum;
  const auto add = [&](const ExpressionPtr& term) { sum = sum ? make(Op::add, {sum, term}) : term; };
  const auto parameters = static_cast<unsigned>(isl_aff_dim(aff, isl_dim_param));
  for (unsigned p = 0; p < parameters; ++p) {
    const std::int64_t coefficient = small(isl_aff_get_coefficient_val(aff, isl_dim_param, static_cast<int>(p)));
    if (coefficient == 0) continue;
    const ExpressionPtr parameter = name(isl_aff_get_dim_name(aff, isl_dim_param, p));
    add(coefficient == 1 ? parameter : make(Op::multiply, {integer(coefficient), parameter}));
  }
  const std::int64_t constant = small(isl_aff_get_constant_val(aff));
  if (!sum) return integer(constant);
  if (constant == 0) return sum;
  return constant > 0 ? make(Op::add, {sum, integer(constant)}) : make(Op::subtract, {sum, integer(-constant)});
}

isl_stat take_only(isl_set* where, isl_aff* aff, void* out) {
  isl_set_free(where);
  auto& found = *static_cast<std::vector<std::shared_ptr<isl_aff>>*>(out);
  found.emplace_back(aff, [](isl_aff* a) { isl_aff_free(a); });
  return isl_stat_ok;
}

/// Fails where isl needs cases: of a[i] with i < n and a[j] with j < m the greatest subscript is n
/// - 1 or m - 1, by which of the two is larger.
ExpressionPtr extent(const Program& program, const std::string& array, const symbolic::Set& values,
                     const SourceLocation& where) {
  std::vector<std::shared_ptr<isl_aff>> pieces;
  isl_pw_aff* most = isl_set_dim_max(isl_set_copy(values.get()), 0);
  if (most == nullptr) undeclared(array, where, "a subscript has no greatest value");
  most = isl_pw_aff_coalesce(most);
  isl_pw_aff_foreach_piece(most, take_only, &pieces);
  isl_pw_aff_free(most);
  if (pieces.size() != 1 || isl_aff_dim(pieces[0].get(), isl_dim_div) > 0)
    undeclared(array, where, "its greatest subscript has several cases");
  isl_aff* one_more = isl_aff_add_constant_si(isl_aff_copy(pieces[0].get()), 1);
  const std::shared_ptr<isl_aff> owner(one_more, [](isl_aff* a) { isl_aff_free(a); });
  return expression_of(one_more, program.context);
}

}  // namespace

std::vector<ExpressionPtr> shape_by_use(const Program& program, const std::string& array) {
  const std::vector<Use> uses = uses_of(program, array);
  if (uses.empty()) return {};
  const symbolic::Set negative = symbolic::Set::parse("{ [x] : x < 0 }", program.context);
  Program at_large = program;  // "n mod 16 = 0" would only make cases of what n is enough for
  at_large.assumptions.reset();
  std::vector<ExpressionPtr> shape;
  for (std::size_t axis = 0; axis < uses.front().subscripts.size(); ++axis) {
    std::optional<symbolic::Set> all;
    for (const Use& use : uses) {
      const ExpressionPtr& subscript = use.subscripts.at(axis);
      // With all assumptions: a[i - 1] for 1 <= i < n is in bounds, and for 0 <= i < n it is not.
      if (!values_of(program, array, use, subscript).intersect(negative).is_empty())
        undeclared(array, use.where, "a subscript goes below 0");
      const symbolic::Set values = values_of(at_large, array, use, subscript);
      all = all ? all->unite(values) : values;
    }
    shape.push_back(extent(program, array, *all, uses.front().where));
  }
  return shape;
}

}  // namespace forewarp::loop
