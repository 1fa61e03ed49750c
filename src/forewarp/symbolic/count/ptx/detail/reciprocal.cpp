// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/reciprocal.hpp"

namespace forewarp::count::detail {
namespace {

__extension__ typedef __int128 Wide;

}  // namespace

Form ReciprocalProducts::high_half(const Form& x, std::int64_t m, std::int64_t most) {
  const Product product{x, m, most};
  if (auto whole = quotient(product, 0)) {
    known_.insert_or_assign(*whole, product);
    return *whole;
  }
  Form high = algebra_.floor(scaled(x, m), two_to_32);
  if (m > 0) known_.insert_or_assign(high, product);
  known_.insert_or_assign(high + x, Product{x, m + two_to_32, most});
  return high;
}

std::optional<Form> ReciprocalProducts::shifted(const Form& x, unsigned bits) {
  const auto it = known_.find(x);
  if (it == known_.end()) return std::nullopt;
  const Product& product = it->second;
  if ((Wide{product.m} * product.most) >> (32 + bits) == 0) return Form();
  return quotient(product, bits);
}

std::optional<Form> ReciprocalProducts::quotient(const Product& product, unsigned bits) {
  if (product.m <= 0) return std::nullopt;
  const Wide power = Wide{1} << (32 + bits);
  const Wide k = (power + product.m - 1) / product.m, excess = k * product.m - power;
  if (k > product.most || excess * product.most >= power) return std::nullopt;
  return algebra_.floor(product.x, static_cast<std::int64_t>(k));
}

}  // namespace forewarp::count::detail
