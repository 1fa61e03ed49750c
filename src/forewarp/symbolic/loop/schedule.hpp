// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The order in which one work-item does things: loops within each other, statements, and barriers (stevens2020,
/// section 5: the program linearization). Loops on group and local axes are run side by side and are not opened.
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

struct Step {
  enum class Kind : std::uint8_t { statement, loop, barrier } kind = Kind::statement;
  std::string name;           ///< the statement's id or the loop's name
  bool global_fence = false;  ///< of a barrier: it orders global memory too
  std::vector<Step> inside;   ///< of a loop
};

/// Of a program without reductions (transform/realize.hpp). Statements that share a loop share its iterations; in equal
/// iterations they run as written where data flow or `after` requires an order. A barrier is placed where a work-item
/// would else meet what another of its group has not written, or not yet read, and nowhere else. Throws InputError
/// where no such order exists: a statement that has to run between two that share a loop, or a barrier that not all
/// work-items would meet.
[[nodiscard]] std::vector<Step> schedule(const Program& program);

/// For people and tests, a line a step, indented.
[[nodiscard]] std::string to_text(const std::vector<Step>& steps);

}  // namespace forewarp::loop
