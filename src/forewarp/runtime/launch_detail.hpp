// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What pages and advice need of a distinct launch beside its times: what it did, and its device code. A recording has
/// each once, however often the launch was repeated:
///
///     {"code": {"name": "jacobi (device code)", "ptx": ".version 8.5 ..."}}
///     {"detail": {"distinct": 0, "code": 0, "launch": {"entry": "_Z6jacobi...", ...}, "profile": {...}}}
#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::runtime {

/// The PTX of a module that launched something.
struct DeviceCode {
  std::string name, ptx;
};

struct LaunchDetail {
  std::size_t distinct = 0;  ///< Distinct::id
  std::size_t code = 0;      ///< index among Recording::codes
  profile::Profile profile;  ///< with the launch: arguments by their names, kinds and sizes
};

/// One line, without its end.
[[nodiscard]] std::string detail_line(std::size_t distinct, std::size_t code, const profile::Profile& profile);
/// The value of "detail". Throws InputError where the profile is not one of this version, and what nlohmann::json
/// throws for other members.
[[nodiscard]] LaunchDetail detail_from(const nlohmann::json& json);

}  // namespace forewarp::runtime
