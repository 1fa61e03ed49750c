// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One pass over the addresses of a warp that checks bounds, alignment and layout together: the hottest loop of a load.
#include <cstddef>
#include <cstdint>

#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu {

/// The addresses and what they are compared with.
struct AddressRow {
  const std::byte* row;  ///< of the address register
  std::uint64_t offset;  ///< added to each
  std::uint64_t first;   ///< lane 0's address
  std::uint64_t base;    ///< of the range they should lie in
  std::uint64_t limit;   ///< the last offset in the range at which an access may begin
  std::uint64_t bytes;   ///< a lane
};

/// The sign of a difference: set where an address is below a range or above its last place.
inline constexpr std::uint64_t outside_bit = std::uint64_t{1} << 63;

struct AddressClasses {
  std::uint64_t outside;  ///< outside_bit is set when some lane is outside the range
  std::uint64_t bits;     ///< all addresses, ored: alignment
  std::uint64_t uniform;  ///< 0 when all lanes have lane 0's address
  std::uint64_t linear;   ///< 0 when lane l is at first + l * bytes
};

/// Writes the addresses to out. Rows of 64-bit registers, or of 32-bit ones whose sum with the offset wraps at 32 bits.
using ClassifyAddressesFn = AddressClasses (*)(const AddressRow&, std::uint64_t* out);

/// The same where only some lanes count: outside and bits are theirs, uniform and linear say nothing. The addresses of
/// all lanes are written.
using CheckAddressesFn = AddressClasses (*)(const AddressRow&, LaneMask active, std::uint64_t* out);

/// The fastest implementations for this CPU, for warps of this width and address registers of 4 or 8 bytes.
[[nodiscard]] ClassifyAddressesFn select_classify_addresses(unsigned width, bool is_64);
[[nodiscard]] CheckAddressesFn select_check_addresses(unsigned width, bool is_64);

}  // namespace forewarp::emu
