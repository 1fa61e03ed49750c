// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/feature/features.hpp"
#include "forewarp/profile/profile.hpp"

namespace forewarp::feature {

/// Everything a Profile tells that does not depend on a device: the twelve of braun2020 and what the memory system and
/// the dependency chains look like. What needs a device (cache traffic, machine instructions) is the model's.
[[nodiscard]] Features profile_features(const profile::Profile& profile);

}  // namespace forewarp::feature
