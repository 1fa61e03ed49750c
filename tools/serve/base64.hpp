// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace forewarp::serve {

/// The bytes of base64 as RFC 4648 has it, with '=' at the end. Throws InputError for any other text.
[[nodiscard]] std::string from_base64(std::string_view text);

}  // namespace forewarp::serve
