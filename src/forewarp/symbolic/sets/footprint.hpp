// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What accesses touch: footprints (Algorithm 2 of stevens2020, section 5), the ratio of accesses to footprint (AFR)
/// and the strides of section 6.1.1, all as formulas.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/sets/count.hpp"

namespace forewarp::symbolic {

/// One access in a statement: the loop domain projected on the statement's loops, and the loops -> subscripts map.
struct Access {
  Set domain;
  Map subscripts;
};

/// The number of different elements that the accesses touch together. Throws InputError without any access.
[[nodiscard]] Count footprint(const std::vector<Access>& accesses, const CountOptions& options = {});

/// a / b as a formula, where each has one piece and the division is exact.
[[nodiscard]] std::optional<PwQPolynomial> quotient(const PwQPolynomial& a, const PwQPolynomial& b);

/// AFR = accesses / footprint.
struct AccessRatio {
  PwQPolynomial accesses;
  PwQPolynomial footprint;
  /// The ratio as a formula where the division is exact, piece by piece.
  std::optional<PwQPolynomial> ratio;
  bool exact = true;
  /// At one size; throws InputError where nothing is touched.
  [[nodiscard]] Rational evaluate(const std::map<std::string, std::int64_t>& values) const;
};
[[nodiscard]] AccessRatio access_ratio(const std::vector<Access>& accesses, const CountOptions& options = {});

/// What a loop of the domain runs over.
struct LoopRole {
  enum class Kind { local, group, sequential } kind = Kind::sequential;
  int axis = 0;  // of local and group
};

/// Strides in elements: gs0*gid(0) + ... + ls0*lid(0) + ... + the sequential loops, those of stride 0 included.
struct Strides {
  std::map<int, PwQPolynomial> local, group;
  std::map<std::size_t, PwQPolynomial> sequential;  // by the place of the loop in the domain
};

/// `layout` is the stride of each axis of the array (n and 1 for rows of n). Throws InputError where a subscript is not
/// one affine form of the loops, or where roles or layout do not fit the map.
[[nodiscard]] Strides strides(const Map& subscripts, const std::vector<LoopRole>& roles,
                              const std::vector<PwQPolynomial>& layout);

}  // namespace forewarp::symbolic
