// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/detail/greatest.hpp"

// The maximum of a one-dimensional set as an expression over parameters, where isl finds a single piece for it.
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <memory>
#include <vector>

namespace forewarp::loop::detail {

namespace {

using Aff = std::unique_ptr<isl_aff, decltype(&isl_aff_free)>;
using Val = std::unique_ptr<isl_val, decltype(&isl_val_free)>;

Aff owned(isl_aff* form) { return {form, isl_aff_free}; }

isl_stat take(isl_set* where, isl_aff* form, void* out) {
  isl_set_free(where);
  static_cast<std::vector<Aff>*>(out)->push_back(owned(form));
  return isl_stat_ok;
}

void add(ExpressionPtr& sum, std::int64_t factor, const ExpressionPtr& what) {
  if (factor == 0) return;
  const std::int64_t size = factor < 0 ? -factor : factor;
  const bool plain = what->op == Op::integer;
  const ExpressionPtr term = plain       ? integer(size * what->integer_value)
                             : size == 1 ? what
                                         : make(Op::multiply, {integer(size), what});
  if (!sum)
    sum = factor < 0 ? make(Op::negate, {term}) : term;
  else
    sum = make(factor < 0 ? Op::subtract : Op::add, {sum, term});
}

/// `form` times its denominator, a sum of whole multiples: (n + 3)/2 gives n + 3 with the
/// denominator 2. The caller accepts only 1; inside of a floor it becomes the divisor.
ExpressionPtr whole(const Aff& form, std::int64_t& denominator) {
  const Val scale(isl_aff_get_denominator_val(form.get()), isl_val_free);
  denominator = isl_val_get_num_si(scale.get());
  const auto factor = [&](isl_val* value) {
    const Val scaled(isl_val_mul(value, isl_val_copy(scale.get())), isl_val_free);
    return static_cast<std::int64_t>(isl_val_get_num_si(scaled.get()));
  };
  ExpressionPtr sum;
  for (int i = 0; i < isl_aff_dim(form.get(), isl_dim_param); ++i)
    add(sum, factor(isl_aff_get_coefficient_val(form.get(), isl_dim_param, i)),
        name(isl_aff_get_dim_name(form.get(), isl_dim_param, static_cast<unsigned>(i))));
  for (int i = 0; i < isl_aff_dim(form.get(), isl_dim_div); ++i) {
    const std::int64_t times = factor(isl_aff_get_coefficient_val(form.get(), isl_dim_div, i));
    if (times == 0) continue;
    std::int64_t divisor = 1;
    const ExpressionPtr above = whole(owned(isl_aff_get_div(form.get(), i)), divisor);
    add(sum, times, make(Op::floor_div, {above, integer(divisor)}));
  }
  add(sum, factor(isl_aff_get_constant_val(form.get())), integer(1));
  return sum ? sum : integer(0);
}

}  // namespace

std::optional<ExpressionPtr> greatest(const symbolic::Set& values) {
  values.context().renew();
  isl_pw_aff* most = isl_pw_aff_coalesce(isl_set_dim_max(isl_set_copy(values.get()), 0));
  if (most == nullptr) return std::nullopt;
  std::vector<Aff> pieces;
  isl_pw_aff_foreach_piece(most, take, &pieces);
  isl_pw_aff_free(most);
  if (pieces.size() != 1) return std::nullopt;
  std::int64_t denominator = 1;
  const ExpressionPtr result = whole(pieces[0], denominator);
  if (denominator != 1) return std::nullopt;
  return result;
}

}  // namespace forewarp::loop::detail
