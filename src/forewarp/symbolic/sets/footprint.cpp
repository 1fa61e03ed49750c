// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/footprint.hpp"

// A footprint is the number of points of the union of images: each access maps its loop domain to subscripts.
// Example: reads of a[i - 1] and a[i + 1] for 0 <= i < n touch [-1, n - 2] and [1, n]; together n + 2 elements for
// n >= 2 (n = 2: -1, 0, 1, 2). The ratio of accesses to footprint is 2 n / (n + 2).
#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <memory>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic {
namespace {

using Aff = std::unique_ptr<isl_aff, decltype(&isl_aff_free)>;
using Val = std::unique_ptr<isl_val, decltype(&isl_val_free)>;

/// The only affine piece of a map, one form an axis of the array.
std::vector<Aff> forms(const Map& map) {
  const std::unique_ptr<isl_pw_multi_aff, decltype(&isl_pw_multi_aff_free)> pieces(
      isl_map_is_single_valued(map.get()) == isl_bool_true ? isl_pw_multi_aff_from_map(isl_map_copy(map.get()))
                                                           : nullptr,
      isl_pw_multi_aff_free);
  if (!pieces || isl_pw_multi_aff_n_piece(pieces.get()) != 1)
    throw InputError("the subscripts are not one affine form of the loops: " + map.str());
  std::vector<Aff> result;
  isl_pw_multi_aff_foreach_piece(
      pieces.get(),
      [](isl_set* where, isl_multi_aff* all, void* user) {
        isl_set_free(where);
        for (int i = 0; i < isl_multi_aff_dim(all, isl_dim_out); ++i)
          static_cast<std::vector<Aff>*>(user)->emplace_back(isl_multi_aff_get_aff(all, i), isl_aff_free);
        isl_multi_aff_free(all);
        return isl_stat_ok;
      },
      &result);
  return result;
}

/// The factor of a loop in a subscript; with a floor in it there is no single stride.
std::int64_t coefficient(const Aff& form, std::size_t loop, const Map& map) {
  for (int i = 0; i < isl_aff_dim(form.get(), isl_dim_div); ++i) {
    const Val c(isl_aff_get_coefficient_val(form.get(), isl_dim_div, i), isl_val_free);
    if (!isl_val_is_zero(c.get()))
      throw InputError("a subscript has a floor or remainder and so no stride: " + map.str());
  }
  const Val c(isl_aff_get_coefficient_val(form.get(), isl_dim_in, static_cast<int>(loop)), isl_val_free);
  const Val size(isl_val_abs(isl_val_copy(c.get())), isl_val_free);
  if (isl_val_cmp_si(size.get(), std::int64_t{1} << 60) > 0) throw LimitExceeded("a stride does not fit 60 bits");
  return isl_val_get_num_si(c.get());
}

}  // namespace

std::optional<PwQPolynomial> quotient(const PwQPolynomial& a, const PwQPolynomial& b) {
  if (a.pieces().size() != 1 || b.pieces().size() != 1) return std::nullopt;
  // Translated one after the other, both end up over the symbols of the sum's table.
  const PwQPolynomial table((a + b).symbols(), {});
  const PwQPolynomial above = table + a, below = table + b;
  // A piece whose conditions contradict those of the table's is gone.
  if (above.pieces().size() != 1 || below.pieces().size() != 1) return std::nullopt;
  if (above.symbols().floors() != below.symbols().floors()) return std::nullopt;
  const auto result = divided(above.pieces()[0].value, below.pieces()[0].value);
  if (!result) return std::nullopt;
  return PwQPolynomial(above.symbols(), {{above.pieces()[0].where, *result}}).merged();
}

Count footprint(const std::vector<Access>& accesses, const CountOptions& options) {
  if (accesses.empty()) throw InputError("the footprint of no access");
  Set touched = accesses.front().domain.apply(accesses.front().subscripts);
  for (std::size_t i = 1; i < accesses.size(); ++i)
    touched = touched.unite(accesses[i].domain.apply(accesses[i].subscripts));
  return count(touched, options);
}

AccessRatio access_ratio(const std::vector<Access>& accesses, const CountOptions& options) {
  const Count touched = footprint(accesses, options);
  AccessRatio result{PwQPolynomial(), touched.value, std::nullopt, touched.exact};
  for (const Access& access : accesses) {
    const Count times = count(access.domain, options);
    result.accesses = result.accesses + times.value;
    result.exact = result.exact && times.exact;
  }
  result.ratio = quotient(result.accesses, result.footprint);
  return result;
}

Rational AccessRatio::evaluate(const std::map<std::string, std::int64_t>& values) const {
  const Rational touched = footprint.evaluate(values);
  if (touched.is_zero()) throw InputError("at these sizes the accesses touch nothing: there is no ratio");
  return accesses.evaluate(values) * Rational::of(touched.denominator(), touched.numerator());
}

/// The stride of a loop is the sum over the array's axes of its coefficient times the axis' stride.
Strides strides(const Map& subscripts, const std::vector<LoopRole>& roles, const std::vector<PwQPolynomial>& layout) {
  const std::vector<Aff> axes = forms(subscripts);
  const auto loops = static_cast<std::size_t>(isl_map_dim(subscripts.get(), isl_dim_in));
  if (axes.size() != layout.size() || loops != roles.size())
    throw InputError(fmt::format("an access of {} loops and {} subscripts, but {} roles and {} strides of axes", loops,
                                 axes.size(), roles.size(), layout.size()));
  Strides result;
  for (std::size_t loop = 0; loop < loops; ++loop) {
    PwQPolynomial stride;
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      stride = stride + PwQPolynomial::constant(coefficient(axes[axis], loop, subscripts)) * layout[axis];
    if (roles[loop].kind == LoopRole::Kind::local) result.local.insert_or_assign(roles[loop].axis, stride);
    if (roles[loop].kind == LoopRole::Kind::group) result.group.insert_or_assign(roles[loop].axis, stride);
    if (roles[loop].kind == LoopRole::Kind::sequential) result.sequential.insert_or_assign(loop, stride);
  }
  return result;
}

}  // namespace forewarp::symbolic
