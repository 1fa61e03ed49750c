// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a user's program looks like to the compiler: its files with macros expanded and headers found, those of the
/// system and of the toolkit left out. Names of parameters, launches and structs are read from it.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::source {

struct SourceText {
  std::filesystem::path file;
  std::string text;  ///< every line has its place in the file, where a header is included only once
};

/// The user's files in preprocessed text, in the order in which they begin. `toolkit`: see dependencies_in().
[[nodiscard]] std::vector<SourceText> texts_in(std::string_view preprocessed, const std::filesystem::path& toolkit);

/// One text for a cache, and back; nothing for a damaged one.
[[nodiscard]] std::string packed_texts(const std::vector<SourceText>& texts);
[[nodiscard]] std::optional<std::vector<SourceText>> unpacked_texts(std::string_view packed);

}  // namespace forewarp::source
