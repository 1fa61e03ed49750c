// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Memory of this process that kernels may reach at its own addresses, found by page in constant time.
///
/// A table of two levels covers the 47 bits of user addresses: 2^17 leaves of 2^18 pages of 4096 bytes. A page belongs
/// to the buffer that was added first; the few others that begin or end on a page of a neighbour are searched one by
/// one. find() may run on any thread beside add(); remove() needs that no kernel runs.
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace forewarp::emu {

class MemoryBuffer;

class HostMap {
 public:
  /// No process has addresses from 2^40 on and below this number of 2^40 bytes, where the arena of a runtime and
  /// programs lie. Below 2^40 is the heap of a program that is linked to a fixed address.
  static constexpr std::uint64_t first_number = 16;
  /// Nor below this one (vm.mmap_min_addr of Linux).
  static constexpr std::uint64_t first_address = 0x10000;

  HostMap();
  ~HostMap();

  [[nodiscard]] bool empty() const { return buffers_.empty(); }
  [[nodiscard]] const std::vector<std::unique_ptr<MemoryBuffer>>& buffers() const { return buffers_; }
  /// Throws InputError where the buffer overlaps another one.
  void add(std::unique_ptr<MemoryBuffer> buffer);
  void remove(std::uint64_t base);

  /// The buffer on whose pages the address is and that does not begin behind it; nullptr when there is none.
  [[nodiscard]] MemoryBuffer* find(std::uint64_t address) const {
    if (address >> address_bits != 0 || leaves_.empty()) return nullptr;
    const Leaf* leaf = leaves_[address >> leaf_shift].load(std::memory_order_acquire);
    if (!leaf) return nullptr;
    MemoryBuffer* buffer = (*leaf)[(address >> page_shift) % leaf_pages].load(std::memory_order_relaxed);
    return buffer ? on_shared_page(buffer, address) : nullptr;
  }

 private:
  static constexpr unsigned address_bits = 47, page_shift = 12, leaf_shift = 30;
  static constexpr std::uint64_t leaf_pages = std::uint64_t{1} << (leaf_shift - page_shift);
  using Leaf = std::array<std::atomic<MemoryBuffer*>, leaf_pages>;

  [[nodiscard]] MemoryBuffer* on_shared_page(MemoryBuffer* first, std::uint64_t address) const;
  void own_pages(MemoryBuffer& buffer);
  std::atomic<MemoryBuffer*>& entry(std::uint64_t page);

  std::vector<std::atomic<Leaf*>> leaves_;  ///< empty until the first add()
  std::vector<std::unique_ptr<MemoryBuffer>> buffers_;
  std::vector<MemoryBuffer*> sharing_;  ///< those that do not own all of their pages
};

}  // namespace forewarp::emu
