// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Grid-stride loops: for (i = v; i < n; i += T) with 0 <= v < T, T a symbol (block size, grid size or all threads).
// v + T k is a product of symbols, which is not affine. But (v, k) -> u = v + T k is a bijection to u >= 0, with
// k = floor(u / T) and v = u - T k, so threads and iterations together are counted over u: n values of u < n.
#include <algorithm>
#include <cstdlib>

#include "forewarp/symbolic/count/ptx/detail/domain.hpp"

namespace forewarp::count::detail {
namespace {

SymbolKind index_of(SymbolKind size) {
  return size == SymbolKind::block_size  ? SymbolKind::thread_index
         : size == SymbolKind::grid_size ? SymbolKind::block_index
                                         : SymbolKind::global_index;
}

}  // namespace

/// Finds every counter that a size multiplies in some condition, and flattens it.
///
/// Example with T = 4 threads and n = 10: v = 0 runs k = 0, 1, 2, v = 1 too, v = 2 and 3 run k = 0,
/// 1; together 10 pairs, and u = v + 4 k takes each of 0 to 9 once.
bool Domains::flatten(std::vector<Cond>& conditions, std::vector<SymbolId>& flat, Form* offset) {
  std::vector<SymbolId> symbols;
  for (const Cond c : conditions) algebra_.collect(c, symbols);
  for (const SymbolId k : symbols) {
    if (algebra_.info(k).kind != SymbolKind::counter) continue;
    for (const SymbolId t : symbols) {
      const SymbolKind kind = algebra_.info(t).kind;
      if (kind != SymbolKind::block_size && kind != SymbolKind::grid_size && kind != SymbolKind::threads) continue;
      const Monomial product = detail::product(Monomial::of(k), Monomial::of(t));
      const auto has_product = [&](const auto& self, Cond c) -> bool {
        const ConditionInfo info = algebra_.condition(c);
        if (info.kind == ConditionKind::both || info.kind == ConditionKind::either) {
          return self(self, info.a) || self(self, info.b);
        }
        return std::any_of(info.form.terms.begin(), info.form.terms.end(),
                           [&](const Term& term) { return term.monomial == product; });
      };
      const bool here =
          std::any_of(conditions.begin(), conditions.end(), [&](Cond c) { return has_product(has_product, c); });
      if (here && !flatten(conditions, k, t, flat, offset)) return false;
      if (here) break;
    }
  }
  return true;
}

bool Domains::flatten(std::vector<Cond>& conditions, SymbolId counter, SymbolId stride, std::vector<SymbolId>& flat,
                      Form* offset) {
  const SymbolInfo size = algebra_.info(stride);
  const Form index = algebra_.launch_symbol(index_of(size.kind), size.axis);
  if (index.terms.size() != 1) return false;
  const SymbolId v = index.terms[0].monomial.single();
  // "v < n" before the loop is implied by "v + T k < n" in it.
  std::vector<Cond> implied;
  for (const Cond c : conditions) {
    const ConditionInfo info = algebra_.condition(c);
    if (info.kind != ConditionKind::at_least || !info.form.contains(counter)) continue;
    if (algebra_.upper(slope(info.form, counter)) <= 0) implied.push_back(algebra_.substitute(c, counter, Form()));
  }
  std::erase_if(conditions, [&](Cond c) { return std::find(implied.begin(), implied.end(), c) != implied.end(); });
  // Counters from here on are no loop's.
  const SymbolId u = algebra_.counter(1'000'000U + counter);
  const Form by = Form::symbol(u) - algebra_.multiply(Form::symbol(stride), Form::symbol(counter));
  for (Cond& c : conditions) {
    const auto now = without_counter(algebra_.substitute(c, v, by), counter, stride, u);
    if (!now) return false;
    c = *now;
  }
  if (offset) {
    *offset = algebra_.substitute(*offset, v, by);
    if (algebra_.depends(*offset, counter)) return false;
  }
  flat.push_back(u);
  flat_stride_[u] = stride;
  return true;
}

/// Whether c * ctaid + tid with a number c > 1 occurs: the code was compiled for a fixed block size.
bool Domains::has_block_inside(const std::vector<Cond>& conditions) const {
  const auto in_form = [&](const Form& form) {
    for (const Term& t : form.terms) {
      const SymbolId s = t.monomial.single();
      if (s == 0 || algebra_.info(s).kind != SymbolKind::block_index || std::abs(t.coefficient) < 2) continue;
      for (const Term& other : form.terms) {
        const SymbolId o = other.monomial.single();
        if (o == 0 || algebra_.info(o).kind != SymbolKind::thread_index) continue;
        if (algebra_.info(o).axis == algebra_.info(s).axis) return true;
      }
    }
    return false;
  };
  const auto in = [&](const auto& self, Cond c) -> bool {
    const ConditionInfo& info = algebra_.condition(c);
    if (info.kind != ConditionKind::both && info.kind != ConditionKind::either) return in_form(info.form);
    return self(self, info.a) || self(self, info.b);
  };
  return std::any_of(conditions.begin(), conditions.end(), [&](Cond c) { return in(in, c); });
}

/// With a block size of B: where conditions use ctaid and tid as B ctaid + tid only, that sum is one index.
void Domains::join_axes(std::vector<Cond>& conditions) {
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    const Form size = algebra_.launch_symbol(SymbolKind::block_size, axis);
    const Form thread = algebra_.launch_symbol(SymbolKind::thread_index, axis);
    const Form block = algebra_.launch_symbol(SymbolKind::block_index, axis);
    if (!size.is_constant() || thread.terms.size() != 1 || block.terms.size() != 1) continue;
    const SymbolId t = thread.terms[0].monomial.single(), c = block.terms[0].monomial.single();
    const auto has = [&](SymbolId s) {
      return std::any_of(conditions.begin(), conditions.end(), [&](Cond one) { return algebra_.depends(one, s); });
    };
    if (!has(t) || !has(c)) continue;
    const Form by = combine(1, algebra_.launch_symbol(SymbolKind::global_index, axis), -size.constant, block);
    std::vector<Cond> joined = conditions;
    for (Cond& one : joined) one = algebra_.substitute(one, t, by);
    if (std::none_of(joined.begin(), joined.end(), [&](Cond one) { return algebra_.depends(one, c); })) {
      conditions = std::move(joined);
    }
  }
}

