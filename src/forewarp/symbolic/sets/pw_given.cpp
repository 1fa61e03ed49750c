// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A constraint form >= 0 is redundant if the assumptions have no point with -form - 1 >= 0. An equality needs that for
// both sides. One emptiness test of isl per distinct constraint.
#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>
#include <map>

#include "forewarp/symbolic/sets/detail/place.hpp"
#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

namespace forewarp::symbolic {
namespace {

/// The assumptions with parameters renamed to those of detail::place(): P0, P1, ...
Set renamed(const Set& assumptions, const Symbols& symbols) {
  isl_set* set = isl_set_params(isl_set_copy(assumptions.get()));
  for (std::size_t i = 0; i < symbols.variables().size(); ++i) {
    const int at = isl_set_find_dim_by_name(set, isl_dim_param, symbols.variables()[i].c_str());
    if (at >= 0)
      set = isl_set_set_dim_name(set, isl_dim_param, static_cast<unsigned>(at), fmt::format("P{}", i).c_str());
  }
  return Set::adopt(isl_set_from_params(set), assumptions.context());
}

/// Caches the answers by constraint.
class Known {
 public:
  Known(const Symbols& symbols, const Set& assumptions)
      : symbols_(symbols), assumptions_(renamed(assumptions, symbols)) {}

  /// Whether it follows from what is assumed.
  bool holds(const Constraint& c) {
    const auto known = answers_.find(c);
    if (known != answers_.end()) return known->second;
    bool answer = never(complement(c.form));
    if (c.equality) answer = answer && never(combine(1, c.form, 1, Affine::of(-1)));
    return answers_.emplace(c, answer).first->second;
  }

 private:
  static Affine complement(const Affine& form) { return combine(-1, form, 1, Affine::of(-1)); }
  [[nodiscard]] bool never(const Affine& form) const {
    assumptions_.context().renew();
    return assumptions_.intersect(detail::place(symbols_, {{form, false}}, assumptions_.context())).is_empty();
  }

  const Symbols& symbols_;
  Set assumptions_;
  std::map<Constraint, bool> answers_;
};

}  // namespace

PwQPolynomial PwQPolynomial::given(const Set& assumptions) const {
  PwQPolynomial result = merged();
  Known known(result.symbols_, assumptions);
  for (Piece& piece : result.pieces_) std::erase_if(piece.where, [&](const Constraint& c) { return known.holds(c); });
  return result.merged();
}

}  // namespace forewarp::symbolic
