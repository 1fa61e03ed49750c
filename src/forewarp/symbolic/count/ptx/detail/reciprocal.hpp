// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Divisions by a number, which compilers write as a multiplication by its reciprocal and a shift.
#include <cstdint>
#include <map>
#include <optional>

#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"

namespace forewarp::count::detail {

inline constexpr std::int64_t two_to_32 = std::int64_t{1} << 32;

/// Remembers what mul.hi gave, so that the shift behind it can be read as the division that both stand for.
///
/// For 0 <= x <= most and m k = 2^p + e with e >= 0, floor(x m / 2^p) = floor(x / k) if e * most < 2^p: x m / 2^p is
/// x / k + e x / (k 2^p), and the second term is less than 1 / k, the distance of x / k to the next whole number at
/// least (Granlund and Montgomery, "Division by Invariant Integers using Multiplication", 1994, theorem 4.2).
/// Example: x / 5 is mul.hi by 1717986919 and a shift by 1; 5 * 1717986919 = 2^33 + 3, and 3 * (2^31 - 1) < 2^33.
class ReciprocalProducts {
 public:
  explicit ReciprocalProducts(Algebra& algebra) : algebra_(algebra) {}

  /// floor(x m / 2^32), for x from 0 to `most`.
  Form high_half(const Form& x, std::int64_t m, std::int64_t most);
  /// What x >> bits is, where x is such a product (or one to which the multiplicand was added: m is then 2^32 more)
  /// and the shift completes a division, or leaves the sign, which is 0; nothing otherwise.
  std::optional<Form> shifted(const Form& x, unsigned bits);

 private:
  struct Product {
    Form x;
    std::int64_t m = 0, most = 0;
  };
  std::optional<Form> quotient(const Product& product, unsigned bits);

  Algebra& algebra_;
  std::map<Form, Product> known_;
};

}  // namespace forewarp::count::detail
