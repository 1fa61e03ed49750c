// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The keys of the compile cache.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/frontend/source/command.hpp"
#include "forewarp/frontend/source/source_text.hpp"

namespace forewarp::source {

struct Preprocessed {
  std::string key;                                  ///< of the PTX: digest of text, compiler, architecture and flags
  std::vector<std::filesystem::path> dependencies;  ///< the user's files in it: the compiler's own are in its identity
  std::vector<SourceText> texts = {};               ///< of these files, macros expanded; the quick way has none
  std::string expanded = {};                        ///< what the preprocessor wrote; the quick way has none
};

/// Digest of the request as it was made: the file's bytes, options, compiler. Throws InputError if it cannot be read.
[[nodiscard]] std::string request_key(const Job& job);

/// Runs the preprocessor. Throws InputError with its text when it fails.
[[nodiscard]] Preprocessed preprocess(const Job& job);

/// Text that remembers which files, with which content, led to which key.
[[nodiscard]] std::string manifest_of(const Preprocessed& preprocessed);

/// The manifest's key if all its files are as they were.
[[nodiscard]] std::optional<std::string> key_if_unchanged(const std::string& manifest);

/// The files that line markers (# 1 "file" flags) of preprocessed text name, without system headers (flag 3) and what
/// lies under `toolkit`.
[[nodiscard]] std::vector<std::filesystem::path> dependencies_in(std::string_view text,
                                                                 const std::filesystem::path& toolkit);

/// Where nvcc's own headers lie; empty for clang, whose are marked as system headers.
[[nodiscard]] std::filesystem::path toolkit_of(const Job& job);

}  // namespace forewarp::source
