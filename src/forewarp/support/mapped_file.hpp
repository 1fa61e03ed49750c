// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A file's bytes where the kernel keeps them, read-only. Whoever writes model files renames (support/file.hpp), and so
/// do linkers, so that the bytes do not change underneath.
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace forewarp {

struct MappedBytes {
  std::span<const std::byte> bytes;   ///< on a page boundary
  std::shared_ptr<const void> owner;  ///< unmaps with its last copy
};

/// Whether all pages are wanted at once, or only those that are looked at, of a file of which little is read.
enum class MapPages { all, when_read };

/// Throws InputError naming the path when it cannot be opened, is no regular file or is empty.
[[nodiscard]] MappedBytes map_file(const std::filesystem::path& path, MapPages pages = MapPages::all);

}  // namespace forewarp
