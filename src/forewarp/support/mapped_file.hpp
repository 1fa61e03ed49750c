// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A file's bytes where the kernel keeps them, read-only. Writers of model files rename (support/file.hpp), so the
/// bytes do not change underneath.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace forewarp {

struct MappedBytes {
  std::span<const std::byte> bytes;   ///< on a page boundary
  std::shared_ptr<const void> owner;  ///< unmaps with its last copy
};

enum class Pages : std::uint8_t { all_now, when_read };

/// Throws InputError naming the path when it cannot be opened, is no regular file or is empty.
[[nodiscard]] MappedBytes map_file(const std::filesystem::path& path, Pages pages = Pages::all_now);

}  // namespace forewarp
