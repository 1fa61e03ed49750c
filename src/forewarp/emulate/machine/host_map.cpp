// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/host_map.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "forewarp/emulate/machine/memory_impl.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

HostMap::HostMap() = default;

HostMap::~HostMap() {
  for (std::atomic<Leaf*>& leaf : leaves_)
    if (Leaf* pages = leaf.load()) munmap(pages, sizeof(Leaf));
}

/// A leaf is 2 MiB of zeros, of which the host commits what is written.
std::atomic<MemoryBuffer*>& HostMap::entry(std::uint64_t page) {
  std::atomic<Leaf*>& leaf = leaves_[page >> (leaf_shift - page_shift)];
  if (!leaf.load()) {
    void* made =
        mmap(nullptr, sizeof(Leaf), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED) throw InputError("the host has no memory left");
    leaf.store(static_cast<Leaf*>(made), std::memory_order_release);
  }
  return (*leaf.load())[page % leaf_pages];
}

void HostMap::own_pages(MemoryBuffer& buffer) {
  bool all = true;
  const std::uint64_t last = (buffer.base + std::max<std::uint64_t>(buffer.bytes, 1) - 1) >> page_shift;
  for (std::uint64_t page = buffer.base >> page_shift; page <= last; ++page) {
    std::atomic<MemoryBuffer*>& owner = entry(page);
    const MemoryBuffer* other = owner.load(std::memory_order_relaxed);
    if (!other) owner.store(&buffer, std::memory_order_relaxed);
    all = all && (!other || other == &buffer);
  }
  if (!all) sharing_.push_back(&buffer);
}

void HostMap::add(std::unique_ptr<MemoryBuffer> buffer) {
  const std::uint64_t end = buffer->base + buffer->bytes;
  const auto is_number = [](std::uint64_t address) {
    const std::uint64_t number = address >> Memory::buffer_shift;
    return number > 0 && number < first_number;
  };
  if (end >> address_bits != 0 || buffer->base < first_address || is_number(buffer->base) || is_number(end))
    throw InputError(fmt::format("memory at {:#x} cannot be mapped for kernels", buffer->base));
  if (leaves_.empty()) leaves_ = std::vector<std::atomic<Leaf*>>(std::size_t{1} << (address_bits - leaf_shift));
  const auto overlaps = [&](const auto& b) { return b->base < end && buffer->base < b->base + b->bytes; };
  const auto next = std::ranges::lower_bound(buffers_, buffer->base, {}, [](const auto& b) { return b->base; });
  if ((next != buffers_.end() && overlaps(*next)) || (next != buffers_.begin() && overlaps(*std::prev(next))))
    throw InputError(fmt::format("memory at {:#x} is mapped already", buffer->base));
  MemoryBuffer& added = **buffers_.insert(next, std::move(buffer));
  own_pages(added);
}

void HostMap::remove(std::uint64_t base) {
  const auto at = std::ranges::lower_bound(buffers_, base, {}, [](const auto& b) { return b->base; });
  FOREWARP_ASSERT(at != buffers_.end() && (*at)->base == base, "only what was mapped is unmapped");
  const MemoryBuffer& buffer = **at;
  const std::uint64_t last = (buffer.base + std::max<std::uint64_t>(buffer.bytes, 1) - 1) >> page_shift;
  for (std::uint64_t page = buffer.base >> page_shift; page <= last; ++page)
    if (entry(page).load() == &buffer) entry(page).store(nullptr);
  std::erase(sharing_, &buffer);
  buffers_.erase(at);
  // Pages that the buffer shared get a new owner.
  const std::vector<MemoryBuffer*> others = std::exchange(sharing_, {});
  for (MemoryBuffer* other : others) own_pages(*other);
}

MemoryBuffer* HostMap::on_shared_page(MemoryBuffer* first, std::uint64_t address) const {
  if (address - first->base < first->allocated()) return first;
  for (MemoryBuffer* other : sharing_)
    if (address - other->base < other->allocated()) return other;
  return address < first->base ? nullptr : first;
}

}  // namespace forewarp::emu
