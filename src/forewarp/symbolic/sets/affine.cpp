// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/affine.hpp"

#include <algorithm>

namespace forewarp::symbolic {

std::int64_t Affine::coefficient(Symbol s) const {
  const auto at =
      std::lower_bound(terms.begin(), terms.end(), s, [](const auto& t, Symbol wanted) { return t.first < wanted; });
  return at != terms.end() && at->first == s ? at->second : 0;
}

Affine Affine::without(Symbol s) const {
  Affine rest{{}, constant};
  for (const auto& term : terms)
    if (term.first != s) rest.terms.push_back(term);
  return rest;
}

Affine combine(std::int64_t a, const Affine& x, std::int64_t b, const Affine& y) {
  const auto value = [&](std::int64_t left, std::int64_t right) {
    return narrow(Integer{a} * left + Integer{b} * right);
  };
  Affine sum;
  sum.constant = value(x.constant, y.constant);
  auto left = x.terms.begin();
  auto right = y.terms.begin();
  while (left != x.terms.end() || right != y.terms.end()) {
    const bool take_left = right == y.terms.end() || (left != x.terms.end() && left->first <= right->first);
    const bool take_right = left == x.terms.end() || (right != y.terms.end() && right->first <= left->first);
    const Symbol s = take_left ? left->first : right->first;
    const std::int64_t c = value(take_left ? left->second : 0, take_right ? right->second : 0);
    if (c != 0) sum.terms.emplace_back(s, c);
    if (take_left) ++left;
    if (take_right) ++right;
  }
  return sum;
}

Affine scaled(const Affine& x, std::int64_t factor) { return combine(factor, x, 0, {}); }

}  // namespace forewarp::symbolic
