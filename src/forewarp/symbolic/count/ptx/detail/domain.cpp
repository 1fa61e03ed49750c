// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/domain.hpp"

// Counting executions: conditions -> integer sets -> quasi-polynomials (symbolic/sets/count.hpp).
//
//   1. split     conjunctions into single conditions
//   2. flatten   strided loops over all threads into one index (flatten.cpp)
//   3. join_axes ctaid and tid of one axis into one index, where they only occur as B ctaid + tid
//   4. extents   the product of the sizes of axes without a condition
//   5. parts_of  connected components: conditions that share an index belong together, others multiply
//   6. count     each part as an isl set; results are cached by the text of the set
//
// Invariant: the product of the parts is the number of (thread, iteration) pairs that satisfy all conditions; a part
// that cannot be counted makes the whole unknown, never wrong.
//
// Example, 2D blocks, conditions global_x < n and k < m (a loop): part {global_x} counts min(n, threads_x), part {k}
// counts m, and axis y contributes block_y * grid_y.
//
// Cost: a condition with c choices is written as 2^c cases, at most 2^6; isl is limited by max_operations.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {

using symbolic::PwQPolynomial;

// Limits for one set; a kernel has some tens of sets.
constexpr std::uint64_t max_operations = 2'000'000;
// For one row's footprint; counting some tens of rows should take milliseconds.
constexpr std::uint64_t max_footprint_operations = 20'000;
constexpr std::size_t max_domain_steps = 3000, max_domain_terms = 8000;
constexpr std::size_t max_choices = 6, max_indices = 6, max_text = 20000;

bool is_size(SymbolKind kind) {
  return kind == SymbolKind::argument || kind == SymbolKind::block_size || kind == SymbolKind::grid_size ||
         kind == SymbolKind::threads;
}

}  // namespace

Domains::Domains(Algebra& algebra, std::size_t max_pieces, CountedSets& counted)
    : algebra_(algebra),
      context_(max_operations),
      footprints_(max_footprint_operations),
      max_pieces_(max_pieces),
      sets_(counted) {}

bool Domains::is_index(SymbolId s) const {
  const SymbolKind kind = algebra_.info(s).kind;
  return kind == SymbolKind::thread_index || kind == SymbolKind::block_index || kind == SymbolKind::global_index ||
         kind == SymbolKind::counter;
}

/// Cached by the sorted list of single conditions, so that blocks whose conditions differ only in
/// their order share a count. A count that passes a limit is cached as nothing.
std::optional<PwQPolynomial> Domains::executions(const std::vector<Cond>& conditions, bool one_thread) {
  std::vector<Cond> all;
  for (const Cond c : conditions) split(c, all);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const auto it = known_.find({one_thread, all});
  if (it != known_.end()) return it->second;
  std::optional<Pw> out;
  try {
    out = counted(all, one_thread);
  } catch (const symbolic::LimitExceeded&) {
  } catch (const symbolic::Unbounded&) {
  }
  known_.emplace(std::pair(one_thread, std::move(all)), out);
  return out;
}

/// The conjuncts of c.
void Domains::split(Cond c, std::vector<Cond>& out) {
  const ConditionInfo info = algebra_.condition(c);
  if (info.kind == ConditionKind::both) {
    split(info.a, out);
    split(info.b, out);
  } else if (c != Algebra::always) {
    out.push_back(c);
  }
}

