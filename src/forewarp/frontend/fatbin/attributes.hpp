// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The attributes in sections .nv.info and .nv.info.KERNEL of machine code: u8 format, u8 kind, u16 size or value;
/// format 4 has that many bytes after it. NVIDIA does not document them; kinds as nvdisasm and cuobjdump name them.
#include <cstdint>
#include <optional>
#include <string_view>

#include "forewarp/support/byte_place.hpp"

namespace forewarp::fatbin {

struct Attribute {
  /// frame_size, registers: u32 symbol, u32 value.
  static constexpr std::uint8_t frame_size = 0x11, registers = 0x2f, branch_targets = 0x34;
  std::uint8_t kind = 0;
  std::uint16_t value = 0;  ///< of one without bytes
  std::string_view bytes;
};

/// Calls use(attribute) for each in order, until one is cut off; returns whether none is.
bool for_each_attribute(std::string_view info, auto&& use) {
  constexpr std::uint8_t sized = 4;
  for (std::uint64_t at = 0; at + 4 <= info.size();) {
    const bool is_sized = static_cast<std::uint8_t>(info[at]) == sized;
    const auto value = number_at<std::uint16_t>(info, at + 2);
    const auto kind = static_cast<std::uint8_t>(info[at + 1]);
    at += 4;
    const std::uint64_t size = is_sized ? value : 0;
    if (size > info.size() - at) return false;
    use(Attribute{kind, value, info.substr(at, size)});
    at += size;
  }
  return true;
}

/// The value that an attribute of this kind has for a symbol: u32 symbol, u32 value.
[[nodiscard]] inline std::optional<std::uint32_t> attribute_of(std::string_view info, std::uint8_t kind,
                                                               std::uint32_t symbol) {
  std::optional<std::uint32_t> found;
  for_each_attribute(info, [&](const Attribute& a) {
    if (found || a.kind != kind || a.bytes.size() < 8 || number_at<std::uint32_t>(a.bytes, 0) != symbol) return;
    found = number_at<std::uint32_t>(a.bytes, 4);
  });
  return found;
}

}  // namespace forewarp::fatbin
