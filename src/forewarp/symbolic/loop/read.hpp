// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Whole `.loop` files in and out, transformations applied (docs/formats/loop.md).
#include <filesystem>
#include <string>
#include <string_view>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// The program after all lines below "---". Throws ParseError at the place, for the text and for the transformations.
[[nodiscard]] Program parse(std::string_view text, const std::string& file_name = "program.loop");

/// The same from a file of at most 1 MiB. Throws InputError where it cannot be read.
[[nodiscard]] Program read(const std::filesystem::path& path);

/// The text that reads as this program: its source, then the transformations. For a program that was read from text.
/// Throws InputError for one that has no source.
[[nodiscard]] std::string to_text(const Program& program);

}  // namespace forewarp::loop
