// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Whether guessed arguments decide how much a launch does, or where it reads and writes.
#include <vector>

#include "forewarp/emulate/profile/nothing_done.hpp"

namespace forewarp::profile {

/// At most one mark of each kind. Not marked: guards (an index below a guessed bound) that nearly all threads pass, and
/// branches whose sides are too short to matter.
[[nodiscard]] std::vector<Mark> guess_marks(const LaunchCode& code, const Profile& profile,
                                            const analysis::Dependence& dependence);

}  // namespace forewarp::profile
