// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loads and stores of warps without an observer: the pattern of the addresses and the bytes themselves, each in one
/// pass over the lanes (lanes/scalar/quick.hpp), compiled for the instruction sets of lane operations. An access that
/// is not wholly inside one range is left to access.hpp. For warps of 32 lanes.
#include <cstddef>
#include <cstdint>

#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu {

struct QuickRequest;
enum class QuickPattern : std::uint8_t;

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
