// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The number of distinct elements that the accesses of an array touch (stevens2020, section 5, Algorithm 2), for
// compiled code.
//
// A loop program has a[i, k]; PTX computes the byte offset 4 n i + 4 k, which is no affine form, since n is a size. So
// the offset is split up again: its terms are grouped by the product of sizes that the index is multiplied by, and
// each group is one coordinate. 4 n i + 4 k + 4 has the coordinates (n: i, 1: k + 1) after each has been divided by the
// greatest common divisor of its coefficients. The touched elements are the image of the threads and iterations that
// execute the access under this map, united over the accesses; symbolic::count counts them.
//
// Two tuples of coordinates are two elements as long as a row's coordinate stays inside its row (0 <= k < n), which
// holds for arrays that are indexed within their bounds. A size that no index is multiplied by is a shift, and is left
// in the innermost coordinate, where it is affine: a[i] and a[i + m] may overlap.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "forewarp/symbolic/count/ptx/detail/domain.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "forewarp/symbolic/sets/footprint.hpp"

namespace forewarp::count::detail {
namespace {

// Limits for one row's footprint; a kernel has some tens of rows, and counting them should take milliseconds.
constexpr std::size_t max_touches = 32, max_different = 8, max_indices = 6, max_steps = 100;
constexpr std::size_t max_text = 1500;
constexpr std::uint64_t max_operations = 20'000;
const Monomial innermost{};

bool is_shift(const Form& form) { return form.terms.empty(); }

/// The common divisor of one coordinate over all accesses: of the coefficients and of the distances of the constants.
std::int64_t common_divisor(const std::vector<Form>& forms) {
  std::int64_t divisor = 0;
  for (const Form& form : forms) {
    divisor = std::gcd(divisor, form.content());
    divisor = std::gcd(divisor, form.constant - forms.front().constant);
  }
  return divisor;
}

/// Whether indices of this axis are used both as ctaid * ntid + tid and apart; they are then not independent.
bool mixes_axes(const Algebra& algebra, const std::vector<SymbolId>& indices) {
  const auto has = [&](SymbolKind kind, std::uint32_t axis) {
    return std::ranges::any_of(
        indices, [&](SymbolId s) { return algebra.info(s).kind == kind && algebra.info(s).axis == axis; });
  };
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    if (!has(SymbolKind::global_index, axis)) continue;
    if (has(SymbolKind::thread_index, axis) || has(SymbolKind::block_index, axis)) return true;
  }
  return false;
}

}  // namespace

/// Whether the symbol is an index or a floor that contains one.
bool Domains::has_index(SymbolId s) const {
  if (is_index(s)) return true;
  std::vector<SymbolId> inside;
  if (algebra_.info(s).kind == SymbolKind::floor) algebra_.collect(algebra_.info(s).numerator, inside);
  return std::ranges::any_of(inside, [&](SymbolId other) { return is_index(other); });
}

/// Groups the terms of an offset by the sizes that multiply the index. 4 n i + 4 k + 8: {n: 4 i, 1: 4 k + 8}.
std::optional<Domains::Coordinates> Domains::coordinates(const Form& offset) {
  Coordinates out{{innermost, Form::of(offset.constant)}};
  for (const Term& term : offset.terms) {
    SymbolId index = 0;
    Monomial sizes{};
    for (const SymbolId s : term.monomial.factors) {
      if (s == 0) continue;
      const SymbolKind kind = algebra_.info(s).kind;
      if (kind == SymbolKind::choice || kind == SymbolKind::base || kind == SymbolKind::carried) return std::nullopt;
      if (!has_index(s))
        sizes = product(sizes, Monomial::of(s));
      else if (std::exchange(index, s) != 0)
        return std::nullopt;  // a product of two indices
    }
    Form& coordinate = out[sizes];
    coordinate = coordinate + (index == 0 ? Form::of(term.coefficient) : Form::symbol(index, term.coefficient));
  }
  return out;
}

/// The threads and iterations that execute an access; its offset is rewritten in their indices.
std::optional<Domains::Part> Domains::points(Touch& touch) {
  std::vector<SymbolId> flat, symbols;
  if (!flatten(touch.conditions, flat, &touch.offset)) return std::nullopt;
  for (const Cond c : touch.conditions) algebra_.collect(c, symbols);
  algebra_.collect(touch.offset, symbols);
  Part part;
  part.conditions = touch.conditions;
  std::ranges::copy_if(symbols, std::back_inserter(part.indices), [&](SymbolId s) { return is_index(s); });
  std::ranges::sort(part.indices);
  if (part.indices.size() > max_indices || mixes_axes(algebra_, part.indices)) return std::nullopt;
  return part;
}