/// A condition on k = floor(u / T) as one on u; nothing where the condition has other symbols beside k.
std::optional<Cond> Domains::without_counter(Cond c, SymbolId counter, SymbolId stride, SymbolId flat) {
  if (!algebra_.depends(c, counter)) return c;
  const ConditionInfo info = algebra_.condition(c);
  if (info.kind == ConditionKind::both || info.kind == ConditionKind::either) {
    const auto a = without_counter(info.a, counter, stride, flat), b = without_counter(info.b, counter, stride, flat);
    if (!a || !b) return std::nullopt;
    return info.kind == ConditionKind::both ? algebra_.both(*a, *b) : algebra_.either(*a, *b);
  }
  if (info.form.terms.size() != 1 || info.form.terms[0].monomial.single() != counter) return std::nullopt;
  const std::int64_t a = info.form.terms[0].coefficient;
  if (a != 1 && a != -1) return std::nullopt;
  const Form u = Form::symbol(flat);
  // k >= m where u >= m T; k <= m where u < (m + 1) T.
  const auto from = [&](std::int64_t m) { return algebra_.at_least(u - Form::symbol(stride, m)); };
  if (info.kind == ConditionKind::at_least)
    return a == 1 ? from(-info.form.constant) : algebra_.negate(from(info.form.constant + 1));
  if (info.kind == ConditionKind::zero || info.kind == ConditionKind::not_zero) {
    const std::int64_t m = a == 1 ? -info.form.constant : info.form.constant;
    const Cond is = algebra_.both(from(m), algebra_.negate(from(m + 1)));
    return info.kind == ConditionKind::zero ? is : algebra_.negate(is);
  }
  return std::nullopt;
}

}  // namespace forewarp::count::detail
