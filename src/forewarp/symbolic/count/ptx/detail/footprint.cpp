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
// holds for arrays that are indexed within their bounds. Of shared memory each group has its own copy, so that the
// group is one more coordinate, and of local memory the thread. An unrolled loop is one access for each iteration,
// a[k], a[k + 1] ..: places that differ by a constant alone, in equal steps, are one map. A size that no index is
// multiplied by is a shift, and is left in the innermost coordinate, where it is affine: a[i] and a[i + m] may overlap.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

#include "forewarp/symbolic/count/ptx/detail/domain.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "forewarp/symbolic/sets/footprint.hpp"

namespace forewarp::count::detail {
namespace {

// Limits for one row's footprint; a kernel has some tens of rows, and counting them should take milliseconds.
constexpr std::size_t max_touches = 256, max_different = 8, max_footprint_indices = 6, max_footprint_steps = 100;
constexpr std::size_t max_footprint_text = 1500;
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
  if (part.indices.size() > max_footprint_indices || mixes_axes(algebra_, part.indices)) return std::nullopt;
  return part;
}

/// The map from indices to coordinates in isl's notation. Steps make it a relation: [i] -> [e] with e = 4 i + u, u < 4.
std::string Domains::map_text(const Part& part, const Coordinates& coordinates, const std::vector<Monomial>& axes,
                              const std::vector<SymbolId>& owners, const Steps& steps) {
  std::string from, to, sizes, condition;
  std::vector<SymbolId> symbols;
  for (const SymbolId s : part.indices) from += fmt::format("{}i{}", from.empty() ? "" : ", ", s);
  for (const SymbolId s : owners) to += fmt::format("{}i{}", to.empty() ? "" : ", ", s);
  for (const Monomial& axis : axes) {
    const auto it = coordinates.find(axis);
    Form form = it == coordinates.end() ? Form() : it->second;
    if (axis == innermost) form.constant += steps.first;
    algebra_.collect(form, symbols);
    std::string place = text(form);
    if (axis == innermost && steps.count > 1) {
      condition = fmt::format(" : exists u : e = {} + {} u and 0 <= u < {}", place, steps.step, steps.count);
      place = std::string(1, 'e');
    }
    to += fmt::format("{}{}", to.empty() ? "" : ", ", place);
  }
  for (const SymbolId s : symbols) {
    if (is_index(s) || algebra_.info(s).kind == SymbolKind::floor) continue;
    sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", algebra_.info(s).name);
  }
  return fmt::format("[{}] -> {{ [{}] -> [{}]{} }}", sizes, from, to, condition);
}

std::optional<Domains::Owners> Domains::owners_along(const std::vector<Part>& parts, SymbolKind kind,
                                                     std::uint32_t axis) {
  std::set<SymbolId> found;
  std::size_t with = 0;
  for (const Part& part : parts)
    for (const SymbolId s : part.indices)
      if (algebra_.info(s).kind == kind && algebra_.info(s).axis == axis) found.insert(s), ++with;
  if (with == 0) {
    const SymbolKind size = kind == SymbolKind::block_index    ? SymbolKind::grid_size
                            : kind == SymbolKind::thread_index ? SymbolKind::block_size
                                                               : SymbolKind::threads;
    return Owners{{}, algebra_.launch_symbol(size, axis)};
  }
  if (with < parts.size() || found.size() != 1) return std::nullopt;
  return Owners{{*found.begin()}, Form::of(1)};
}

/// A guard "ctaid * 16 + tid < n" makes groups at the edge touch less: then the group is an index of all parts, and a
/// coordinate. Where no part has it, all groups are alike. ctaid * ntid + tid as one index does not tell groups apart.
std::optional<Domains::Owners> Domains::owners(const std::vector<Part>& parts, Copies copies) {
  Owners all;
  if (copies == Copies::one) return all;
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    const bool global = std::ranges::any_of(parts, [&](const Part& part) {
      return std::ranges::any_of(part.indices, [&](SymbolId s) {
        return algebra_.info(s).kind == SymbolKind::global_index && algebra_.info(s).axis == axis;
      });
    });
    if (global && copies == Copies::group) return std::nullopt;
    std::vector<SymbolKind> kinds = {SymbolKind::block_index};
    if (copies == Copies::thread) kinds.push_back(SymbolKind::thread_index);
    if (global) kinds = {SymbolKind::global_index};
    for (const SymbolKind kind : kinds) {
      const auto along = owners_along(parts, kind, axis);
      if (!along) return std::nullopt;
      all.indices.insert(all.indices.end(), along->indices.begin(), along->indices.end());
      all.times = algebra_.multiply(all.times, along->times);
    }
  }
  return all;
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

/// Sorted constants as progressions: 0, 4, 8, 12 is one, 0, 1, 5 are two.
std::vector<std::array<std::int64_t, 3>> progressions(const std::set<std::int64_t>& constants) {
  std::vector<std::array<std::int64_t, 3>> all;  // first, step, count
  for (const std::int64_t c : constants) {
    if (!all.empty()) {
      auto& [first, step, count] = all.back();
      if (count == 1) step = c - first;
      if (c == first + step * count) {
        ++count;
        continue;
      }
    }
    all.push_back({c, 1, 1});
  }
  return all;
}

}  // namespace

