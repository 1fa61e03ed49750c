// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Features that give the target away are left out before training: a model with the elapsed cycles has the
/// time, and a model that leans on them is worth nothing where it is needed.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/learn/validation/task.hpp"

namespace forewarp::validate {

struct LeakCheck {
  std::function<bool(std::string_view)> is_time = nullptr;  ///< true for names of time in another unit
  std::vector<std::string> asked_for = {};                  ///< features that always stay
};

/// Leaves leaking features out and reports them in the notes (leakage is defined in learn/selection/leakage.hpp). Names
/// count for targets other than classes and power. A feature that alone predicts the target counts only where the task
/// has groups (the first of them is left out in turn): the size of a single kernel may well predict its time; where
/// every feature left does so, none is dropped for it. Throws InputError when names alone leave nothing.
void drop_leaks(Task& task, const LeakCheck& check);

}  // namespace forewarp::validate
