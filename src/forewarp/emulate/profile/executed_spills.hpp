// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

/// The bytes that a thread moves, from those of the instructions in the code. ptxas states the latter and not how often
/// they run: each counts as a mean instruction of the code that was reached. Example: 240 instructions a thread in 80
/// places: 3 times.
[[nodiscard]] Spills executed_spills(const Spills& in_code, const Profile& profile);

}  // namespace forewarp::profile
