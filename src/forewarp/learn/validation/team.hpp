// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Work shared by several processes, each of which holds the same input: Open MPI in the command-line tool, a
/// single process otherwise. The library itself links no message passing.
#include <cstddef>
#include <span>

namespace forewarp::validate {

class Team {
 public:
  virtual ~Team() = default;
  [[nodiscard]] virtual std::size_t rank() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Adds the members' values place by place; afterwards every member holds the sums. A place that one member wrote and
  /// the others left at zero arrives bit for bit.
  virtual void sum(std::span<double> values) = 0;
};

}  // namespace forewarp::validate
