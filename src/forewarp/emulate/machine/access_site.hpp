// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What compiled code and the machine tell each other of an access; the text of compiled code has the same structs.
#include <cstddef>
#include <cstdint>

namespace forewarp::emu {

/// Where an access finds its address register and its data: in the frame, as a rule.
struct QuickRows {
  const std::byte* address;
  std::byte* registers;
  const std::uint32_t* rows;  ///< of the data, in registers
};

/// The range where an access was, if it may be made there again as QuickRequest says and nothing else needs to be done:
/// that of one block and launch. At first it is nowhere.
struct AccessSite {
  std::uint64_t base = ~std::uint64_t{0}, limit = 0;
  std::uint8_t* host = nullptr;
  std::uint64_t lane_distance = 0;
};

}  // namespace forewarp::emu
