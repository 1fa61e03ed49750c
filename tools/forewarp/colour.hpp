// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace forewarp::tool {

enum class Colour : std::uint8_t { red = 31, green = 32, yellow = 33 };

/// Whether colour goes to a stream: a terminal that is not "dumb", and NO_COLOR (no-color.org) not set or empty.
[[nodiscard]] bool wants_colour(bool terminal, const char* no_color, const char* term);
/// The text, between escape sequences where the stream wants colour.
[[nodiscard]] std::string coloured(std::FILE* stream, Colour colour, std::string_view text);

}  // namespace forewarp::tool
