// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The work-items of a loop program: how far its group and local axes go.
#include <map>
#include <set>
#include <string>

#include "forewarp/symbolic/loop/program.hpp"
#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

namespace forewarp::count::detail {

struct Grid {
  std::map<int, symbolic::PwQPolynomial> groups, local;  ///< by axis
  symbolic::PwQPolynomial group_count, group_size, sub_groups;
  bool exact = true;             ///< false: lengths of axes are bounds from above
  bool whole_sub_groups = true;  ///< false: sub_groups is work-items / size, for the size of a group is a formula
};

/// A local axis is as long as its loops get for any size, a group axis as long as they are at these sizes.
[[nodiscard]] Grid grid_of(const loop::Program& program, std::int64_t sub_group_size);

/// The work-items beside each other that run a statement without loops on their axes.
[[nodiscard]] symbolic::PwQPolynomial idle_axes(const loop::Program& program, const Grid& grid,
                                                const std::set<std::string>& loops, bool local_too);

}  // namespace forewarp::count::detail
