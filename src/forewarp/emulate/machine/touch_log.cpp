// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Marking words costs a comparison of the page with one met recently and two bit operations; a page that is new to
// the chunk costs a hash table access. Conflicts are looked for page by page: O(pages of all chunks).
//
// Copies of pages: the first chunk that is about to write a page copies it, under a lock. Every other chunk that writes
// the page takes the same lock first; so no byte of a page changes before it is copied.
//
// Example: chunk 0 writes bytes 0 to 127 of a page (words 0 to 31), chunk 1 reads bytes 124 to 127 (word 31): a
// conflict. If chunk 1 reads bytes 128 to 131 (word 32) there is none.
#include "forewarp/emulate/machine/touch_log.hpp"

#include <algorithm>
#include <cstring>

namespace forewarp::emu {

namespace {

constexpr std::size_t first_slots = 1024;

std::uint64_t bits_between(unsigned first, unsigned last) {
  return (~std::uint64_t{0} << first) & (~std::uint64_t{0} >> (63 - last));
}

void set(TouchLog::Words& words, unsigned first, unsigned last) {
  for (unsigned at = first / 64; at <= last / 64; ++at)
    words[at] |= bits_between(at == first / 64 ? first % 64 : 0, at == last / 64 ? last % 64 : 63);
}

}  // namespace

void PageCopies::keep(const MemoryBuffer& buffer, std::uint64_t page) {
  const std::uint64_t begin = std::max(page << TouchLog::page_shift, buffer.base);
  const std::uint64_t end = std::min((page + 1) << TouchLog::page_shift, buffer.base + buffer.allocated());
  const std::lock_guard lock(mutex_);
  Copy& copy = copies_[begin];
  if (copy.at) return;
  copy.at = buffer.host + (begin - buffer.base);
  copy.bytes.assign(copy.at, copy.at + (end - begin));
}

void PageCopies::restore() {
  for (const auto& [address, copy] : copies_) std::memcpy(copy.at, copy.bytes.data(), copy.bytes.size());
}

void TouchLog::clear() {
  pages_.clear();
  slots_.assign(first_slots, none);
  recent_.fill(none);
}

TouchLog::Page& TouchLog::look_up(std::uint64_t number) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash(number) & mask;
  while (slots_[at] != none && pages_[slots_[at]].number != number) at = (at + 1) & mask;
  if (slots_[at] == none) {
    slots_[at] = static_cast<std::uint32_t>(pages_.size());
    pages_.push_back({.number = number});
    recent_[number % recent_.size()] = slots_[at];
    if (2 * pages_.size() > slots_.size()) grow();
    return pages_.back();
  }
  recent_[number % recent_.size()] = slots_[at];
  return pages_[slots_[at]];
}

void TouchLog::grow() {
  slots_.assign(2 * slots_.size(), none);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < pages_.size(); ++i) {
    std::size_t at = hash(pages_[i].number) & mask;
    while (slots_[at] != none) at = (at + 1) & mask;
    slots_[at] = i;
  }
}

void TouchLog::touch(const MemoryBuffer& buffer, std::uint64_t first, std::uint64_t bytes, bool reads, bool writes) {
  const std::uint64_t last = first + bytes - 1;
  for (std::uint64_t number = first >> page_shift; number <= last >> page_shift; ++number) {
    Page& page = page_at(number);
    if (writes && !page.copied) {
      copies_->keep(buffer, number);
      page.copied = true;
    }
    if (buffer.tracking != Tracking::words) continue;
    const std::uint64_t begin = number << page_shift, end = begin + (std::uint64_t{1} << page_shift) - 1;
    const auto from = static_cast<unsigned>((std::max(first, begin) - begin) >> word_shift);
    const auto to = static_cast<unsigned>((std::min(last, end) - begin) >> word_shift);
    if (reads) set(page.read, from, to);
    if (writes) set(page.written, from, to);
  }
}

/// `seen` has the words that the chunks so far have touched and written; a chunk conflicts with one of them if it
/// touches what they wrote or writes what they touched.
bool have_conflict(const std::vector<const TouchLog*>& chunks) {
  struct Seen {
    TouchLog::Words touched{}, written{};
  };
  std::unordered_map<std::uint64_t, Seen> all;
  for (const TouchLog* chunk : chunks)
    for (const TouchLog::Page& page : chunk->pages()) {
      Seen& seen = all[page.number];
      for (std::size_t w = 0; w < page.read.size(); ++w) {
        const std::uint64_t touched = page.read[w] | page.written[w];
        if ((touched & seen.written[w]) != 0 || (page.written[w] & seen.touched[w]) != 0) return true;
        seen.touched[w] |= touched;
        seen.written[w] |= page.written[w];
      }
    }
  return false;
}

}  // namespace forewarp::emu
