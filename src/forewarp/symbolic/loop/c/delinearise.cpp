// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A subscript is expanded to a sum of monomials, each a number times sizes times at most one factor that varies. The
// sizes that multiply what varies are the strides. Sorted by degree, each must divide the next; the quotients are the
// extents. Example: i*n*m + j*m + k: strides n*m, m, 1; extents n*m / m = n and m / 1 = m. A term goes to the axis of
// the greatest stride that divides it: in (n - 1)*n + j = n*n - n + j it is n*(n - 1) of the stride n, and j.
#include "forewarp/symbolic/loop/c/delinearise.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace forewarp::loop::detail {
namespace {

using Sizes = std::vector<std::string>;  // sorted, with repetition: n*n*m

struct Term {
  std::int64_t factor = 0;
  Sizes sizes;
  ExpressionPtr varies;  ///< null for a term of sizes alone
};

std::optional<std::vector<Term>> product(const std::vector<Term>& a, const std::vector<Term>& b) {
  std::vector<Term> out;
  for (const Term& x : a)
    for (const Term& y : b) {
      if (x.varies && y.varies) return std::nullopt;
      Term t{x.factor * y.factor, x.sizes, x.varies ? x.varies : y.varies};
      t.sizes.insert(t.sizes.end(), y.sizes.begin(), y.sizes.end());
      std::ranges::sort(t.sizes);
      out.push_back(std::move(t));
    }
  return out;
}

std::vector<Term> negated(std::vector<Term> terms) {
  for (Term& t : terms) t.factor = -t.factor;
  return terms;
}

/// Terms with the same sizes and the same factor that varies are one; those of 0 are dropped.
std::vector<Term> collected(const std::vector<Term>& terms) {
  std::vector<Term> out;
  for (const Term& t : terms) {
    const auto like = std::ranges::find_if(out, [&](const Term& o) {
      return o.sizes == t.sizes && (o.varies ? t.varies && same(o.varies, t.varies) : !t.varies);
    });
    if (like == out.end())
      out.push_back(t);
    else
      like->factor += t.factor;
  }
  std::erase_if(out, [](const Term& t) { return t.factor == 0; });
  return out;
}

/// Nothing where two factors that vary are multiplied.
std::optional<std::vector<Term>> expanded(const ExpressionPtr& e, const std::set<std::string>& sizes) {
  if (e->op == Op::integer) return std::vector<Term>{{e->integer_value, {}, nullptr}};
  if (e->op == Op::name && sizes.contains(e->name)) return std::vector<Term>{{1, {e->name}, nullptr}};
  if (e->op == Op::negate) {
    auto inside = expanded(e->operands[0], sizes);
    if (!inside) return std::nullopt;
    return negated(std::move(*inside));
  }
  if (e->op == Op::add || e->op == Op::subtract || e->op == Op::multiply) {
    auto a = expanded(e->operands[0], sizes), b = expanded(e->operands[1], sizes);
    if (!a || !b) return std::nullopt;
    if (e->op == Op::multiply) {
      const auto all = product(*a, *b);
      if (!all) return std::nullopt;
      return collected(*all);
    }
    if (e->op == Op::subtract) *b = negated(std::move(*b));
    a->insert(a->end(), b->begin(), b->end());
    return collected(*a);
  }
  return std::vector<Term>{{1, {}, e}};
}

bool divides(const Sizes& a, const Sizes& b) { return std::ranges::includes(b, a); }

Sizes quotient(const Sizes& b, const Sizes& a) {
  Sizes out;
  std::ranges::set_difference(b, a, std::back_inserter(out));
  return out;
}

ExpressionPtr product_of(const Sizes& sizes) {
  ExpressionPtr out;
  for (const std::string& each : sizes) out = out ? make(Op::multiply, {out, name(each)}) : name(each);
  return out ? out : integer(1);
}

ExpressionPtr sum_of(const std::vector<Term>& terms) {
  ExpressionPtr out;
  for (const Term& t : terms) {
    const std::int64_t size = t.factor < 0 ? -t.factor : t.factor;
    ExpressionPtr text = t.varies;
    if (!t.sizes.empty()) text = text ? make(Op::multiply, {product_of(t.sizes), text}) : product_of(t.sizes);
    if (!text)
      text = integer(size);
    else if (size != 1)
      text = make(Op::multiply, {integer(size), text});
    if (!out)
      out = t.factor < 0 ? make(Op::negate, {text}) : text;
    else
      out = make(t.factor < 0 ? Op::subtract : Op::add, {out, text});
  }
  return out ? out : integer(0);
}

}  // namespace

std::optional<std::vector<ExpressionPtr>> axes_of_strides(const std::vector<ExpressionPtr>& subscripts,
                                                          const std::set<std::string>& sizes) {
  std::set<Sizes> strides{Sizes{}};
  for (const ExpressionPtr& e : subscripts) {
    const auto terms = expanded(e, sizes);
    if (!terms) return std::nullopt;
    for (const Term& t : *terms)
      if (t.varies) strides.insert(t.sizes);
  }
  std::vector<Sizes> sorted(strides.begin(), strides.end());
  std::ranges::stable_sort(sorted, std::greater<>(), &Sizes::size);
  std::vector<ExpressionPtr> extents;
  for (std::size_t k = 0; k + 1 < sorted.size(); ++k) {
    if (!divides(sorted[k + 1], sorted[k])) return std::nullopt;
    extents.push_back(product_of(quotient(sorted[k], sorted[k + 1])));
  }
  return extents;
}

std::vector<ExpressionPtr> by_axis(const ExpressionPtr& subscript, const std::vector<ExpressionPtr>& extents,
                                   const std::set<std::string>& sizes) {
  // The stride of an axis is the product of the extents behind it.
  std::vector<Sizes> strides{Sizes{}};
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
    const auto factor = expanded(*extent, sizes);
    Sizes stride = strides.front();
    stride.insert(stride.end(), factor->front().sizes.begin(), factor->front().sizes.end());
    std::ranges::sort(stride);
    strides.insert(strides.begin(), std::move(stride));
  }
  std::vector<std::vector<Term>> axes(strides.size());
  const auto terms = expanded(subscript, sizes);
  for (const Term& t : *terms)
    for (std::size_t k = 0; k < strides.size(); ++k)
      if (divides(strides[k], t.sizes)) {
        axes[k].push_back({t.factor, quotient(t.sizes, strides[k]), t.varies});
        break;
      }
  std::vector<ExpressionPtr> out;
  for (const auto& axis : axes) out.push_back(sum_of(axis));
  return out;
}

}  // namespace forewarp::loop::detail