/// Steps 2 to 6.
std::optional<PwQPolynomial> Domains::counted(std::vector<Cond> conditions, bool one_thread) {
  for (const Cond c : conditions) {
    if (c == Algebra::never) return PwQPolynomial::constant(0);
    if (algebra_.is_opaque(c)) return std::nullopt;
  }
  std::vector<SymbolId> flat, used;
  if (max_pieces_ <= readable_pieces && has_block_inside(conditions)) return std::nullopt;
  if (!flatten(conditions, flat)) return std::nullopt;
  join_axes(conditions);
  for (const Cond c : conditions) algebra_.collect(c, used);
  const auto of_thread = [&](SymbolId s) { return is_index(s) && algebra_.info(s).kind != SymbolKind::counter; };
  if (one_thread && (!flat.empty() || std::any_of(used.begin(), used.end(), of_thread))) return std::nullopt;
  std::optional<Pw> out = one_thread ? Pw::constant(1) : extents(used, flat);
  for (const Part& part : parts_of(conditions)) {
    if (!out) break;
    const std::optional<Pw> factor = count(part);
    if (!factor || out->pieces().size() * factor->pieces().size() > max_pieces_) return std::nullopt;
    out = *out * *factor;
  }
  return out;
}

/// The product of the sizes of axes that no condition mentions.
std::optional<PwQPolynomial> Domains::extents(const std::vector<SymbolId>& used, const std::vector<SymbolId>& flat) {
  Pw out = Pw::constant(1);
  const auto extend = [&](SymbolKind kind, std::uint32_t axis) {
    if (const auto size = formula(algebra_.launch_symbol(kind, axis))) out = out * *size;
  };
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    const auto has = [&](SymbolKind kind) {
      return std::any_of(used.begin(), used.end(),
                         [&](SymbolId s) { return algebra_.info(s).kind == kind && algebra_.info(s).axis == axis; });
    };
    const auto flattened = [&](SymbolKind kind) {
      return std::any_of(flat.begin(), flat.end(), [&](SymbolId s) {
        const SymbolInfo& stride = algebra_.info(flat_stride_.at(s));
        return stride.kind == kind && stride.axis == axis;
      });
    };
    const bool thread = has(SymbolKind::thread_index) || flattened(SymbolKind::block_size);
    const bool block = has(SymbolKind::block_index) || flattened(SymbolKind::grid_size);
    if (has(SymbolKind::global_index) || flattened(SymbolKind::threads)) {
      if (thread || block) return std::nullopt;  // global = block_size * block + thread: fixed sizes may help
      continue;
    }
    if (!thread) extend(SymbolKind::block_size, axis);
    if (!block) extend(SymbolKind::grid_size, axis);
  }
  return out;
}

/// Connected components by repeated merging: O(conditions^2), of which there are few.
std::vector<Domains::Part> Domains::parts_of(const std::vector<Cond>& conditions) {
  std::vector<Part> parts;
  for (const Cond c : conditions) {
    Part part;
    std::vector<SymbolId> symbols;
    algebra_.collect(c, symbols);
    for (const SymbolId s : symbols) {
      if (is_index(s)) part.indices.push_back(s);
    }
    part.conditions.push_back(c);
    for (auto it = parts.begin(); it != parts.end();) {
      // Conditions on sizes alone go together.
      const bool meets = (it->indices.empty() && part.indices.empty()) ||
                         std::any_of(it->indices.begin(), it->indices.end(), [&](SymbolId s) {
                           return std::find(part.indices.begin(), part.indices.end(), s) != part.indices.end();
                         });
      if (!meets) {
        ++it;
        continue;
      }
      part.indices.insert(part.indices.end(), it->indices.begin(), it->indices.end());
      part.conditions.insert(part.conditions.end(), it->conditions.begin(), it->conditions.end());
      it = parts.erase(it);
    }
    std::sort(part.indices.begin(), part.indices.end());
    part.indices.erase(std::unique(part.indices.begin(), part.indices.end()), part.indices.end());
    std::sort(part.conditions.begin(), part.conditions.end());
    parts.push_back(std::move(part));
  }
  return parts;
}

std::optional<PwQPolynomial> Domains::count(const Part& part) {
  if (part.indices.size() > max_indices) return std::nullopt;
  const std::string set = text(part);
  const auto it = sets_.points.find(set);
  if (it != sets_.points.end()) return it->second;
  std::optional<Pw> out;
  try {
    context_.renew();
    out = symbolic::count(symbolic::Set::parse(set, context_),
                          {.max_steps = max_domain_steps, .max_terms = max_domain_terms})
              .value;
  } catch (const symbolic::LimitExceeded&) {
  } catch (const symbolic::Unbounded&) {
  }
  sets_.points.emplace(set, out);
  return out;
}

