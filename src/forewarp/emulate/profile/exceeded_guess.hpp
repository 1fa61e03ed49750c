// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What an answer says of buffers whose size was guessed too small.
///
///     the kernel goes beyond the guessed size of `a`, 16777216 x f32: taken to be 1073741824
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

/// A line for each such buffer of the launch.
[[nodiscard]] std::vector<std::string> exceeded_guesses(const Profile& profile);

}  // namespace forewarp::profile
