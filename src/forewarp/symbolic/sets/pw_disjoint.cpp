// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Overlay of pieces. `cells` are disjoint sets with a value each. A new piece leaves a cell outside it as it is, adds
// its value to a cell inside it, and splits one that it cuts into the common part (value + piece) and the rest (value);
// what of the piece is in no cell becomes one. Cells of equal values are united at once, so the number of cells is the
// number of distinct values, at most 300.
//
// Example: n on n >= 1 plus 5 on n >= 10. Cells: {n: n >= 1}; then n + 5 on n >= 10, n on 1 <= n <= 9.
//
// Cost: one question to isl for each pair of a cell and a piece. A piece is one polyhedron and stays so: cells are
// disjoint, so what the others take of the piece is nothing to this cell. Its rest is one subtraction, from the union
// of the pieces before (`support_`), which has few polyhedra where the cells together have hundreds.
#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "forewarp/symbolic/sets/detail/place.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

namespace forewarp::symbolic {
namespace {

std::int64_t small(isl_val* value, const Context& context) {
  if (value == nullptr) context.fail("a coefficient");
  const std::unique_ptr<isl_val, decltype(&isl_val_free)> owner(value, isl_val_free);
  const std::unique_ptr<isl_val, decltype(&isl_val_free)> size(isl_val_abs(isl_val_copy(value)), isl_val_free);
  if (isl_val_cmp_si(size.get(), std::int64_t{1} << 60) > 0) throw LimitExceeded("a coefficient does not fit 60 bits");
  return isl_val_get_num_si(value);
}

/// Takes the form, whose coefficients are whole once the denominator is taken out.
// Nested floors (divs) are converted recursively.
Affine from_aff(isl_aff* aff, Symbols& symbols, const Context& context) {
  const std::unique_ptr<isl_aff, decltype(&isl_aff_free)> owner(aff, isl_aff_free);
  if (aff == nullptr) context.fail("a form");
  const std::int64_t denominator = small(isl_aff_get_denominator_val(aff), context);
  const auto whole = [&](isl_val* value) {
    return small(isl_val_mul(value, isl_val_int_from_si(context.get(), denominator)), context);
  };
  Affine form = Affine::of(whole(isl_aff_get_constant_val(aff)));
  for (int i = 0; i < isl_aff_dim(aff, isl_dim_param); ++i)
    form = combine(1, form, whole(isl_aff_get_coefficient_val(aff, isl_dim_param, i)),
                   Affine::symbol(static_cast<Symbol>(i)));
  for (int i = 0; i < isl_aff_dim(aff, isl_dim_div); ++i) {
    const std::int64_t c = whole(isl_aff_get_coefficient_val(aff, isl_dim_div, i));
    if (c == 0) continue;
    isl_aff* inside = isl_aff_get_div(aff, i);
    const std::int64_t divisor = inside == nullptr ? 1 : small(isl_aff_get_denominator_val(inside), context);
    form = combine(1, form, c, symbols.floor(from_aff(inside, symbols, context), divisor));
  }
  return form;
}

struct Reader {
  Symbols* symbols;
  const Context* context;
  std::vector<Constraint> where;
  std::exception_ptr failure;
};

isl_stat read_constraint(isl_constraint* constraint, void* user) {
  auto& reader = *static_cast<Reader*>(user);
  try {
    const bool equality = isl_constraint_is_equality(constraint) == isl_bool_true;
    const bool of_division = isl_constraint_is_div_constraint(constraint) == isl_bool_true;
    isl_aff* aff = of_division ? nullptr : isl_constraint_get_aff(constraint);
    isl_constraint_free(constraint);
    if (of_division) return isl_stat_ok;
    const Affine form = from_aff(aff, *reader.symbols, *reader.context);
    if (!(form.is_constant() && (equality ? form.constant == 0 : form.constant >= 0)))
      reader.where.push_back({form, equality});
    return isl_stat_ok;
  } catch (...) {
    reader.failure = std::current_exception();
    return isl_stat_error;
  }
}

struct Places {
  std::vector<std::vector<Constraint>> all;
  Reader reader;
};

isl_stat read_basic(isl_basic_set* set, void* user) {
  auto& places = *static_cast<Places*>(user);
  places.reader.where.clear();
  const isl_stat status = isl_basic_set_foreach_constraint(set, read_constraint, &places.reader);
  isl_basic_set_free(set);
  places.all.push_back(places.reader.where);
  return status;
}

/// The polyhedra of a set, disjoint, as constraints over the symbols.
std::vector<std::vector<Constraint>> constraints_of(const Set& set, Symbols& symbols, const Context& context) {
  const Set cut =
      Set::adopt(isl_set_make_disjoint(isl_set_coalesce(isl_set_compute_divs(isl_set_copy(set.get())))), context);
  const Set tidy = Set::adopt(isl_set_remove_redundancies(isl_set_compute_divs(isl_set_copy(cut.get()))), context);
  Places places{{}, {&symbols, &context, {}, nullptr}};
  if (isl_set_foreach_basic_set(tidy.get(), read_basic, &places) == isl_stat_error) {
    if (places.reader.failure) std::rethrow_exception(places.reader.failure);
    context.fail("the pieces of a set");
  }
  return std::move(places.all);
}

/// Whether p is 0 wherever the equalities hold: a sufficient test, which uses equalities with a coefficient of 1 or -1.
bool vanishes(Symbols& symbols, Polynomial p, std::vector<Constraint> equalities) {
  for (std::size_t i = 0; i < equalities.size() && !p.is_zero(); ++i) {
    const Affine form = equalities[i].form;
    const bool plain = std::all_of(form.terms.begin(), form.terms.end(),
                                   [&](const auto& term) { return symbols.is_variable(term.first); });
    const auto at = std::find_if(form.terms.begin(), form.terms.end(),
                                 [](const auto& term) { return term.second == 1 || term.second == -1; });
    if (!equalities[i].equality || !plain || at == form.terms.end()) continue;
    const AffineFraction value{scaled(form.without(at->first), at->second > 0 ? -1 : 1), 1};
    p = substituted(symbols, p, at->first, value);
    for (std::size_t j = i + 1; j < equalities.size(); ++j)
      equalities[j].form = substituted(symbols, equalities[j].form, at->first, value).numerator;
  }
  return p.is_zero();
}

// All pairs of cells are compared.
constexpr std::size_t max_cells_to_join = 30;

/// Merges a cell into another one whose value is the same on the cell's affine hull: 256 on n = 16 joins n^2.
void join_neighbours(std::map<Polynomial, Set>& cells, Symbols& symbols, const Context& context) {
  if (cells.size() > max_cells_to_join) return;
  for (auto cell = cells.begin(); cell != cells.end();) {
    const Set hull = Set::adopt(isl_set_from_basic_set(isl_set_affine_hull(isl_set_copy(cell->second.get()))), context);
    const auto equalities = constraints_of(hull, symbols, context);
    // Values differ, so that without an equality none of the others is the same on the hull.
    const bool is_thin = equalities.size() == 1 && std::ranges::any_of(equalities.front(), &Constraint::equality);
    auto other = is_thin ? cells.begin() : cells.end();
    while (other != cells.end() &&
           (other == cell || !vanishes(symbols, other->first - cell->first, equalities.front())))
      ++other;
    if (other != cells.end()) {
      other->second = Set::adopt(
          isl_set_coalesce(isl_set_union(isl_set_copy(other->second.get()), isl_set_copy(cell->second.get()))),
          context);
      cell = cells.erase(cell);
    } else {
      ++cell;
    }
  }
}

constexpr std::size_t max_cells = 300;

class Overlay {
 public:
  using Cells = std::map<Polynomial, Set>;

