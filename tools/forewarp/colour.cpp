// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "colour.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace forewarp::tool {

bool wants_colour(bool terminal, const char* no_color, const char* term) {
  const bool refused = no_color != nullptr && *no_color != '\0';
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  return terminal && !refused && !dumb;
}

std::string coloured(std::FILE* stream, Colour colour, std::string_view text) {
  if (!wants_colour(::isatty(::fileno(stream)) != 0, std::getenv("NO_COLOR"), std::getenv("TERM")))
    return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(colour), text);
}

}  // namespace forewarp::tool
