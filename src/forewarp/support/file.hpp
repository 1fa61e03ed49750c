// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Whole files in and out. Writing goes to a neighbour and renames, so that a reader never sees half a file.
#include <filesystem>
#include <string>
#include <string_view>

namespace forewarp {

/// The file's bytes. Throws InputError naming the path when it cannot be read or is larger than max_bytes.
[[nodiscard]] std::string read_file(const std::filesystem::path& path, std::size_t max_bytes = std::size_t{1} << 30);

/// Writes beside and renames. Throws InputError naming the path; on failure the old file is untouched.
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// 128-bit FNV-1a digest of the bytes as 32 hex digits: a cache key, not a defence.
[[nodiscard]] std::string digest(std::string_view bytes);

/// The folder with devices/ and kernels/ that forewarp ships: FOREWARP_HOME, else the source tree it was built from,
/// else the installed share/forewarp. Throws Unavailable when none exists.
[[nodiscard]] std::filesystem::path shipped_file(std::string_view relative);

}  // namespace forewarp
