// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The box that reads of an array touch while some loops run.
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/transform/detail/linear.hpp"

namespace forewarp::loop::detail {

/// Along one axis of the array: base, base + 1, ..., base + extent - 1.
struct BoxAxis {
  Linear base;  ///< of the loops that are not swept
  std::int64_t extent = 1;
  bool swept = false;  ///< a swept loop occurs in the subscript
};

/// Throws InputError (PREFETCH: ...) where the subscripts are no sums of loops, differ by more than constants in what
/// is not swept, or where a swept loop has no constant range.
[[nodiscard]] std::vector<BoxAxis> box_of(const Program& program, const std::vector<Access>& reads,
                                          const std::vector<std::string>& sweep);

/// What is read, as a set of [outer..., place in the box...]; `axes` are those of the array that the copy has.
[[nodiscard]] symbolic::Set touched(const Program& program, const std::vector<Access>& reads,
                                    const std::vector<BoxAxis>& box, const std::vector<std::string>& outer,
                                    const std::vector<std::size_t>& axes);

}  // namespace forewarp::loop::detail