  explicit Overlay(const Context& context) : context_(context) {}

  void add(const Polynomial& value, const Set& piece) {
    Cells next;
    for (const auto& [before, cell] : cells_) {
      if (is_inside(cell, piece)) {
        join(next, before + value, cell);
        continue;
      }
      const Set both = cell.intersect(piece);
      if (both.is_empty()) {
        join(next, before, cell);
        continue;
      }
      join(next, before + value, both);
      join(next, before, cell.subtract(piece));
    }
    const Set rest = support_ ? piece.subtract(*support_) : piece;
    if (!rest.is_empty()) join(next, value, rest);
    support_ = support_ ? united(*support_, piece) : piece;
    cells_ = std::move(next);
    if (cells_.size() > max_cells)
      throw LimitExceeded(fmt::format("more than {} different values in one piecewise quasi-polynomial", max_cells));
  }

  [[nodiscard]] Cells take() && { return std::move(cells_); }

 private:
  [[nodiscard]] bool is_inside(const Set& cell, const Set& piece) const {
    context_.renew();
    const isl_bool inside = isl_set_is_subset(cell.get(), piece.get());
    if (inside == isl_bool_error) context_.fail("whether a cell is inside a piece");
    return inside == isl_bool_true;
  }
  [[nodiscard]] Set united(const Set& a, const Set& b) const {
    context_.renew();
    return Set::adopt(isl_set_coalesce(isl_set_union(isl_set_copy(a.get()), isl_set_copy(b.get()))), context_);
  }
  void join(Cells& cells, const Polynomial& value, const Set& set) const {
    const auto [at, is_new] = cells.try_emplace(value, set);
    if (!is_new) at->second = united(at->second, set);
  }

  const Context& context_;
  Cells cells_;
  std::optional<Set> support_;  ///< all pieces so far
};

}  // namespace

PwQPolynomial PwQPolynomial::disjoint(std::uint64_t max_operations) const {
  const Context context(max_operations);
  Overlay overlay(context);
  const PwQPolynomial tidy = merged();
  for (const Piece& piece : tidy.pieces_) overlay.add(piece.value, detail::place(tidy.symbols_, piece.where, context));
  Overlay::Cells cells = std::move(overlay).take();
  PwQPolynomial result{tidy.symbols_};
  join_neighbours(cells, result.symbols_, context);
  for (const auto& [value, set] : cells) {
    if (value.is_zero()) continue;
    for (auto& where : constraints_of(set, result.symbols_, context))
      result.pieces_.push_back({std::move(where), value});
  }
  return result.merged();
}

}  // namespace forewarp::symbolic
