// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/decompress.hpp"

#include <algorithm>

#include <lz4.h>
#include <zstd.h>

namespace forewarp::fatbin {
namespace {

/// One byte of an LZ4 block stands for 255 at most (LZ4's block format: a length of 15 and bytes of 255).
constexpr std::uint64_t most_of_lz4 = 255;

struct FreeStream {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

void check_claim(std::string_view stored, Compression compression, std::uint64_t uncompressed, const BytePlace& place) {
  if (uncompressed > max_uncompressed_bytes)
    place.fail(fmt::format("an entry claims {} uncompressed bytes; at most {} are read", uncompressed,
                           max_uncompressed_bytes));
  if (compression == Compression::lz4 &&
      (stored.size() > LZ4_MAX_INPUT_SIZE || uncompressed > (stored.size() + 1) * most_of_lz4))
    place.fail(fmt::format("an entry claims {} uncompressed bytes, which {} bytes of LZ4 cannot hold", uncompressed,
                           stored.size()));
}

std::size_t lz4(std::string_view stored, char* to, std::uint64_t wanted, std::uint64_t uncompressed,
                const BytePlace& place) {
  const int size = static_cast<int>(stored.size()), capacity = static_cast<int>(wanted);
  const int made = wanted == uncompressed ? LZ4_decompress_safe(stored.data(), to, size, capacity)
                                          : LZ4_decompress_safe_partial(stored.data(), to, size, capacity, capacity);
  if (made < 0) place.fail("an entry compressed by LZ4 is damaged");
  return static_cast<std::size_t>(made);
}

std::size_t zstd_prefix(std::string_view stored, char* to, std::uint64_t wanted, const BytePlace& place) {
  const std::unique_ptr<ZSTD_DStream, FreeStream> stream(ZSTD_createDStream());
  FOREWARP_ASSERT(stream, "there is memory for a decoder");
  ZSTD_inBuffer in{stored.data(), stored.size(), 0};
  ZSTD_outBuffer out{to, wanted, 0};
  while (out.pos < out.size) {
    const std::size_t before_in = in.pos, before_out = out.pos;
    const std::size_t left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(left))
      place.fail(fmt::format("an entry compressed by zstd is damaged: {}", ZSTD_getErrorName(left)));
    if (left == 0 || (in.pos == before_in && out.pos == before_out)) break;
  }
  return out.pos;
}

std::size_t zstd(std::string_view stored, char* to, std::uint64_t wanted, std::uint64_t uncompressed,
                 const BytePlace& place) {
  if (wanted < uncompressed) return zstd_prefix(stored, to, wanted, place);
  const std::size_t made = ZSTD_decompress(to, wanted, stored.data(), stored.size());
  if (ZSTD_isError(made))
    place.fail(fmt::format("an entry compressed by zstd is damaged: {}", ZSTD_getErrorName(made)));
  return made;
}

}  // namespace

Payload decompressed_prefix(std::string_view stored, Compression compression, std::uint64_t uncompressed,
                            std::uint64_t wanted, const BytePlace& place) {
  if (compression == Compression::none) return {stored, nullptr};
  check_claim(stored, compression, uncompressed, place);
  wanted = std::min(wanted, uncompressed);
  Payload payload{{}, std::make_unique_for_overwrite<char[]>(std::max<std::uint64_t>(wanted, 1))};
  const std::size_t made = compression == Compression::lz4
                               ? lz4(stored, payload.owned.get(), wanted, uncompressed, place)
                               : zstd(stored, payload.owned.get(), wanted, uncompressed, place);
  if (made != wanted)
    place.fail(fmt::format("an entry of {} bytes ends after {} when it is decompressed", uncompressed, made));
  payload.bytes = {payload.owned.get(), made};
  return payload;
}

Payload decompressed(std::string_view stored, Compression compression, std::uint64_t uncompressed,
                     const BytePlace& place) {
  return decompressed_prefix(stored, compression, uncompressed, uncompressed, place);
}

}  // namespace forewarp::fatbin
