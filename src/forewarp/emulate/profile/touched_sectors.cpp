// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/touched_sectors.hpp"

#include <bit>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::profile {
namespace {

constexpr unsigned word_bits = 64;

}  // namespace

/// One bit per sector of a buffer: 1 GB are 4 MB. Shared by all threads; a bit is only ever set, so
/// relaxed operations are enough, and reading before writing keeps the cache line shared in the
/// common case that the bit is set.
TouchedSectors::TouchedSectors(const BufferMap& buffers, const std::vector<std::uint64_t>& bytes) : buffers_(buffers) {
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    auto& bits = of_buffer_.emplace_back();
    if (bytes[k] == 0) continue;
    bits.first = buffers_.numbers[k] << (emu::Memory::buffer_shift - sector_shift);
    bits.words = (bytes[k] >> sector_shift) / word_bits + 2;  // one more: a buffer need not begin at its number
    bits.bits = std::make_unique<std::atomic<std::uint64_t>[]>(bits.words);
  }
}

/// Sectors of one request are mostly in one buffer, and neighbours in one word: the buffer is found once, and bits of
/// one word that follow each other are set together.
void TouchedSectors::mark(std::uint64_t base, std::span<const std::uint64_t> sectors) {
  const Bits* bits = nullptr;
  std::uint64_t pending = 0, at_word = 0;
  const auto flush = [&] {
    if (pending == 0) return;
    auto& word = bits->bits[at_word];
    if ((word.load(std::memory_order_relaxed) & pending) != pending) word.fetch_or(pending, std::memory_order_relaxed);
    pending = 0;
  };
  for (const std::uint64_t offset : sectors) {
    const std::uint64_t sector = base + offset;
    if (bits == nullptr || sector - bits->first >= bits->words * word_bits) {
      flush();
      bits = bits_of(sector);
      if (bits == nullptr) continue;
    }
    const std::uint64_t at = sector - bits->first;
    if (at / word_bits != at_word) {
      flush();
      at_word = at / word_bits;
    }
    pending |= std::uint64_t{1} << at % word_bits;
  }
  flush();
}

/// Those of the buffer that the sector is in; null where it is in none.
const TouchedSectors::Bits* TouchedSectors::bits_of(std::uint64_t sector) const {
  const auto buffer = buffers_.find(sector);
  if (buffer < 0) return nullptr;
  const auto& bits = of_buffer_[static_cast<std::size_t>(buffer)];
  return sector - bits.first < bits.words * word_bits ? &bits : nullptr;
}

std::uint64_t TouchedSectors::count(std::size_t buffer) const {
  const auto& bits = of_buffer_[buffer];
  std::uint64_t out = 0;
  for (std::uint64_t k = 0; k < bits.words; ++k)
    out += static_cast<std::uint64_t>(std::popcount(bits.bits[k].load(std::memory_order_relaxed)));
  return out;
}

}  // namespace forewarp::profile