/// The accesses that are not the same, as text; nothing where they are too many or too long.
std::optional<std::vector<Domains::Texts>> Domains::different_texts(const std::vector<Part>& parts,
                                                                    std::vector<Coordinates> places,
                                                                    const std::vector<Monomial>& axes,
                                                                    const std::vector<SymbolId>& owners) {
  struct Alike {
    std::size_t first;
    std::set<std::int64_t> constants;
  };
  std::map<Texts, Alike> by_form;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const std::int64_t constant = std::exchange(places[n][innermost].constant, 0);
    const Texts texts{text(parts[n]), map_text(parts[n], places[n], axes, owners, {})};
    by_form.try_emplace(texts, Alike{n, {}}).first->second.constants.insert(constant);
  }
  std::vector<Texts> different;
  for (const auto& [texts, alike] : by_form)
    for (const auto& [first, step, count] : progressions(alike.constants)) {
      different.emplace_back(texts.first, map_text(parts[alike.first], places[alike.first], axes, owners,
                                                   {.first = first, .step = step, .count = count}));
      if (different.size() > max_different) return std::nullopt;
      if (different.back().first.size() + different.back().second.size() > max_footprint_text) return std::nullopt;
    }
  return different;
}

/// Rows of several arrays are often touched alike, and counting them is what takes the time.
std::optional<symbolic::PwQPolynomial> Domains::points_touched(const std::vector<Texts>& accesses) {
  const auto [found, is_new] = sets_.touched.try_emplace(accesses);
  if (is_new) {
    std::vector<symbolic::Access> all;
    for (const auto& [points, map] : accesses)
      all.push_back({symbolic::Set::parse(points, footprints_), symbolic::Map::parse(map, footprints_)});
    symbolic::Count count = symbolic::footprint(all, {.max_steps = max_footprint_steps});
    if (count.exact) found->second = std::move(count.value);
  }
  return found->second && found->second->pieces().size() <= max_pieces_ ? found->second : std::nullopt;
}

std::optional<symbolic::PwQPolynomial> Domains::footprint(std::vector<Touch> touches, std::int64_t bytes,
                                                          Copies copies) try {
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
  const auto own = owners(parts, copies);
  if (!axes || !own) return std::nullopt;
  const auto different = different_texts(parts, places, *axes, own->indices);
  const auto number = formula(own->times);
  if (!different || !number) return std::nullopt;
  const auto count = points_touched(*different);
  if (!count) return std::nullopt;
  return copies == Copies::one ? *count : (*count * *number).merged();
} catch (const symbolic::LimitExceeded&) {
  return std::nullopt;
} catch (const symbolic::Unbounded&) {
  return std::nullopt;
}

}  // namespace forewarp::count::detail