/// The map from indices to coordinates in isl's notation.
std::string Domains::map_text(const Part& part, const Coordinates& coordinates, const std::vector<Monomial>& axes) {
  std::string from, to, sizes;
  std::vector<SymbolId> symbols;
  for (const SymbolId s : part.indices) from += fmt::format("{}i{}", from.empty() ? "" : ", ", s);
  for (const Monomial& axis : axes) {
    const auto it = coordinates.find(axis);
    const Form form = it == coordinates.end() ? Form() : it->second;
    algebra_.collect(form, symbols);
    to += fmt::format("{}{}", to.empty() ? "" : ", ", text(form));
  }
  for (const SymbolId s : symbols) {
    if (is_index(s) || algebra_.info(s).kind == SymbolKind::floor) continue;
    sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", algebra_.info(s).name);
  }
  return fmt::format("[{}] -> {{ [{}] -> [{}] }}", sizes, from, to);
}

namespace {

using Coordinates = std::map<Monomial, Form>;

/// Shifts by a size that no access multiplies an index by go to the innermost coordinate; false
/// where the shift is a product of sizes, which is not affine. Example: a[k] and a[k + n] have
/// offsets 4 k and 4 k + 4 n; n is no axis, as no index is multiplied by it, and the second place
/// becomes k + n in one dimension.
bool fold_shifts(std::vector<Coordinates>& places) {
  std::map<Monomial, bool> moves;  // by axis: whether any access has an index there
  for (const Coordinates& place : places)
    for (const auto& [axis, form] : place) moves[axis] = moves[axis] || !is_shift(form);
  for (const auto& [axis, moved] : moves) {
    if (axis == innermost || moved) continue;
    if (axis.single() == 0) return false;
    for (Coordinates& place : places) {
      const auto own = place.find(axis);
      if (own == place.end()) continue;
      place[innermost] = place[innermost] + Form::symbol(axis.single(), own->second.constant);
      place.erase(own);
    }
  }
  return true;
}

/// Bytes become elements: each coordinate counted from the first access and divided by its common divisor. The axes in
/// order; nothing where elements of `bytes` may overlap in part.
std::optional<std::vector<Monomial>> normalise(std::vector<Coordinates>& places, std::int64_t bytes) {
  std::map<Monomial, std::vector<Form>> by_axis;
  for (const Coordinates& place : places)
    for (const auto& [axis, form] : place) by_axis[axis];
  std::vector<Monomial> axes;
  for (auto& [axis, forms] : by_axis) {
    axes.push_back(axis);
    for (Coordinates& place : places) forms.push_back(place[axis]);
    const std::int64_t divisor = common_divisor(forms), first = forms.front().constant;
    if (axis == innermost && divisor % bytes != 0) return std::nullopt;
    for (Coordinates& place : places) {
      Form& form = place[axis];
      form.constant -= first;
      if (divisor > 1) form = divided(form, divisor);
    }
  }
  return axes;
}

}  // namespace

std::optional<symbolic::PwQPolynomial> Domains::footprint(std::vector<Touch> touches, std::int64_t bytes) try {
  if (touches.empty() || touches.size() > max_touches || bytes <= 0) return std::nullopt;
  std::vector<Part> parts;
  std::vector<Coordinates> places;
  for (Touch& touch : touches) {
    std::vector<Cond> all;
    for (const Cond c : touch.conditions) split(c, all);
    if (std::ranges::any_of(all, [&](Cond c) { return algebra_.is_opaque(c); })) return std::nullopt;
    if (std::ranges::find(all, Algebra::never) != all.end()) continue;
    touch.conditions = std::move(all);
    auto part = points(touch);
    auto place = part ? coordinates(touch.offset) : std::nullopt;
    if (!place) return std::nullopt;
    parts.push_back(std::move(*part));
    places.push_back(std::move(*place));
  }
  if (parts.empty()) return Pw::constant(0);
  if (!fold_shifts(places)) return std::nullopt;
  const auto axes = normalise(places, bytes);
  if (!axes) return std::nullopt;
  std::set<std::pair<std::string, std::string>> different;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const auto& [points, map] = *different.emplace(text(parts[n]), map_text(parts[n], places[n], *axes)).first;
    if (different.size() > max_different || points.size() + map.size() > max_text) return std::nullopt;
  }
  const symbolic::Context context(max_operations);
  std::vector<symbolic::Access> accesses;
  for (const auto& [points, map] : different)
    accesses.push_back({symbolic::Set::parse(points, context), symbolic::Map::parse(map, context)});
  symbolic::Count count = symbolic::footprint(accesses, {.max_steps = max_steps});
  if (!count.exact || count.value.pieces().size() > max_pieces_) return std::nullopt;
  return count.value;
} catch (const symbolic::LimitExceeded&) {
  return std::nullopt;
} catch (const symbolic::Unbounded&) {
  return std::nullopt;
}

}  // namespace forewarp::count::detail
