// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The two compressions of nvcc (--compress-mode): an LZ4 block and a zstd frame, by liblz4 and libzstd.
#include <cstdint>
#include <memory>
#include <string_view>

#include "forewarp/support/byte_place.hpp"

namespace forewarp::fatbin {

enum class Compression : std::uint8_t { none, lz4, zstd };

/// No entry may claim to be larger. The largest module of NVIDIA's libraries has 60 MB.
inline constexpr std::uint64_t max_uncompressed_bytes = std::uint64_t{1} << 30;

/// Bytes that may lie elsewhere (not compressed) or here.
struct Payload {
  std::string_view bytes;
  std::unique_ptr<char[]> owned;  ///< memory is only taken for what is written to it
};

/// All bytes, which must be as many as `uncompressed` says. Throws InputError for any others.
[[nodiscard]] Payload decompressed(std::string_view stored, Compression compression, std::uint64_t uncompressed,
                                   const BytePlace& place);

/// At least the first `wanted` bytes, or all where there are fewer.
[[nodiscard]] Payload decompressed_prefix(std::string_view stored, Compression compression, std::uint64_t uncompressed,
                                          std::uint64_t wanted, const BytePlace& place);

}  // namespace forewarp::fatbin
