// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Device memory: buffers at addresses with their number in the upper bits, made page by page when first touched, so a
/// launch over gigabytes costs what it touches. Addresses are deterministic. Memory of this process can be mapped, too:
/// it keeps its addresses, so that a program and its kernels share pointers.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::emu {

/// Writes the initial bytes [offset, offset + out.size()) of a buffer; pure, called once a page from any thread.
using PageSource = std::function<void(std::uint64_t offset, std::span<std::byte> out)>;

/// Where the accesses of a kernel to a buffer must end.
enum class Bounds : std::uint8_t {
  exact,       ///< at its last byte
  allocation,  ///< at the next multiple of Memory::allocation_bytes; accesses beyond the last byte are reported, and in
               ///< the 2 MiB that a device maps at once they read zeros and change nothing
  none,        ///< nowhere: what lies beyond repeats it, at addresses of its own
};

/// Device addresses of variables that lie in memory already, by name.
using VariablePlaces = std::map<std::string, std::uint64_t, std::less<>>;

class Memory {
 public:
  /// Throws InputError when the sum of touched pages would pass max_touched_bytes.
  explicit Memory(std::uint64_t max_touched_bytes = std::uint64_t{8} << 30);
  ~Memory();
  Memory(Memory&&) noexcept;
  Memory& operator=(Memory&&) noexcept;

  /// Number of bits below the buffer number in an address.
  static constexpr unsigned buffer_shift = 40;
  /// Bytes that are made at once.
  static constexpr std::uint64_t page_bytes = 4096;
  /// What cudaMalloc aligns to (CUDA C++ programming guide, "Device Memory Accesses"): no buffer ends between.
  static constexpr std::uint64_t allocation_bytes = 256;

  /// A new buffer; returns its address (256-byte aligned). An empty source means zeros. Throws InputError for a buffer
  /// of 1 TiB or more and when the host has no room for its address range.
  std::uint64_t allocate(std::uint64_t bytes, std::string name, PageSource source = {}, Bounds bounds = Bounds::exact);
  /// A new buffer of zeros that counts as never written: MachineOptions::check_uninitialised reports reading it.
  std::uint64_t allocate_unwritten(std::uint64_t bytes, std::string name);
  /// Copies out; throws InputError when the range leaves its buffer.
  void read(std::uint64_t address, std::span<std::byte> out);
  void write(std::uint64_t address, std::span<const std::byte> in);
  [[nodiscard]] std::uint64_t touched_bytes() const;
  /// Bytes of a buffer by its address; where it has no end (Bounds::none) at least up to the last one that kernels have
  /// accessed. It may be gigabytes, though the contents repeat and the host keeps them once.
  [[nodiscard]] std::uint64_t reached_bytes(std::uint64_t address) const;
  /// Makes a buffer of zeros at this address the heap of malloc and free in kernels. Without it the first machine whose
  /// kernel calls them makes one of heap_bytes.
  void set_heap(std::uint64_t address);
  /// What cudaLimitMallocHeapSize is at first (CUDA C++ programming guide, "Heap Memory Allocation").
  static constexpr std::uint64_t heap_bytes = 8 << 20;

  /// Lets kernels reach [data, data + bytes) of this process at that address. The caller owns the bytes, which are
  /// readable up to the next multiple of allocation_bytes where bounds is Bounds::allocation. Throws InputError where
  /// the range overlaps one that is mapped already.
  void map(std::byte* data, std::uint64_t bytes, std::string name, Bounds bounds, bool read_only = false);
  /// From now on the bytes of a mapped buffer count as never written until a kernel or mark_written() writes them.
  void track_written(const std::byte* data);
  /// Bytes of this process, which may be in a tracked buffer, were written by the host; or copied, with what is known
  /// of them.
  void mark_written(const std::byte* data, std::uint64_t bytes);
  void copy_written(const std::byte* to, const std::byte* from, std::uint64_t bytes);
  /// Takes back what map() was given at this address; must not be called while a kernel runs.
  void unmap(const std::byte* data);

  struct Impl;
  [[nodiscard]] Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace forewarp::emu
