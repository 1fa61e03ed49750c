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

void TouchedSectors::mark(std::uint64_t sector) {
  const auto buffer = buffers_.find(sector);
  if (buffer < 0) return;
  auto& bits = of_buffer_[static_cast<std::size_t>(buffer)];
  const auto at = sector - bits.first;
  if (at / word_bits >= bits.words) return;
  auto& word = bits.bits[at / word_bits];
  const auto bit = std::uint64_t{1} << at % word_bits;
  if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
}

std::uint64_t TouchedSectors::count(std::size_t buffer) const {
  const auto& bits = of_buffer_[buffer];
  std::uint64_t out = 0;
  for (std::uint64_t k = 0; k < bits.words; ++k)
    out += static_cast<std::uint64_t>(std::popcount(bits.bits[k].load(std::memory_order_relaxed)));
  return out;
}

}  // namespace forewarp::profile
