// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/read_checks.hpp"

#include <fmt/format.h>

#include <bit>
#include <limits>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {

bool all_finite(std::span<const double> values) {
  // Of a number that is not finite all bits of the exponent are set, and one more carries into the sign.
  constexpr std::uint64_t without_sign = ~std::uint64_t{0} >> 1, one_more = std::uint64_t{1} << 52;
  std::uint64_t carries = 0;
  for (const double v : values) carries |= (std::bit_cast<std::uint64_t>(v) & without_sign) + one_more;
  return carries >> 63 == 0;
}

double read_in(Reader& in, std::string_view what, double low, double high) {
  const double value = in.number();
  if (!(value >= low && value <= high))
    throw InputError(fmt::format("{} in the model is {}; it must lie in {} to {}", what, value, low, high));
  return value;
}

double read_finite(Reader& in, std::string_view what) {
  constexpr double most = std::numeric_limits<double>::max();
  return read_in(in, what, -most, most);
}

std::span<const double> finite_array_in_place(Reader& in, std::string_view what, std::size_t length) {
  const std::span<const double> values = in.array<double>();
  if (values.size() != length)
    throw InputError(fmt::format("the model has {} times {} where it needs {}", values.size(), what, length));
  if (!all_finite(values)) throw InputError(fmt::format("{} in the model is not a finite number", what));
  return values;
}

std::vector<double> read_finite_array(Reader& in, std::string_view what, std::optional<std::size_t> length) {
  Reader ahead = in;
  const std::span<const double> values =
      finite_array_in_place(in, what, length ? *length : ahead.array<double>().size());
  return {values.begin(), values.end()};
}

std::size_t read_feature_count(Reader& in) {
  const std::uint64_t count = in.integer("the number of features", max_features);
  if (count == 0) throw InputError("the model has no feature");
  return count;
}

}  // namespace forewarp::learn
