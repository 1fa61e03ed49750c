// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Addresses that are reserved apart from memory, and memory that is mapped to them (cuMemAddressReserve, cuMemCreate,
/// cuMemMap). Memory is a file without a name, so that it keeps its bytes while it is mapped nowhere. Mapped memory
/// that may be accessed and lies without a gap is one allocation of the session: a vector that grows in place is one
/// buffer to kernels and copies.
///
/// Memory is mapped at one place at a time: the session knows contents by allocations, and two of the same bytes would
/// not know of each other's changes.
#include <cstdint>
#include <map>
#include <memory>

namespace forewarp::runtime {

class Session;

class VirtualMemory {
 public:
  static constexpr std::uint64_t granularity = std::uint64_t{2} << 20;

  explicit VirtualMemory(Session& session) : session_(session) {}
  ~VirtualMemory();
  VirtualMemory(const VirtualMemory&) = delete;
  VirtualMemory& operator=(const VirtualMemory&) = delete;

  using Handle = std::uint64_t;
  /// All throw CallFailed for what is no whole number of pages (granularity), not reserved, mapped or known.
  [[nodiscard]] std::uint64_t reserve(std::uint64_t bytes, std::uint64_t alignment);
  void free(std::uint64_t address, std::uint64_t bytes);
  [[nodiscard]] Handle create(int gpu, std::uint64_t bytes);
  /// One of several references to the memory, which goes with the last one and the mapping.
  void release(Handle handle);
  void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t offset, Handle handle);
  void unmap(std::uint64_t address, std::uint64_t bytes);
  void set_accessible(std::uint64_t address, std::uint64_t bytes, bool accessible);
  [[nodiscard]] bool accessible(std::uint64_t address) const;
  /// Another reference to the memory that is mapped there.
  [[nodiscard]] Handle retain(std::uint64_t address);
  [[nodiscard]] int gpu_of(Handle handle) const;
  /// Of memory that was created and is not released.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Physical {
    int gpu = 0, file = -1;
    std::uint64_t bytes = 0;
    unsigned references = 0;
    bool mapped = false;
  };
  struct Mapping {
    std::uint64_t bytes = 0;
    Handle memory = 0;
    bool accessible = false;
  };
  using Mappings = std::map<std::uint64_t, Mapping>;

  [[nodiscard]] Physical& physical(Handle handle);
  void drop_unused(Handle handle);
  /// The mappings that fill a range. Throws CallFailed where some of it is not mapped, or a mapping leaves it.
  [[nodiscard]] std::pair<Mappings::iterator, Mappings::iterator> filling(std::uint64_t address, std::uint64_t bytes);
  /// Makes allocations of the session of what is mapped around an address now.
  void withdraw(std::uint64_t address);
  void present(std::uint64_t address);

  Session& session_;
  std::map<std::uint64_t, std::uint64_t> reserved_;  ///< bytes by address
  Mappings mappings_;
  std::map<Handle, Physical> memory_;
  Handle next_ = 1;
  std::uint64_t bytes_ = 0;
};

}  // namespace forewarp::runtime
