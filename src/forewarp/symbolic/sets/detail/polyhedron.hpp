// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Polyhedra of integer constraints over numbered variables, on their way between isl and the summation.
#include <optional>
#include <vector>

#include "forewarp/symbolic/sets/affine.hpp"
#include "forewarp/symbolic/sets/isl.hpp"

namespace forewarp::symbolic::detail {

using Polyhedron = std::vector<Constraint>;

/// A disjoint cover of the set; existentials have become variables that the others determine.
struct Part {
  Polyhedron constraints;
  std::size_t parameters = 0;
  std::size_t variables = 0;  // after the parameters
};
[[nodiscard]] std::vector<Part> disjoint_parts(const Set& set);
/// The parts as they are, overlapping, with their existentials dropped: together they contain the set.
[[nodiscard]] std::vector<Part> covering_parts(const Set& set);

/// Without what other constraints imply; nullopt where it is empty.
[[nodiscard]] std::optional<Polyhedron> reduced(const Polyhedron& p, std::size_t variables, const Context& context);
/// The projection of the polyhedron on the variable `kept`, over the rationals.
[[nodiscard]] std::optional<Polyhedron> shadow(const Polyhedron& p, std::size_t variables, Symbol first_dropped,
                                               Symbol kept, const Context& context);

}  // namespace forewarp::symbolic::detail