/// A form over sizes alone as a piecewise quasi-polynomial; its floors become floors of the result.
std::optional<PwQPolynomial> Domains::formula(const Form& form) {
  Pw out = PwQPolynomial::constant(form.constant);
  for (const Term& t : form.terms) {
    Pw product = PwQPolynomial::constant(t.coefficient);
    for (const SymbolId s : t.monomial.factors) {
      if (s == 0) continue;
      const SymbolInfo info = algebra_.info(s);
      if (info.kind == SymbolKind::floor) {
        std::vector<std::string> names;
        symbolic::Affine numerator = symbolic::Affine::of(info.numerator.constant);
        for (const Term& inner : info.numerator.terms) {
          const SymbolId p = inner.monomial.single();
          if (p == 0 || !is_size(algebra_.info(p).kind)) return std::nullopt;
          numerator = symbolic::combine(1, numerator, inner.coefficient,
                                        symbolic::Affine::symbol(static_cast<symbolic::Symbol>(names.size())));
          names.push_back(algebra_.info(p).name);
        }
        symbolic::Symbols symbols(names);
        const symbolic::Affine value = symbols.floor(numerator, info.denominator);
        product = product * Pw(symbols, {{{}, symbolic::Polynomial(value)}});
      } else if (is_size(info.kind)) {
        product = product * PwQPolynomial::parameter(info.name);
      } else {
        return std::nullopt;
      }
    }
    out = out + product;
  }
  return out.merged();
}

/// The set in isl's notation. A choice symbol [c] is eliminated by cases: once with c and 1 in its place, once with
/// not c and 0; the set is the union of all combinations. Example: i + [n > 4] < 8 becomes
/// (n - 5 >= 0 and 6 - i >= 0) or (4 - n >= 0 and 7 - i >= 0).
std::string Domains::text(const Part& part) {
  std::vector<SymbolId> symbols, choices;
  for (const Cond c : part.conditions) algebra_.collect(c, symbols);
  std::string sizes, indices, ranges;
  for (const SymbolId s : symbols) {
    const SymbolInfo& info = algebra_.info(s);
    if (info.kind == SymbolKind::choice) choices.push_back(s);
    if (info.kind == SymbolKind::base || info.kind == SymbolKind::carried) {
      throw symbolic::LimitExceeded("a condition on an address");
    }
    if (is_size(info.kind)) {
      sizes += (sizes.empty() ? "" : ", ") + info.name;
      ranges += fmt::format(" and {} >= {}", info.name, info.lowest);
      if (info.kind == SymbolKind::block_size) ranges += fmt::format(" and {} <= {}", info.name, info.highest);
    }
  }
  for (const SymbolId s : part.indices) {
    indices += fmt::format("{}i{}", indices.empty() ? "" : ", ", s);
    const std::string range = bounds(s);
    ranges += " and " + range;
    // The size that bounds the index may occur in no condition.
    const SymbolInfo& info = algebra_.info(s);
    if (info.kind == SymbolKind::counter) continue;
    const SymbolKind kind = info.kind == SymbolKind::thread_index  ? SymbolKind::block_size
                            : info.kind == SymbolKind::block_index ? SymbolKind::grid_size
                                                                   : SymbolKind::threads;
    const Form size = algebra_.launch_symbol(kind, info.axis);
    for (const Term& t : size.terms) {
      const SymbolId p = t.monomial.single();
      if (p == 0 || std::find(symbols.begin(), symbols.end(), p) != symbols.end()) continue;
      sizes += (sizes.empty() ? "" : ", ") + algebra_.info(p).name;
      ranges += fmt::format(" and {} >= 1", algebra_.info(p).name);
      symbols.push_back(p);
    }
  }
  if (choices.size() > max_choices) throw symbolic::LimitExceeded("more than 6 choices");
  std::string cases;
  for (std::size_t which = 0; which < (std::size_t{1} << choices.size()); ++which) {
    std::vector<Cond> conditions = part.conditions;
    for (std::size_t n = 0; n < choices.size(); ++n) {
      const bool yes = ((which >> n) & 1U) != 0;
      const Cond c = algebra_.info(choices[n]).condition;
      conditions.push_back(yes ? c : algebra_.negate(c));
    }
    for (Cond& c : conditions) {
      for (std::size_t n = 0; n < choices.size(); ++n) {
        c = algebra_.substitute(c, choices[n], Form::of(static_cast<std::int64_t>((which >> n) & 1U)));
      }
    }
    const std::string one = case_text(conditions);
    if (!one.empty()) cases += (cases.empty() ? "" : " or ") + one;
    if (cases.size() > max_text) throw symbolic::LimitExceeded("conditions are too long");
  }
  if (cases.empty()) cases = "1 = 0";
  return fmt::format("[{}] -> {{ [{}] : ({}){} }}", sizes, indices, cases, ranges);
}

