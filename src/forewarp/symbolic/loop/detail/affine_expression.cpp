// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Conversions between isl's affine functions and expressions. A piecewise function of up to 8 pieces becomes min or max
// of its pieces, if that is the same everywhere (is_extreme): n on n <= 16, 16 on n > 16 is min(n, 16).
#include "forewarp/symbolic/loop/detail/affine_expression.hpp"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace forewarp::loop::detail {

namespace {

// Takes the value; nothing where it is no integer below 2^40. isl computes with integers of any
// size; ours must leave room for sums and products in 64 bits.
std::optional<std::int64_t> whole(isl_val* v) {
  const std::shared_ptr<isl_val> owner(v, [](isl_val* value) { isl_val_free(value); });
  if (v == nullptr || isl_val_is_int(v) != isl_bool_true) return std::nullopt;
  const std::shared_ptr<isl_val> size(isl_val_abs(isl_val_copy(v)), [](isl_val* value) { isl_val_free(value); });
  if (isl_val_cmp_si(size.get(), std::int64_t{1} << 40) > 0) return std::nullopt;
  return isl_val_get_num_si(v);
}

// floor(inner): numerator and denominator as integers. isl keeps the argument of a floor as an
// affine function with rational coefficients, (n - 1)/16; scaled by its denominator it is n - 1,
// and the result is (n - 1)//16.
std::optional<ExpressionPtr> floor_of(isl_aff* aff, int at) {
  const std::shared_ptr<isl_aff> inner(isl_aff_get_div(aff, at), [](isl_aff* a) { isl_aff_free(a); });
  if (!inner) return std::nullopt;
  const auto below = whole(isl_aff_get_denominator_val(inner.get()));
  if (!below) return std::nullopt;
  const std::shared_ptr<isl_aff> above(
      isl_aff_scale_val(isl_aff_copy(inner.get()), isl_aff_get_denominator_val(inner.get())),
      [](isl_aff* a) { isl_aff_free(a); });
  const auto form = form_of(above.get());
  if (!form) return std::nullopt;
  return *below == 1 ? expression_of(*form) : make(Op::floor_div, {expression_of(*form), integer(*below)});
}

isl_pw_aff* constant(std::int64_t value, const symbolic::Context& context) {
  isl_local_space* space = isl_local_space_from_space(isl_space_set_alloc(context.get(), 0, 0));
  return isl_pw_aff_from_aff(isl_aff_val_on_domain(space, isl_val_int_from_si(context.get(), value)));
}

isl_pw_aff* named(const std::string& name, const symbolic::Context& context) {
  isl_space* space = isl_space_set_alloc(context.get(), 1, 0);
  space = isl_space_set_dim_name(space, isl_dim_param, 0, name.c_str());
  return isl_pw_aff_from_aff(isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_param, 0));
}

// Takes nothing; the result is owned by the caller, null where the expression is not quasi-affine.
isl_pw_aff* binary(const Expression& e, const symbolic::Context& context) {
  isl_pw_aff* left = to_isl(e.operands[0], context);
  isl_pw_aff* right = left == nullptr ? nullptr : to_isl(e.operands[1], context);
  if (right == nullptr) return static_cast<isl_pw_aff*>(isl_pw_aff_free(left));
  const bool fixed = isl_pw_aff_is_cst(right) == isl_bool_true;
  const bool either = fixed || isl_pw_aff_is_cst(left) == isl_bool_true;
  const bool divisor = fixed && e.operands[1]->op == Op::integer && e.operands[1]->integer_value > 0;
  if (e.op == Op::add) return isl_pw_aff_add(left, right);
  if (e.op == Op::subtract) return isl_pw_aff_sub(left, right);
  if (e.op == Op::multiply && either) return isl_pw_aff_mul(left, right);
  if (e.op == Op::floor_div && divisor) return isl_pw_aff_floor(isl_pw_aff_div(left, right));
  isl_pw_aff_free(right);
  if (e.op == Op::modulo && divisor)
    return isl_pw_aff_mod_val(left, isl_val_int_from_si(context.get(), e.operands[1]->integer_value));
  isl_pw_aff_free(left);
  return nullptr;
}

struct Pieces {
  std::vector<ExpressionPtr> values;
  std::vector<std::shared_ptr<isl_aff>> affs;
  bool failed = false;
};

// The domain of a piece is dropped here. That is safe because is_extreme() afterwards compares the
// min or max that is built from the pieces with the original function on its whole domain.
isl_stat take_piece(isl_set* where, isl_aff* aff, void* user) {
  isl_set_free(where);
  auto& out = *static_cast<Pieces*>(user);
  out.affs.emplace_back(aff, [](isl_aff* a) { isl_aff_free(a); });
  const auto form = form_of(aff);
  if (!form) {
    out.failed = true;
    return isl_stat_error;
  }
  out.values.push_back(expression_of(*form));
  return isl_stat_ok;
}

