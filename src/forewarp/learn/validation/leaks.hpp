// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Features that give the target away are left out before anything is learnt: whoever has the elapsed cycles has the
/// time, and a model that leans on them is worth nothing where it is needed.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/learn/validation/task.hpp"

namespace forewarp::validate {

struct LeakCheck {
  std::function<bool(std::string_view)> is_time = nullptr;  ///< says of a name that it is time in another unit
  std::vector<std::string> asked_for = {};                  ///< features that stay whatever is found
};

/// Leaves leaking features out and says so in the notes (learn/selection/leakage.hpp tells what leaks). Names count for
/// targets other than classes and power. That a feature alone tells the target counts only where the task has groups
/// (the first of them is left out in turn): the size of a single kernel tells its time by right; where every feature
/// left does so, none is dropped for it. Throws InputError when names alone leave nothing.
void drop_leaks(Task& task, const LeakCheck& check);

}  // namespace forewarp::validate
