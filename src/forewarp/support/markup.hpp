// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace forewarp {

/// Text as HTML and SVG take it, between tags and inside of double quotes.
[[nodiscard]] std::string escape_markup(std::string_view text);

}  // namespace forewarp
