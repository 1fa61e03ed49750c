// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "forewarp/symbolic/loop/detail/condition.hpp"
#include "forewarp/symbolic/loop/launch.hpp"

namespace forewarp::loop::detail {

/// Where the launch puts the loops: "gid(0)" and "lid(0)" in the place of those on groups and work-items.
class Placement {
 public:
  /// The program must outlive it. Throws as launch_shape.
  explicit Placement(const Program& program);

  /// The expressions for loops that are not opened, and for fixed parameters.
  [[nodiscard]] const std::map<std::string, ExpressionPtr>& values() const { return values_; }
  /// What holds everywhere: the assumptions, and the extents of the launch.
  [[nodiscard]] const symbolic::Set& known() const { return known_; }
  /// Where a work-item with open loops runs the statement: over parameters, opened loops, lid and gid. What writes
  /// memory without having a loop on an axis in use is run by the first of that axis alone.
  [[nodiscard]] symbolic::Set runs(const Statement& statement) const;
  /// The "lid(N)" of axes in use.
  [[nodiscard]] std::vector<std::string> work_items() const;

 private:
  struct Axis {
    std::string id;
    LoopTag tag;
    LaunchAxis launch;
  };
  [[nodiscard]] symbolic::Set placed(symbolic::Set condition, const std::vector<std::string>& loops) const;
  [[nodiscard]] symbolic::Set extent(const Axis& axis) const;
  [[nodiscard]] bool is_pinned(const Statement& statement, const Axis& axis) const;

  const Program& p_;
  std::vector<Axis> axes_;  ///< those in use
  std::map<std::string, ExpressionPtr> values_;
  symbolic::Set known_;
};

}  // namespace forewarp::loop::detail
