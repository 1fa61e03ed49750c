// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Allocations are mapped one behind the other from a fixed address on, so that addresses are the same in every run.
// Each begins on a page of its own; the emulator checks their ends. The lowest freed address of the same size comes
// first: a program that allocates and frees in a loop gets the same addresses each time, so that its launches are
// alike.
//
// Freed memory stays mapped for its next use, within limits: small allocations with their pages, which are set to zero
// when they are used again, large ones without. For checks it is unmapped, and its address is not used again.
#include "forewarp/runtime/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

constexpr std::uint64_t page_bytes = emu::Memory::page_bytes;

std::uint64_t pages(std::uint64_t bytes) {
  return (std::max<std::uint64_t>(bytes, 1) + page_bytes - 1) / page_bytes * page_bytes;
}

bool counts(const Allocation& a) {
  return a.is_ours && !a.is_variable && (a.kind == MemoryKind::device || a.kind == MemoryKind::managed);
}

}  // namespace

Arena::~Arena() {
  while (!allocations_.empty()) release(allocations_.begin()->second);
  for (const auto& [address, bytes] : kept_) munmap(reinterpret_cast<void*>(address), bytes);
}

void Arena::unmap_or_keep(std::uint64_t address, std::uint64_t bytes) {
  void* const data = reinterpret_cast<void*>(address);
  const bool small = bytes <= small_bytes;
  const bool room = kept_.size() < max_kept && (!small || kept_bytes_ + bytes <= max_kept_bytes);
  if (guarded_ || !room || (!small && madvise(data, bytes, MADV_DONTNEED) != 0)) {
    munmap(data, bytes);
    return;
  }
  kept_[address] = bytes;
  kept_bytes_ += small ? bytes : 0;
}

std::byte* Arena::reserve_freed(std::uint64_t bytes) {
  const auto same_size = freed_.find(bytes);
  if (same_size == freed_.end() || same_size->second.empty()) return nullptr;
  void* const at = reinterpret_cast<void*>(*same_size->second.begin());
  same_size->second.erase(same_size->second.begin());
  if (const auto kept = kept_.find(reinterpret_cast<std::uintptr_t>(at)); kept != kept_.end()) {
    kept_.erase(kept);
    if (bytes > small_bytes) return static_cast<std::byte*>(at);  // its pages are new ones
    kept_bytes_ -= bytes;
    std::memset(at, 0, bytes);
    return static_cast<std::byte*>(at);
  }
  void* const got =
      mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == at) return static_cast<std::byte*>(got);
  if (got != MAP_FAILED) munmap(got, bytes);
  return nullptr;
}

/// Where an address is taken by somebody else, the next one is tried; after the last address the search starts again.
std::byte* Arena::reserve(std::uint64_t bytes) {
  if (std::byte* const again = reserve_freed(bytes)) return again;
  // As on a device, large memory shares no page of 2 MiB with what lies before it: where it is freed, nothing of it
  // passes for the rest of that one's page (mapped_with() in emulate/machine/locate.cpp).
  constexpr std::uint64_t device_page = std::uint64_t{2} << 20;
  if (bytes >= device_page) next_ = (next_ + device_page - 1) / device_page * device_page;
  constexpr int tries = 64;
  for (int i = 0; i < tries; ++i) {
    if (next_ > last_address - bytes) next_ = first_address;
    void* const at = reinterpret_cast<void*>(next_);
    void* got = mmap(at, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    next_ += bytes + (guarded_ ? gap_bytes : 0);
    if (got == at) return static_cast<std::byte*>(got);
    if (got != MAP_FAILED) munmap(got, bytes);
  }
  return nullptr;
}

Allocation* Arena::allocate(std::uint64_t bytes, MemoryKind kind, std::string name, bool read_only) {
  if (bytes > last_address - first_address) return nullptr;
  std::byte* const data = reserve(pages(bytes));
  if (!data) return nullptr;
  memory_.map(data, bytes, name, guarded_ ? emu::Bounds::exact : emu::Bounds::allocation, read_only);
  Allocation made;
  made.data = data;
  made.bytes = bytes;
  made.kind = kind;
  made.name = std::move(name);
  device_bytes_ += counts(made) ? bytes : 0;
  return &allocations_.emplace(made.address(), std::move(made)).first->second;
}

Allocation* Arena::add_registered(void* data, std::uint64_t bytes, MemoryKind kind) {
  Allocation made;
  made.data = static_cast<std::byte*>(data);
  made.bytes = bytes;
  made.kind = kind;
  made.is_ours = false;
  made.name = "registered memory";
  try {
    memory_.map(made.data, bytes, made.name, emu::Bounds::exact);
  } catch (const InputError&) {
    return nullptr;
  }
  return &allocations_.emplace(made.address(), std::move(made)).first->second;
}

void Arena::release(const Allocation& allocation) {
  memory_.unmap(allocation.data);
  if (allocation.is_ours) {
    unmap_or_keep(allocation.address(), pages(allocation.bytes));
    // Checks must know freed memory by its address, so that is not used again.
    if (!guarded_) freed_[pages(allocation.bytes)].insert(allocation.address());
  }
  device_bytes_ -= counts(allocation) ? allocation.bytes : 0;
  if (guarded_) gone_[allocation.address()] = allocation;
  allocations_.erase(allocation.address());
}

Allocation* Arena::find(std::uint64_t address) {
  const auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return nullptr;
  Allocation& candidate = std::prev(after)->second;
  return address - candidate.address() < candidate.bytes ? &candidate : nullptr;
}

Arena::Neighbour Arena::neighbour(std::uint64_t address) const {
  const auto before = [address](const std::map<std::uint64_t, Allocation>& all) -> const Allocation* {
    const auto after = all.upper_bound(address);
    return after == all.begin() ? nullptr : &std::prev(after)->second;
  };
  const Allocation* const gone = before(gone_);
  if (gone && address - gone->address() < gone->bytes) return {.allocation = gone, .freed = true};
  Neighbour best;
  std::uint64_t nearest = near_bytes;
  if (const Allocation* a = before(allocations_); a && address - a->address() - a->bytes < nearest) {
    nearest = address - a->address() - a->bytes;
    best = {.allocation = a, .distance = nearest};
  }
  const auto next = allocations_.upper_bound(address);
  if (next != allocations_.end() && next->first - address < nearest)
    best = {.allocation = &next->second, .distance = next->first - address, .behind = false};
  return best;
}

Allocation* Arena::find(const void* address) { return find(reinterpret_cast<std::uintptr_t>(address)); }

}  // namespace forewarp::runtime
