// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs blocks on several threads that may depend on each other, and finds out afterwards whether they did.
///
/// A kernel that reads and writes one buffer (y[i] += x[i]) cannot be proved to have independent blocks, but mostly
/// they are. Chunks of such blocks run at the same time, and each logs the 4-byte words that it reads and writes.
/// Where no chunk wrote a granule that another one touched, each read what it would have read in the order of the
/// blocks, and all results are those of that order. Otherwise memory is brought back to what it was before, from copies
/// of the pages that were written, and the chunks run again one after the other.
#include <array>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "forewarp/emulate/machine/memory_impl.hpp"
#include "forewarp/emulate/machine/page_index.hpp"

namespace forewarp::emu {

/// Old contents of the pages that concurrent chunks write. Pages are spread over parts with a lock each.
class PageCopies {
 public:
  static constexpr std::uint64_t page_bytes = 4096;

  /// Copies the page of the buffer unless it was copied already. Called before the first write of each chunk.
  void keep(const MemoryBuffer& buffer, std::uint64_t page);
  /// Brings memory back; no thread may use it.
  void restore();
  void clear();

 private:
  struct Copy {
    std::byte* at = nullptr;
    std::size_t size = 0;
    std::array<std::byte, page_bytes> bytes;
  };
  struct Part {
    std::mutex mutex;
    PageIndex index;          ///< of addresses of first bytes
    std::deque<Copy> copies;  ///< by number; those beyond are room for later
  };
  std::array<Part, 64> parts_;
};

/// What one chunk of blocks has touched.
class TouchLog {
 public:
  static constexpr unsigned word_shift = 2, page_shift = 12, page_words = 1U << (page_shift - word_shift);
  using Words = std::array<std::uint64_t, page_words / 64>;  ///< a bit for each
  struct Page {
    std::uint64_t number = 0;  ///< address >> page_shift
    bool copied = false;
    Words read{}, written{};
  };

  explicit TouchLog(PageCopies& copies) : copies_(&copies) {}
  /// Forgets what was touched and keeps the room for it.
  void clear();
  /// Addresses [first, first + bytes) are accessed, bytes > 0, all in the buffer. What the buffer's tracking says is
  /// done.
  void touch(const MemoryBuffer& buffer, std::uint64_t first, std::uint64_t bytes, bool reads, bool writes);
  [[nodiscard]] const std::vector<Page>& pages() const { return pages_; }

 private:
  Page& page_at(std::uint64_t number) {
    const std::uint32_t recent = recent_[number % recent_.size()];
    if (recent < pages_.size() && pages_[recent].number == number) return pages_[recent];
    return look_up(number);
  }
  Page& look_up(std::uint64_t number);

  PageCopies* copies_;
  PageIndex index_;
  std::vector<Page> pages_;
  std::array<std::uint32_t, 16> recent_{};  ///< to pages_, by the number's lowest bits
};

/// Whether a chunk wrote a word that another one touched.
[[nodiscard]] bool have_conflict(const std::vector<const TouchLog*>& chunks);

}  // namespace forewarp::emu
