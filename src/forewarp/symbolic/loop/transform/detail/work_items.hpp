// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The work-items of a program's groups, as loops: which loops run over them, where one is in the grid, and the extent
/// that an array needs to have an element for each.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop::detail {

using TaggedAxis = std::pair<LoopTag::Kind, int>;         ///< of groups or of work-items
using WorkItemLoops = std::map<TaggedAxis, std::string>;  ///< one loop for each axis

/// The number of work-items that a loop runs over. Throws InputError where it depends on parameters.
[[nodiscard]] std::int64_t work_items_of(const Program& program, const std::string& loop);

/// One loop for each axis of groups and work-items: the longest of those that the statements are in.
[[nodiscard]] WorkItemLoops work_item_loops(const Program& program, const std::vector<Statement>& statements);

/// The loop over work-items of this axis that a statement is in; empty where it is in none.
[[nodiscard]] std::string work_item_loop(const Program& program, const Statement& statement, int axis);

/// The loops of groups and of work-items, axis by axis from the last on; empty where there is none.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> by_axis(const WorkItemLoops& loops);

/// The position of a work-item along one axis of the grid: group size * group + work-item, counted from 0. `item` is
/// the loop over all work-items of the group, `own` the one over those that are meant.
[[nodiscard]] ExpressionPtr work_item_place(const Program& program, const std::string& group, const std::string& item,
                                            const std::string& own);

/// The extent that an array needs for a subscript: its largest value plus one, preferably in the form of an extent that
/// the program has already. Throws InputError where no one formula gives it.
[[nodiscard]] ExpressionPtr extent_for(const Program& program, const ExpressionPtr& index);

}  // namespace forewarp::loop::detail
