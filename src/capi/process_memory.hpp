// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The memory of this process that a kernel may reach: only addresses are known of its buffers, no sizes, so that a
/// pointer stands for the mapping that it points into.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::capi {

/// Bytes [first, end) of this process with the same access.
struct MappedRange {
  std::uint64_t first = 0, end = 0;
  bool writable = false;
  bool operator==(const MappedRange&) const = default;
};

/// The readable ranges of a text like /proc/self/maps, ascending; neighbours with the same access are one range.
[[nodiscard]] std::vector<MappedRange> readable_ranges(std::string_view maps);

/// While it lives, kernels in `memory` reach the ranges of this process into which the words point. A word that points
/// into none is a number, or a pointer that is wrong: using it is a fault of the kernel.
class ReachableMemory {
 public:
  ReachableMemory(emu::Memory& memory, std::span<const std::uint64_t> words);
  ~ReachableMemory();
  ReachableMemory(const ReachableMemory&) = delete;
  ReachableMemory& operator=(const ReachableMemory&) = delete;

 private:
  emu::Memory& memory_;
  std::vector<std::byte*> mapped_;
};

}  // namespace forewarp::capi
