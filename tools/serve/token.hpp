// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace forewarp::serve {

/// 128 random bits of the system as 32 hex digits. Throws Unavailable where the system has none.
[[nodiscard]] std::string make_token();

/// In a time that depends on the length of `given` alone.
[[nodiscard]] bool equal_in_constant_time(std::string_view given, std::string_view secret);

}  // namespace forewarp::serve