std::string Domains::case_text(const std::vector<Cond>& conditions) {
  std::string out;
  for (const Cond c : conditions) {
    if (c == Algebra::never) return "";
    if (c == Algebra::always) continue;
    out += (out.empty() ? "(" : " and ") + text(c);
  }
  return out.empty() ? "0 = 0" : out + ")";
}

// isl has no "!=", so not_zero is the union of both sides.
std::string Domains::text(Cond c) {
  const ConditionInfo info = algebra_.condition(c);
  switch (info.kind) {
    case ConditionKind::never:
      return "1 = 0";
    case ConditionKind::always:
      return "0 = 0";
    case ConditionKind::at_least:
      return text(info.form) + " >= 0";
    case ConditionKind::zero:
      return text(info.form) + " = 0";
    case ConditionKind::not_zero:
      return fmt::format("({0} > 0 or {0} < 0)", text(info.form));
    case ConditionKind::both:
      return fmt::format("({} and {})", text(info.a), text(info.b));
    case ConditionKind::either:
      return fmt::format("({} or {})", text(info.a), text(info.b));
    case ConditionKind::on_data:
    case ConditionKind::not_affine:
      break;
  }
  throw symbolic::LimitExceeded("a condition that is not affine");
}

std::string Domains::text(const Form& form) {
  std::string out = std::to_string(form.constant);
  for (const Term& t : form.terms) {
    const SymbolId s = t.monomial.single();
    if (s == 0) throw symbolic::LimitExceeded("a condition on a product");
    const SymbolInfo info = algebra_.info(s);
    const std::string name = info.kind == SymbolKind::floor
                                 ? fmt::format("floor(({})/{})", text(info.numerator), info.denominator)
                             : is_index(s) ? fmt::format("i{}", s)
                                           : info.name;
    out += fmt::format(" {} {}*{}", t.coefficient < 0 ? "-" : "+", t.coefficient < 0 ? -t.coefficient : t.coefficient,
                       name);
  }
  return out;
}

/// The range of an index: 0 to the size of its axis; counters of loops are bounded by conditions only.
std::string Domains::bounds(SymbolId s) {
  const SymbolInfo info = algebra_.info(s);
  SymbolKind size = SymbolKind::threads;
  if (info.kind == SymbolKind::counter) return fmt::format("i{} >= 0", s);
  if (info.kind == SymbolKind::thread_index) size = SymbolKind::block_size;
  if (info.kind == SymbolKind::block_index) size = SymbolKind::grid_size;
  return fmt::format("0 <= i{} < {}", s, text(algebra_.launch_symbol(size, info.axis)));
}

}  // namespace forewarp::count::detail
