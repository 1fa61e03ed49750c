// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/feature/features.hpp"

namespace forewarp::feature {

/// Every feature of a Profile that does not depend on a device: the twelve of braun2020 and what the memory system and
/// the dependency chains look like, widths, loops and reuse. What needs a device (cache traffic, machine instructions)
/// is the model's.
[[nodiscard]] Features profile_features(const profile::Profile& profile);

/// The same and how one thread goes through memory, of a launch that is emulated for it. Throws as profile::profile.
[[nodiscard]] Features launch_features(const ptx::Module& module, const launch::Launch& launch,
                                       const profile::ProfileOptions& options = {});

}  // namespace forewarp::feature
