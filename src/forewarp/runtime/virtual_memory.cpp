// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/virtual_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "forewarp/runtime/session.hpp"

namespace forewarp::runtime {
namespace {

/// Behind the arena's, so that addresses are the same in every run.
constexpr std::uint64_t first_address = std::uint64_t{0x50} << 40, last_address = std::uint64_t{0x60} << 40;

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

void check_pages(std::uint64_t number, const char* what) {
  if (number % VirtualMemory::granularity != 0)
    throw CallFailed(Status::invalid_value,
                     fmt::format("{}: {} is no multiple of {}", what, number, VirtualMemory::granularity));
}

/// Without access, and without memory.
bool reserve_at(std::uint64_t address, std::uint64_t bytes, int more_flags) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | more_flags;
  void* const got = mmap(pointer(address), bytes, PROT_NONE, flags, -1, 0);
  if (got == pointer(address)) return true;
  if (got != MAP_FAILED) munmap(got, bytes);
  return false;
}

}  // namespace

VirtualMemory::~VirtualMemory() {
  for (const auto& [address, bytes] : reserved_) munmap(pointer(address), bytes);
  for (const auto& [handle, memory] : memory_) close(memory.file);
}

std::uint64_t VirtualMemory::reserve(std::uint64_t bytes, std::uint64_t alignment) {
  check_pages(bytes, "the size");
  if (bytes == 0 || (alignment & (alignment - 1)) != 0) throw CallFailed(Status::invalid_value);
  const std::uint64_t step = std::max(alignment, granularity);
  std::uint64_t at = first_address;
  for (const auto& [address, size] : reserved_) {
    if (at + bytes <= address) break;
    at = (address + size + step - 1) / step * step;
  }
  for (; at <= last_address - bytes; at += step)
    if (reserve_at(at, bytes, MAP_FIXED_NOREPLACE)) {
      reserved_[at] = bytes;
      return at;
    }
  throw CallFailed(Status::out_of_memory, "no addresses are left");
}

void VirtualMemory::free(std::uint64_t address, std::uint64_t bytes) {
  const auto known = reserved_.find(address);
  if (known == reserved_.end() || known->second != bytes)
    throw CallFailed(Status::invalid_value, "this range was not reserved as one");
  const auto mapped = mappings_.lower_bound(address);
  if (mapped != mappings_.end() && mapped->first < address + bytes)
    throw CallFailed(Status::invalid_value, "memory is mapped to these addresses");
  munmap(pointer(address), bytes);
  reserved_.erase(known);
}

VirtualMemory::Handle VirtualMemory::create(int gpu, std::uint64_t bytes) {
  check_pages(bytes, "the size");
  if (bytes == 0) throw CallFailed(Status::invalid_value);
  if (bytes > session_.free_bytes())
    throw CallFailed(Status::out_of_memory, fmt::format("{} bytes do not fit into the memory that is left", bytes));
  const int file = memfd_create("forewarp", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
    if (file >= 0) close(file);
    throw CallFailed(Status::out_of_memory, "the host has no memory left");
  }
  bytes_ += bytes;
  memory_[next_] = {.gpu = gpu, .file = file, .bytes = bytes, .references = 1};
  return next_++;
}

VirtualMemory::Physical& VirtualMemory::physical(Handle handle) {
  const auto known = memory_.find(handle);
  if (known == memory_.end() || known->second.references == 0)
    throw CallFailed(Status::invalid_value, "this is no handle of memory");
  return known->second;
}

int VirtualMemory::gpu_of(Handle handle) const {
  const auto known = memory_.find(handle);
  if (known == memory_.end()) throw CallFailed(Status::invalid_value, "this is no handle of memory");
  return known->second.gpu;
}

void VirtualMemory::release(Handle handle) {
  --physical(handle).references;
  drop_unused(handle);
}

void VirtualMemory::drop_unused(Handle handle) {
  const auto known = memory_.find(handle);
  if (known->second.references > 0 || known->second.mapped) return;
  close(known->second.file);
  bytes_ -= known->second.bytes;
  memory_.erase(known);
}

