// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// NVIDIA's container of device code, as compilers put it into object files: a header, then entries of PTX or machine
/// code, each with a header of its own. Layout of the numbers, little endian:
///
///     container  u32 0xBA55ED50, u16 version 1, u16 bytes of this header (16), u64 bytes of all entries
///     entry      u16 kind (1 PTX, 2 machine code, 8 LTO code), u16 version 0x101, u32 bytes of this header (64 and
///                more), u32 padded bytes of the payload, u32 0, u32 bytes compressed, u32 offset of options, u16
///                minor, u16 major, u32 compute capability, u32 offset and u32 bytes of a name, u64 flags, u64 0, u64
///                bytes uncompressed
///
/// Flags: 1 for 64-bit code, 2 for code to debug, 0x10 for Linux, 0x2000 for a payload compressed by LZ4, 0x8000 for
/// one by zstd, 0x100000 for an architecture with "a" (sm_90a), 0x200000 for one with "f" (sm_100f). At the offset of
/// options: u32 offset of the text and u32 its bytes. Observed in files of nvcc 13.0 and in NVIDIA's libraries.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/fatbin/decompress.hpp"
#include "forewarp/frontend/source/arch.hpp"
#include "forewarp/support/byte_place.hpp"

namespace forewarp::fatbin {

struct Entry {
  /// What other numbers stand for is not read.
  enum class Kind : std::uint16_t { ptx = 1, machine_code = 2, lto_code = 8 };
  Kind kind = Kind::ptx;
  unsigned capability = 0;  ///< 80 for sm_80
  std::uint64_t flags = 0;
  std::uint64_t bytes = 0;   ///< of the payload, uncompressed; PTX may end before
  std::string_view stored;   ///< in the container's bytes
  std::uint64_t offset = 0;  ///< of the stored bytes in the container
  [[nodiscard]] Compression compression() const;
  [[nodiscard]] source::Arch arch() const;
  static constexpr std::uint64_t lz4 = 0x2000, zstd = 0x8000, suffix_a = 0x100000, suffix_f = 0x200000;
};

/// Bytes of the container that begins here, its header included; 0 where none does.
[[nodiscard]] std::uint64_t container_bytes(std::string_view begin);

/// The entries in their order; their bytes are those of the container. Throws InputError where the bytes are no
/// container or end within an entry.
[[nodiscard]] std::vector<Entry> read(std::string_view container, const BytePlace& place = {});

/// The entry's payload, decompressed; PTX without the zeros that follow it. Throws InputError where it is damaged.
[[nodiscard]] Payload payload(const Entry& entry, const BytePlace& container = {});

/// A container with one entry of PTX, not compressed.
[[nodiscard]] std::string written(std::string_view ptx, unsigned capability);

}  // namespace forewarp::fatbin