/// Whether the minimum (or maximum) of all pieces, evaluated everywhere, equals the piecewise value where it is
/// defined.
bool is_extreme(isl_pw_aff* all, const Pieces& pieces, bool least) {
  isl_pw_aff* together = nullptr;
  for (const auto& aff : pieces.affs) {
    isl_pw_aff* one = isl_pw_aff_from_aff(isl_aff_copy(aff.get()));
    if (together == nullptr)
      together = one;
    else
      together = least ? isl_pw_aff_min(together, one) : isl_pw_aff_max(together, one);
  }
  isl_pw_aff* difference = isl_pw_aff_sub(together, isl_pw_aff_copy(all));
  isl_set* same = isl_pw_aff_zero_set(isl_pw_aff_copy(difference));
  isl_set* domain = isl_pw_aff_domain(difference);
  const isl_bool equal = isl_set_is_equal(same, domain);
  isl_set_free(same);
  isl_set_free(domain);
  return equal == isl_bool_true;
}

}  // namespace

std::optional<Form> form_of(isl_aff* aff) {
  if (aff == nullptr) return std::nullopt;
  Form form;
  const auto parameters = static_cast<int>(isl_aff_dim(aff, isl_dim_param));
  for (int p = 0; p < parameters; ++p) {
    const auto factor = whole(isl_aff_get_coefficient_val(aff, isl_dim_param, p));
    if (!factor) return std::nullopt;
    if (*factor != 0)
      form.terms.emplace_back(name(isl_aff_get_dim_name(aff, isl_dim_param, static_cast<unsigned>(p))), *factor);
  }
  const auto floors = static_cast<int>(isl_aff_dim(aff, isl_dim_div));
  for (int d = 0; d < floors; ++d) {
    const auto factor = whole(isl_aff_get_coefficient_val(aff, isl_dim_div, d));
    if (!factor) return std::nullopt;
    if (*factor == 0) continue;
    const auto floor = floor_of(aff, d);
    if (!floor) return std::nullopt;
    form.terms.emplace_back(*floor, *factor);
  }
  const auto rest = whole(isl_aff_get_constant_val(aff));
  if (!rest) return std::nullopt;
  form.constant = *rest;
  return form;
}

/// Floors before names, large factors first, positive terms before negative ones: 16*i + j - 1, not
/// -1 + j + 16*i. Where no term is positive the constant comes first: 15 - i, not -i + 15.
ExpressionPtr expression_of(const Form& given) {
  Form form = given;
  std::ranges::stable_sort(form.terms, [](const auto& a, const auto& b) {
    const bool x = a.first->op == Op::name, y = b.first->op == Op::name;
    return x != y ? y : x && std::abs(a.second) > std::abs(b.second);
  });
  ExpressionPtr sum;
  const auto add = [&](const ExpressionPtr& atom, std::int64_t factor) {
    const std::int64_t size = factor < 0 && sum ? -factor : factor;
    const ExpressionPtr term = size == 1 ? atom : make(Op::multiply, {integer(size), atom});
    sum = sum ? make(factor < 0 ? Op::subtract : Op::add, {sum, term}) : term;
  };
  for (const auto& [atom, factor] : form.terms)
    if (factor > 0) add(atom, factor);
  if (!sum && form.constant > 0 && !form.terms.empty()) sum = integer(form.constant);
  const bool used = sum && sum->op == Op::integer;
  for (const auto& [atom, factor] : form.terms)
    if (factor < 0) add(atom, factor);
  if (!sum) return integer(form.constant);
  if (used || form.constant == 0) return sum;
  return form.constant > 0 ? make(Op::add, {sum, integer(form.constant)})
                           : make(Op::subtract, {sum, integer(-form.constant)});
}

/// The expected kind is tried first: the least value of a set with two lower bounds is their max,
/// or their min for a union of two intervals, so either may be right. Neither is for a function
/// such as 0 on n < 4 and n on n >= 4; then there is no expression.
std::optional<ExpressionPtr> expression_of(isl_pw_aff* all, bool least) {
  Pieces pieces;
  isl_pw_aff_foreach_piece(all, take_piece, &pieces);
  if (pieces.failed || pieces.values.empty() || pieces.values.size() > 8) return std::nullopt;
  ExpressionPtr value = pieces.values[0];
  if (pieces.values.size() == 1) return value;
  const bool is_least = is_extreme(all, pieces, least) ? least : !least;
  if (is_least != least && !is_extreme(all, pieces, is_least)) return std::nullopt;
  for (std::size_t i = 1; i < pieces.values.size(); ++i)
    value = call(is_least ? "min" : "max", {value, pieces.values[i]});
  return value;
}

isl_pw_aff* to_isl(const ExpressionPtr& e, const symbolic::Context& context) {
  if (e->op == Op::integer) return constant(e->integer_value, context);
  if (e->op == Op::name) return named(e->name, context);
  if (e->op == Op::negate) {
    isl_pw_aff* inner = to_isl(e->operands[0], context);
    return inner == nullptr ? nullptr : isl_pw_aff_neg(inner);
  }
  return e->operands.size() == 2 && e->op != Op::call ? binary(*e, context) : nullptr;
}

isl_pw_aff* to_isl(const Form& form, const symbolic::Context& context) {
  isl_pw_aff* sum = constant(form.constant, context);
  for (const auto& [atom, factor] : form.terms) {
    isl_pw_aff* one = to_isl(atom, context);
    if (one == nullptr) return static_cast<isl_pw_aff*>(isl_pw_aff_free(sum));
    sum = isl_pw_aff_add(sum, isl_pw_aff_scale_val(one, isl_val_int_from_si(context.get(), factor)));
  }
  return sum;
}

}  // namespace forewarp::loop::detail
