// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The memory of a running program that kernels may reach: what cudaMalloc and its relatives return, module variables,
/// and registered memory of the host. Each allocation has one address, on the host and on every device, so pointers
/// inside of structures work. The bytes are zero at first.
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::runtime {

enum class MemoryKind : std::uint8_t { device, managed, host, registered };

struct Allocation {
  std::byte* data = nullptr;
  std::uint64_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
  int device = 0;      ///< ordinal, of device and managed memory
  unsigned flags = 0;  ///< of host memory, as it was requested
  std::string name;
  bool is_variable = false;
  bool is_ours = true;  ///< mapped by the arena; else memory of the program
  /// Names the contents: equal versions of one allocation are equal bytes. 0: not known.
  std::uint64_t version = 0;
  std::uint64_t origin = 0;  ///< number of the call that allocated it, from 1 on; 0: not known
  std::uint64_t writer = 0;  ///< the launch whose results these are, where nothing wrote since (Replay), else 0

  [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uintptr_t>(data); }
  /// Whether the host reads and writes it without calls.
  [[nodiscard]] bool host_visible() const { return kind != MemoryKind::device; }
};

class Arena {
 public:
  explicit Arena(emu::Memory& memory) : memory_(memory) {}
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// For checks: kernels may not pass the last byte of an allocation, and what lies behind it, or was freed, is known.
  void guard() { guarded_ = true; }
  /// New zeroed bytes; nullptr where the host has no room for them.
  Allocation* allocate(std::uint64_t bytes, MemoryKind kind, std::string name, bool read_only = false);
  /// Memory that the program owns; nullptr where some of it is known already.
  Allocation* add_registered(void* data, std::uint64_t bytes, MemoryKind kind = MemoryKind::registered);
  /// Frees what begins at this address.
  void release(const Allocation& allocation);

  /// The allocation that contains the address, its end excluded; nullptr when there is none.
  [[nodiscard]] Allocation* find(const void* address);
  [[nodiscard]] Allocation* find(std::uint64_t address);
  [[nodiscard]] const std::map<std::uint64_t, Allocation>& all() const { return allocations_; }
  [[nodiscard]] std::map<std::uint64_t, Allocation>& all() { return allocations_; }
  /// What an address that no allocation has is nearest to.
  struct Neighbour {
    const Allocation* allocation = nullptr;  ///< nullptr: none is near
    bool freed = false;                      ///< the address was part of it
    std::uint64_t distance = 0;              ///< bytes from its last one, or to its first one
    bool behind = true;
  };
  [[nodiscard]] Neighbour neighbour(std::uint64_t address) const;
  /// Bytes of device and managed memory in use, without variables.
  [[nodiscard]] std::uint64_t device_bytes() const { return device_bytes_; }

 private:
  std::byte* reserve(std::uint64_t bytes);
  std::byte* reserve_freed(std::uint64_t bytes);
  void unmap_or_keep(std::uint64_t address, std::uint64_t bytes);

  emu::Memory& memory_;
  std::map<std::uint64_t, Allocation> allocations_;         ///< by address
  std::map<std::uint64_t, std::set<std::uint64_t>> freed_;  ///< addresses by bytes of whole pages
  std::map<std::uint64_t, std::uint64_t> kept_;             ///< of these, still mapped: bytes by address
  std::uint64_t kept_bytes_ = 0;                            ///< of small ones, whose pages are kept, too
  std::uint64_t next_ = first_address;
  std::uint64_t device_bytes_ = 0;
  bool guarded_ = false;
  std::map<std::uint64_t, Allocation> gone_;  ///< what was freed, by address, where guarded_

  static constexpr std::uint64_t first_address = std::uint64_t{0x30} << 40, last_address = std::uint64_t{0x50} << 40;
  /// Up to this size, zeroing costs less than new pages.
  static constexpr std::uint64_t small_bytes = 1 << 20, max_kept_bytes = 256 << 20;
  static constexpr std::size_t max_kept = 1 << 14;     ///< mappings, of which Linux allows 65,530 by default
  static constexpr std::uint64_t gap_bytes = 1 << 20;  ///< behind each allocation, where guarded_
  static constexpr std::uint64_t near_bytes = std::uint64_t{1} << 32;
};

}  // namespace forewarp::runtime
