// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// NVIDIA's container of device code, as compilers put it into object files: a header, then entries of PTX or machine
/// code, each with a header of its own. Layout of the numbers, little endian:
///
///     container  u32 0xBA55ED50, u16 version 1, u16 bytes of this header (16), u64 bytes of all entries
///     entry      u16 kind (1 PTX, 2 machine code), u16 version 0x101, u32 bytes of this header (64 or 80),
///                u64 padded bytes of the payload, u32 bytes compressed, u32 offset of options, u16 minor, u16 major,
///                u32 compute capability, u32 offset and u32 bytes of a name, u64 flags, u64 0, u64 bytes uncompressed
///
/// Flags: 1 for 64-bit code, 0x10 for Linux, 0x2000 for a payload compressed by LZ4, 0x8000 for one by zstd.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::fatbin {

struct Entry {
  enum class Kind : std::uint16_t { ptx = 1, machine_code = 2 };
  Kind kind = Kind::ptx;
  unsigned capability = 0;  ///< 80 for sm_80
  std::uint64_t flags = 0;
  std::string payload;  ///< PTX text; of machine code and of what is compressed, the bytes as stored
  [[nodiscard]] bool compressed() const { return (flags & (lz4 | zstd)) != 0; }
  static constexpr std::uint64_t lz4 = 0x2000, zstd = 0x8000;
};

/// Bytes of the container that begins here, its header included; 0 where none does.
[[nodiscard]] std::uint64_t container_bytes(std::string_view begin);

/// The entries in their order. Throws InputError where the bytes are no container or end within an entry.
[[nodiscard]] std::vector<Entry> read(std::string_view container);

/// A container with one entry of PTX, not compressed.
[[nodiscard]] std::string written(std::string_view ptx, unsigned capability);

}  // namespace forewarp::fatbin
