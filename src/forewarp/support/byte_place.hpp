// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where bytes lie in a file, for messages: "app, byte 0x2060: the header of an entry is cut off".
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp {

struct BytePlace {
  std::string file;          ///< empty: a fat binary in memory
  std::uint64_t offset = 0;  ///< in the file

  [[nodiscard]] BytePlace at(std::uint64_t further) const { return {file, offset + further}; }
  [[noreturn]] void fail(std::string_view message) const {
    if (file.empty()) throw InputError(fmt::format("the fat binary, byte {:#x}: {}", offset, message));
    throw InputError(fmt::format("{}, byte {:#x}: {}", file, offset, message));
  }
};

/// Little endian, at any alignment. The caller has checked that the bytes are there.
template <typename Number>
[[nodiscard]] Number number_at(std::string_view bytes, std::uint64_t at) {
  FOREWARP_ASSERT(at <= bytes.size() && sizeof(Number) <= bytes.size() - at, "a number lies within its bytes");
  Number value{};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace forewarp
