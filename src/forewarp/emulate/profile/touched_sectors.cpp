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
TouchedSectors::TouchedSectors(const BufferMap& buffers, const std::vector<std::uint64_t>& bytes,
                               const std::vector<bool>& is_endless)
    : buffers_(buffers) {
  constexpr unsigned all_pieces_shift = emu::Memory::buffer_shift - sector_shift - piece_sectors_shift;
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    auto& bits = of_buffer_.emplace_back();
    const bool has_end = k >= is_endless.size() || !is_endless[k] || bytes[k] == 0;
    beyond_.push_back(has_end ? Pieces() : Pieces(std::size_t{1} << all_pieces_shift));
    if (bytes[k] == 0) continue;
    bits.first = buffers_.numbers[k] << (emu::Memory::buffer_shift - sector_shift);
    bits.words = (bytes[k] >> sector_shift) / word_bits + 2;  // one more: a buffer need not begin at its number
    bits.bits = std::make_unique<std::atomic<std::uint64_t>[]>(bits.words);
  }
}

TouchedSectors::~TouchedSectors() {
  for (Pieces& pieces : beyond_)
    for (auto& piece : pieces) delete piece.load();
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
const TouchedSectors::Bits* TouchedSectors::bits_of(std::uint64_t sector) {
  const auto buffer = buffers_.find(sector);
  if (buffer < 0) return nullptr;
  const auto& bits = of_buffer_[static_cast<std::size_t>(buffer)];
  if (sector - bits.first < bits.words * word_bits) return &bits;
  auto& pieces = beyond_[static_cast<std::size_t>(buffer)];
  return pieces.empty() ? nullptr : piece_of(pieces, bits.first, sector);
}

/// Made by the first thread that touches it: of two that try at once one throws its own away.
const TouchedSectors::Bits* TouchedSectors::piece_of(Pieces& pieces, std::uint64_t first, std::uint64_t sector) {
  const std::uint64_t number = (sector - first) >> piece_sectors_shift;
  if (Bits* const made = pieces[number].load(std::memory_order_acquire)) return made;
  if (pieces_.fetch_add(1) >= max_pieces) {
    pieces_ = max_pieces + 1;
    return nullptr;
  }
  auto fresh = std::make_unique<Bits>();
  fresh->first = first + (number << piece_sectors_shift);
  fresh->words = (std::uint64_t{1} << piece_sectors_shift) / word_bits;
  fresh->bits = std::make_unique<std::atomic<std::uint64_t>[]>(fresh->words);
  Bits* before = nullptr;
  if (pieces[number].compare_exchange_strong(before, fresh.get(), std::memory_order_acq_rel)) return fresh.release();
  pieces_.fetch_sub(1);
  return before;
}

std::uint64_t TouchedSectors::Bits::count() const {
  std::uint64_t out = 0;
  for (std::uint64_t k = 0; k < words; ++k)
    out += static_cast<std::uint64_t>(std::popcount(bits[k].load(std::memory_order_relaxed)));
  return out;
}

std::uint64_t TouchedSectors::count(std::size_t buffer) const {
  std::uint64_t out = of_buffer_[buffer].count();
  for (const auto& piece : beyond_[buffer])
    if (const Bits* const bits = piece.load()) out += bits->count();
  return out;
}

}  // namespace forewarp::profile
