// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The heap of malloc and free in kernels (CUDA C++ programming guide, "Dynamic Global Memory Allocation and
/// Operations"). What is allocated is written down in the heap itself, so a launch that begins with the same memory
/// gets the same addresses.
#include <cstdint>

#include "forewarp/emulate/machine/memory_impl.hpp"

namespace forewarp::emu {

/// Not safe from several threads: kernels that use it run their blocks in order.
class DeviceHeap {
 public:
  DeviceHeap(Memory::Impl& memory, MemoryBuffer& buffer) : memory_(memory), buffer_(buffer) {}

  /// An address that is a multiple of 16, or 0 where the heap has no room.
  [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes);
  /// 0 does nothing. Throws InputError where nothing is allocated at the address.
  void release(std::uint64_t address);

 private:
  [[nodiscard]] std::uint64_t& word(std::uint64_t offset);
  [[nodiscard]] std::uint64_t& list(unsigned size_class);
  [[nodiscard]] std::uint64_t size_at(std::uint64_t chunk);
  void set_chunk(std::uint64_t chunk, std::uint64_t size, bool used);
  [[nodiscard]] std::uint64_t find_free(std::uint64_t size);
  void link(std::uint64_t chunk);
  void unlink(std::uint64_t chunk);

  Memory::Impl& memory_;
  MemoryBuffer& buffer_;
};

}  // namespace forewarp::emu