void VirtualMemory::map(std::uint64_t address, std::uint64_t bytes, std::uint64_t offset, Handle handle) {
  Physical& memory = physical(handle);
  check_pages(address, "the address");
  check_pages(bytes, "the size");
  check_pages(offset, "the offset");
  const auto after = reserved_.upper_bound(address);
  const auto range = after == reserved_.begin() ? reserved_.end() : std::prev(after);
  if (bytes == 0 || range == reserved_.end() || address + bytes > range->first + range->second)
    throw CallFailed(Status::invalid_value, "the addresses are not reserved");
  if (offset > memory.bytes || bytes > memory.bytes - offset)
    throw CallFailed(Status::invalid_value, "the memory is not that large");
  const auto next = mappings_.lower_bound(address);
  const bool taken = (next != mappings_.end() && next->first < address + bytes) ||
                     (next != mappings_.begin() && std::prev(next)->first + std::prev(next)->second.bytes > address);
  if (taken) throw CallFailed(Status::invalid_value, "memory is mapped to these addresses already");
  if (memory.mapped)
    throw CallFailed(Status::not_supported, "forewarp maps memory at one place at a time, and this is mapped");
  void* const got = mmap(pointer(address), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory.file,
                         static_cast<off_t>(offset));
  if (got == MAP_FAILED) throw CallFailed(Status::out_of_memory, "the host maps no more memory");
  memory.mapped = true;
  mappings_[address] = {.bytes = bytes, .memory = handle};
}

std::pair<VirtualMemory::Mappings::iterator, VirtualMemory::Mappings::iterator> VirtualMemory::filling(
    std::uint64_t address, std::uint64_t bytes) {
  const auto first = mappings_.find(address);
  std::uint64_t at = address;
  auto last = first;
  for (; last != mappings_.end() && last->first == at && at < address + bytes; ++last) at += last->second.bytes;
  if (first == mappings_.end() || at != address + bytes)
    throw CallFailed(Status::invalid_value, "the range is not that of whole mappings");
  return {first, last};
}

void VirtualMemory::unmap(std::uint64_t address, std::uint64_t bytes) {
  const auto [first, last] = filling(address, bytes);
  std::vector<Handle> memory;
  for (auto m = first; m != last; ++m) {
    withdraw(m->first);
    memory.push_back(m->second.memory);
  }
  mappings_.erase(first, last);
  if (!reserve_at(address, bytes, MAP_FIXED)) throw CallFailed(Status::out_of_memory, "the host unmaps no memory");
  present(address - 1);
  present(address + bytes);
  for (const Handle handle : memory) {
    memory_.at(handle).mapped = false;
    drop_unused(handle);
  }
}

void VirtualMemory::set_accessible(std::uint64_t address, std::uint64_t bytes, bool accessible) {
  const auto [first, last] = filling(address, bytes);
  for (auto m = first; m != last; ++m) withdraw(m->first);
  withdraw(address - 1);
  withdraw(address + bytes);
  for (auto m = first; m != last; ++m) m->second.accessible = accessible;
  present(address - 1);
  present(address);
  present(address + bytes);
}

bool VirtualMemory::accessible(std::uint64_t address) const {
  const auto after = mappings_.upper_bound(address);
  if (after == mappings_.begin()) return false;
  const auto& [begin, mapping] = *std::prev(after);
  return address - begin < mapping.bytes && mapping.accessible;
}

VirtualMemory::Handle VirtualMemory::retain(std::uint64_t address) {
  const auto after = mappings_.upper_bound(address);
  if (after == mappings_.begin() || address - std::prev(after)->first >= std::prev(after)->second.bytes)
    throw CallFailed(Status::invalid_value, "nothing is mapped to this address");
  const Handle handle = std::prev(after)->second.memory;
  ++memory_.at(handle).references;
  return handle;
}

void VirtualMemory::withdraw(std::uint64_t address) {
  if (accessible(address)) session_.withdraw_mapped(address);
}

/// The mappings of one device without a gap, as far as they reach.
void VirtualMemory::present(std::uint64_t address) {
  if (!accessible(address) || session_.arena().find(address)) return;
  const auto range = std::prev(reserved_.upper_bound(address));
  auto first = std::prev(mappings_.upper_bound(address));
  const int gpu = gpu_of(first->second.memory);
  const auto joins = [&](const Mapping& m) { return m.accessible && gpu_of(m.memory) == gpu; };
  while (first != mappings_.begin()) {
    const auto before = std::prev(first);
    if (before->first + before->second.bytes != first->first || before->first < range->first || !joins(before->second))
      break;
    first = before;
  }
  std::uint64_t end = first->first;
  for (auto m = first;
       m != mappings_.end() && m->first == end && end < range->first + range->second && joins(m->second); ++m)
    end += m->second.bytes;
  session_.add_mapped(gpu, first->first, end - first->first);
}

}  // namespace forewarp::runtime
