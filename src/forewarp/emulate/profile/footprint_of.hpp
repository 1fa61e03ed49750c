// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// AccessSite::buffer counts all arguments, Profile::buffers has those that are buffers: a scalar before a buffer makes
/// the two differ.
#include <cstddef>
#include <optional>

#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

/// The index in profile.buffers of the buffer that most of a site falls in; nothing where it is mixed or none.
[[nodiscard]] std::optional<std::size_t> footprint_of(const Profile& profile, const AccessSite& site);

}  // namespace forewarp::profile
