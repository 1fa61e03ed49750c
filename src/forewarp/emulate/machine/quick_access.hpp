// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loads and stores of warps without an observer: the pattern of the addresses and the bytes themselves, each in one
/// pass over the lanes, compiled for the instruction sets of lane operations. An access that is not wholly inside one
/// range is left to access.hpp. For warps of 32 lanes.
#include <cstddef>
#include <cstdint>

#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu {

/// An access of some lanes whose bytes should lie in a range. Addresses are those of the row plus offset.
struct QuickRequest {
  const std::byte* row;         ///< of the address register
  std::byte* registers;         ///< of the warp's frame
  const std::uint32_t* rows;    ///< of the data, in registers
  std::uint64_t offset;         ///< of the address
  std::uint64_t first;          ///< the first active lane's address
  std::uint64_t base, limit;    ///< of the range, and its last offset at which an access may begin
  std::byte* host;              ///< where base is
  std::uint64_t lane_distance;  ///< local memory: bytes from one lane's range to the next lane's; else 0
};

enum class QuickPattern : std::uint8_t {
  outside,    ///< some lane is outside the range or misaligned
  linear,     ///< lane l is l - f accesses behind the first active lane f
  uniform,    ///< all lanes, at one address
  scattered,  ///< anywhere in the range
};

/// What determines the functions of an access.
struct QuickShape {
  bool is_store = false, is_signed = false;
  bool address_is_64 = true;
  unsigned elements = 1, element_bytes = 4, register_bytes = 4;
};

struct QuickAccess {
  QuickPattern (*classify)(const QuickRequest&, LaneMask active) = nullptr;
  void (*move)(const QuickRequest&, QuickPattern, LaneMask active) = nullptr;
};

/// Without functions where there are none: baseline processors, shapes that do not exist.
[[nodiscard]] QuickAccess quick_access_of(const QuickShape& shape, Isa isa);

namespace x86_64_v3 {
[[nodiscard]] QuickAccess quick_access_of(const QuickShape& shape);
}
namespace x86_64_v4 {
[[nodiscard]] QuickAccess quick_access_of(const QuickShape& shape);
}

}  // namespace forewarp::emu
