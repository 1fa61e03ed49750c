// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

/// The profile as one JSON text, numbers in full precision; the launch's arguments are not part of it.
[[nodiscard]] std::string stored(const Profile& profile);

/// What stored() wrote, with the launch it belongs to put back; nothing when the text is not that of this version.
[[nodiscard]] std::optional<Profile> restored(std::string_view text, const launch::Launch& launch);

/// All that a profile depends on, as a digest: this build of forewarp (support/build_id.hpp), the code, the entry, the
/// launch with its arguments, and the options. Two
/// equal keys give byte-identical profiles.
[[nodiscard]] std::string profile_key(std::string_view ptx, const launch::Launch& launch,
                                      const ProfileOptions& options);

}  // namespace forewarp::profile
