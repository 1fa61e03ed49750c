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
#include <unordered_map>

namespace forewarp::emu {

namespace {

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
  Part& part = parts_[page % parts_.size()];
  const std::lock_guard lock(part.mutex);
  const auto [number, is_new] = part.index.number_of(begin);
  if (!is_new) return;
  if (number == part.copies.size()) part.copies.emplace_back();
  Copy& copy = part.copies[number];
  copy.at = buffer.host + (begin - buffer.base);
  copy.size = end - begin;
  std::memcpy(copy.bytes.data(), copy.at, copy.size);
}

void PageCopies::restore() {
  for (Part& part : parts_)
    for (std::size_t i = 0; i < part.index.size(); ++i)
      std::memcpy(part.copies[i].at, part.copies[i].bytes.data(), part.copies[i].size);
}

void PageCopies::clear() {
  for (Part& part : parts_) part.index.clear();
}

void TouchLog::clear() {
  pages_.clear();
  index_.clear();
  recent_.fill(0);
}

TouchLog::Page& TouchLog::look_up(std::uint64_t number) {
  const auto [at, is_new] = index_.number_of(number);
  recent_[number % recent_.size()] = at;
  if (is_new) pages_.push_back({.number = number});
  return pages_[at];
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

/// A page that one chunk touches has no conflict. Of the others `seen` has the words that the chunks so far have
/// touched and written; a chunk conflicts with one of them if it touches what they wrote or writes what they touched.
bool have_conflict(const std::vector<const TouchLog*>& chunks) {
  struct Seen {
    TouchLog::Words touched{}, written{};

    /// Whether the page has no conflict with those added before.
    bool add(const TouchLog::Page& page) {
      bool fits = true;
      for (std::size_t w = 0; w < page.read.size(); ++w) {
        const std::uint64_t here = page.read[w] | page.written[w];
        fits = fits && (here & written[w]) == 0 && (page.written[w] & touched[w]) == 0;
        touched[w] |= here;
        written[w] |= page.written[w];
      }
      return fits;
    }
  };
  PageIndex index;
  std::vector<const TouchLog::Page*> first;     // of each page: the first chunk's
  std::unordered_map<std::uint32_t, Seen> all;  // of pages that several chunks touch
  for (const TouchLog* chunk : chunks)
    for (const TouchLog::Page& page : chunk->pages()) {
      const auto [number, is_new] = index.number_of(page.number);
      if (is_new) {
        first.push_back(&page);
        continue;
      }
      const auto [seen, is_second] = all.try_emplace(number);
      if (is_second) seen->second.add(*first[number]);
      if (!seen->second.add(page)) return true;
    }
  return false;
}

}  // namespace forewarp::emu
