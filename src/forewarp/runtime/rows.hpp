// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What copies and fills are made of.
#include <cstddef>
#include <cstdint>

namespace forewarp::runtime {

enum class CopyDirection : std::uint8_t { host_to_host, host_to_device, device_to_host, device_to_device, by_address };

/// Rows of a copy or fill; height and depth 1 for plain bytes.
struct Extent {
  std::uint64_t width = 0, height = 1, depth = 1;
};
struct Rows {
  std::byte* data = nullptr;
  std::uint64_t pitch = 0;   ///< bytes from row to row
  std::uint64_t height = 1;  ///< rows from slice to slice
};

/// What a fill repeats: its lowest bytes, one, two or four of them.
struct FillValue {
  std::uint32_t value = 0;
  unsigned bytes = 1;
};

}  // namespace forewarp::runtime
