// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What Memory hides from its users and the executing machine needs: host addresses and page states of the buffers.
#include <array>
#include <atomic>
#include <mutex>

#include "forewarp/emulate/machine/host_map.hpp"
#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::emu {

/// Anonymous pages of the host, all zero until written; reserved, not committed.
class SparseRange {
 public:
  SparseRange() = default;
  explicit SparseRange(std::uint64_t bytes);  ///< throws InputError when the host refuses
  ~SparseRange();
  SparseRange(const SparseRange&) = delete;
  SparseRange& operator=(const SparseRange&) = delete;
  SparseRange& operator=(SparseRange&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

/// What is recorded of accesses while chunks of dependent blocks run at the same time (touch_log.hpp).
enum class Tracking : std::uint8_t {
  none,
  pages,  ///< copies of the pages that are written
  words,  ///< and which words are read and written
};

/// One buffer. Host bytes of a page are valid once its state is "made".
class MemoryBuffer {
 public:
  MemoryBuffer(std::uint64_t base, std::uint64_t bytes, std::string name, PageSource source, bool track_written);
  /// Bytes of this process at their own address, all made.
  MemoryBuffer(std::byte* mapped, std::uint64_t bytes, std::string name);

  std::uint64_t base;
  std::uint64_t bytes;
  std::string name;
  std::byte* host;
  std::byte* written;      ///< one byte a byte, non-zero once written; nullptr when the whole buffer counts as written
  bool read_only = false;  ///< a .const variable
  Bounds bounds = Bounds::exact;
  Tracking tracking = Tracking::none;     ///< changes only while nothing runs
  std::atomic<std::uint64_t> reached{0};  ///< where accesses beyond the end of one without bounds have ended

  /// An access beyond its end, which ends at this byte.
  void reach(std::uint64_t end) {
    std::uint64_t before = reached.load(std::memory_order_relaxed);
    while (before < end && !reached.compare_exchange_weak(before, end, std::memory_order_relaxed)) {
    }
  }
  /// Its bytes count as never written from now on.
  void track();
  /// Where accesses must end.
  [[nodiscard]] std::uint64_t allocated() const {
    if (bounds == Bounds::exact) return bytes;
    return (bytes + Memory::allocation_bytes - 1) / Memory::allocation_bytes * Memory::allocation_bytes;
  }

  /// Whether every page is made.
  [[nodiscard]] bool complete() const { return complete_.load(std::memory_order_acquire); }
  [[nodiscard]] bool made(std::uint64_t page) const {
    return complete() || reinterpret_cast<const std::atomic<std::uint8_t>*>(states_.data())[page].load(
                             std::memory_order_acquire) != 0;
  }
  /// Whether all pages of [offset, offset + size) are made; the range is in the buffer and size > 0.
  [[nodiscard]] bool range_made(std::uint64_t offset, std::uint64_t size) const {
    if (complete()) return true;
    for (std::uint64_t p = offset / Memory::page_bytes, last = (offset + size - 1) / Memory::page_bytes; p <= last; ++p)
      if (!made(p)) return false;
    return true;
  }

 private:
  friend struct Memory::Impl;
  PageSource source_;
  SparseRange data_, states_, shadow_;
  std::atomic<std::uint64_t> missing_;  ///< pages not made yet
  std::atomic<bool> complete_;
};

struct Memory::Impl {
  std::uint64_t limit = 0;
  std::atomic<std::uint64_t> touched{0};
  std::uint64_t heap = 0;                              ///< address of the buffer of malloc in kernels, 0: none yet
  std::vector<std::unique_ptr<MemoryBuffer>> buffers;  ///< by number; [0] stays empty, so null is in no buffer
  std::array<std::mutex, 64> making;
  HostMap mapped;  ///< buffers at addresses of this process

  std::uint64_t add(std::uint64_t bytes, std::string name, PageSource source, bool track_written);
  /// The buffer an address is in, by its number alone or by its page; nullptr when there is none.
  [[nodiscard]] MemoryBuffer* find(std::uint64_t address) const {
    const std::uint64_t number = address >> Memory::buffer_shift;
    return number - 1 < buffers.size() - 1 ? buffers[number].get() : mapped.find(address);
  }
  /// Makes the pages of a range inside the buffer. Safe from any thread. Throws InputError past the limit.
  void make(MemoryBuffer& buffer, std::uint64_t offset, std::uint64_t size);

 private:
  void make_page(MemoryBuffer& buffer, std::uint64_t page);
};

}  // namespace forewarp::emu
