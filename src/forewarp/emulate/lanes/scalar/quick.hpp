// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The pattern of an access of a warp of 32 lanes, and its bytes, each in one pass over the lanes. Loops have no branch
/// in them, so that they become vector instructions.
///
/// Example, 32 floats from 0x1000 on: lane l's address is 0x1000 + 4 l, so `linear` stays 0; the first lane is inside
/// the range and aligned, and the last one, 124 bytes behind it, too: one copy of 128 bytes.
///
/// Tiles are 8 or 16 threads wide: of a warp of 16 x 2 threads, lanes 0 to 15 read one word of the tile of A and lanes
/// 16 to 31 another one, and of that of B they read 16 words each. These are four groups of eight lanes that are
/// uniform or linear: four words, or four copies of 32 bytes.
#include "forewarp/emulate/lanes/scalar/types.hpp"

namespace forewarp::emu {

/// An access of some lanes whose bytes should lie in a range. Addresses are those of the row plus offset.
struct QuickRequest {
  const std::uint8_t* row;      ///< of the address register
  std::uint8_t* registers;      ///< of the warp's frame
  const std::uint32_t* rows;    ///< of the data, in registers
  std::uint64_t offset;         ///< of the address
  std::uint64_t first;          ///< the first active lane's address
  std::uint64_t base, limit;    ///< of the range, and its last offset at which an access may begin
  std::uint8_t* host;           ///< where base is
  std::uint64_t lane_distance;  ///< local memory: bytes from one lane's range to the next lane's; else 0
};

enum class QuickPattern : std::uint8_t {
  outside,         ///< some lane is outside the range or misaligned
  linear,          ///< lane l is l - f accesses behind the first active lane f
  uniform,         ///< all lanes, at one address
  uniform_groups,  ///< all lanes, eight at a time (lanes 0 to 7, 8 to 15, ...) at one address
  linear_groups,   ///< all lanes, eight at a time one after the other
  scattered,       ///< anywhere in the range
};

}  // namespace forewarp::emu

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

constexpr unsigned warp_lanes = 32;
constexpr u64 outside_bit = u64{1} << 63;
constexpr u32 absent_row = 0xffffffff;  ///< LaneInst::absent_row

template <class T>
struct SlotOf {
  using type = u32;
};
template <>
struct SlotOf<u64> {
  using type = u64;
};

template <class Address>
FOREWARP_LANES_INLINE u64 address_of(const QuickRequest& r, unsigned lane) {
  return static_cast<Address>(reinterpret_cast<const Address*>(r.row)[lane] + static_cast<Address>(r.offset));
}

/// Whether all active lanes are inside the range and aligned.
template <class Address, unsigned bytes>
FOREWARP_LANES_INLINE bool all_inside(const QuickRequest& r, u32 active) {
  u64 outside = 0, bits = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const u64 chosen = u64{0} - (active >> lane & 1);
    const u64 address = address_of<Address>(r, lane), at = address - r.base;
    outside |= (at | (r.limit - at)) & chosen;
    bits |= address & chosen;
  }
  return (outside & outside_bit) == 0 && (bits & (bytes - 1)) == 0;
}

constexpr unsigned group_lanes = 8;

/// Of a full warp: groups of lanes that are all uniform or all linear; scattered where they are neither. A group is
/// inside the range if its first lane and, where it is linear, its last one are.
template <class Address, unsigned bytes>
FOREWARP_LANES_INLINE QuickPattern classify_groups(const QuickRequest& r) {
  const u64 step = address_of<Address>(r, 1) - address_of<Address>(r, 0);
  if (step != 0 && step != bytes) return QuickPattern::scattered;
  u64 wrong = 0, outside = 0, bits = 0;
  for (unsigned group = 0; group < warp_lanes; group += group_lanes) {
    const u64 first = address_of<Address>(r, group), at = first - r.base;
    for (unsigned lane = 0; lane < group_lanes; ++lane)
      wrong |= address_of<Address>(r, group + lane) ^ (first + lane * step);
    outside |= at | (r.limit - at) | (r.limit - at - (group_lanes - 1) * step);
    bits |= first;
  }
  if (wrong != 0) return QuickPattern::scattered;
  if ((outside & outside_bit) != 0 || (bits & (bytes - 1)) != 0) return QuickPattern::outside;
  return step == 0 ? QuickPattern::uniform_groups : QuickPattern::linear_groups;
}

template <class Address, unsigned bytes>
QuickPattern classify_lanes(const QuickRequest& r, u64 mask) {
  const auto active = static_cast<u32>(mask);
  const auto first_lane = static_cast<unsigned>(__builtin_ctz(active));
  const u64 origin = r.first - u64{first_lane} * bytes, at = r.first - r.base;
  if (at > r.limit || (r.first & (bytes - 1)) != 0) return QuickPattern::outside;
  if (r.lane_distance != 0)
    return all_inside<Address, bytes>(r, active) ? QuickPattern::scattered : QuickPattern::outside;
  u64 linear = 0, uniform = 0;
  if (active == all_lanes) {
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      const u64 address = address_of<Address>(r, lane);
      linear |= address ^ (origin + lane * bytes);
      uniform |= address ^ r.first;
    }
    if (uniform == 0) return QuickPattern::uniform;
    if (linear != 0)
      if (const QuickPattern groups = classify_groups<Address, bytes>(r); groups != QuickPattern::scattered)
        return groups;
  } else {
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      linear |= (address_of<Address>(r, lane) ^ (origin + lane * bytes)) & (u64{0} - (active >> lane & 1));
  }
  if (linear == 0) {
    const auto last_lane = static_cast<unsigned>(31 - __builtin_clz(active));
    return u64{last_lane - first_lane} * bytes <= r.limit - at ? QuickPattern::linear : QuickPattern::outside;
  }
  return all_inside<Address, bytes>(r, active) ? QuickPattern::scattered : QuickPattern::outside;
}

template <class Value>
FOREWARP_LANES_INLINE Value read(const u8* at) {
  Value value;
  __builtin_memcpy(&value, at, sizeof value);
  return value;
}

/// Extended by its own sign to the register, and with zeros to the register's slot.
template <class Value, class Register>
FOREWARP_LANES_INLINE auto taken(const u8* at) {
  return static_cast<typename SlotOf<Register>::type>(static_cast<Register>(read<Value>(at)));
}

template <class Body>
FOREWARP_LANES_INLINE void for_lanes(u32 active, Body body) {
  if (active == all_lanes)
    for (unsigned lane = 0; lane < warp_lanes; ++lane) body(lane);
  else
    for (; active != 0; active &= active - 1) body(static_cast<unsigned>(__builtin_ctz(active)));
}

/// The first lane's bytes less those of the lanes before it, where lane 0's would be.
template <unsigned bytes>
FOREWARP_LANES_INLINE u8* start_of(const QuickRequest& r, u32 active) {
  return r.host + (r.first - r.base) - u64{static_cast<unsigned>(__builtin_ctz(active))} * bytes;
}

template <class Address>
FOREWARP_LANES_INLINE u8* place_of(const QuickRequest& r, unsigned lane) {
  return r.host + (address_of<Address>(r, lane) - r.base) + lane * r.lane_distance;
}

/// All elements of a lane together: the first one may overwrite the lane's address.
template <class Address, unsigned elements, class Value, class Register>
FOREWARP_LANES_INLINE void load_scattered(const QuickRequest& r, u32 active) {
  using Slot = typename SlotOf<Register>::type;
  for_lanes(active, [&](unsigned lane) {
    const u8* const from = place_of<Address>(r, lane);
    for (unsigned e = 0; e < elements; ++e)
      if (elements == 1 || r.rows[e] != absent_row)
        reinterpret_cast<Slot*>(r.registers + r.rows[e])[lane] = taken<Value, Register>(from + e * sizeof(Value));
  });
}

/// The groups' places are taken first, as the first element may overwrite addresses.
template <class Address, unsigned elements, class Value, class Register>
FOREWARP_LANES_INLINE void load_groups(const QuickRequest& r, bool uniform) {
  using Slot = typename SlotOf<Register>::type;
  const u8* places[warp_lanes / group_lanes];
  for (unsigned g = 0; g < warp_lanes / group_lanes; ++g) places[g] = place_of<Address>(r, g * group_lanes);
  for (unsigned e = 0; e < elements; ++e) {
    if (r.rows[e] == absent_row) continue;
    auto* row = reinterpret_cast<Slot*>(r.registers + r.rows[e]);
    for (const u8* const place : places) {
      const u8* const from = place + e * sizeof(Value);
      if (uniform) {
        const Slot value = taken<Value, Register>(from);
        for (unsigned lane = 0; lane < group_lanes; ++lane) row[lane] = value;
      } else if (elements == 1 && sizeof(Value) == sizeof(Slot)) {
        __builtin_memcpy(row, from, group_lanes * sizeof(Slot));
      } else {
        for (unsigned lane = 0; lane < group_lanes; ++lane)
          row[lane] = taken<Value, Register>(from + lane * elements * sizeof(Value));
      }
      row += group_lanes;
    }
  }
}

template <class Address, unsigned elements, class Value, class Register>
void load_lanes(const QuickRequest& r, QuickPattern pattern, u64 mask) {
  using Slot = typename SlotOf<Register>::type;
  constexpr unsigned bytes = elements * sizeof(Value);
  const auto active = static_cast<u32>(mask);
  if (elements == 1 && r.rows[0] == absent_row) return;
  if (pattern == QuickPattern::scattered) return load_scattered<Address, elements, Value, Register>(r, active);
  if (pattern == QuickPattern::uniform_groups || pattern == QuickPattern::linear_groups)
    return load_groups<Address, elements, Value, Register>(r, pattern == QuickPattern::uniform_groups);
  for (unsigned e = 0; e < elements; ++e) {
    if (r.rows[e] == absent_row) continue;
    auto* const row = reinterpret_cast<Slot*>(r.registers + r.rows[e]);
    const u64 skip = e * sizeof(Value);
    if (pattern == QuickPattern::uniform) {
      const Slot value = taken<Value, Register>(r.host + (r.first - r.base) + skip);
      for (unsigned lane = 0; lane < warp_lanes; ++lane) row[lane] = value;
    } else {
      const u8* const start = start_of<bytes>(r, active) + skip;
      if (active == all_lanes && elements == 1 && sizeof(Value) == sizeof(Slot))
        __builtin_memcpy(row, start, warp_lanes * sizeof(Slot));
      else
        for_lanes(active, [&](unsigned lane) { row[lane] = taken<Value, Register>(start + lane * bytes); });
    }
  }
}

/// Of lanes at one address the last one's value remains.
template <class Address, unsigned elements, class Value, class Slot>
void store_lanes(const QuickRequest& r, QuickPattern pattern, u64 mask) {
  constexpr unsigned bytes = elements * sizeof(Value);
  const auto active = static_cast<u32>(mask);
  for (unsigned e = 0; e < elements; ++e) {
    const auto* const row = reinterpret_cast<const Slot*>(r.registers + r.rows[e]);
    const u64 skip = e * sizeof(Value);
    const auto put = [&](u8* to, unsigned lane) {
      const auto value = static_cast<Value>(row[lane]);
      __builtin_memcpy(to, &value, sizeof value);
    };
    if (pattern == QuickPattern::uniform) {
      put(r.host + (r.first - r.base) + skip, warp_lanes - 1);
    } else if (pattern == QuickPattern::linear) {
      u8* const start = start_of<bytes>(r, active) + skip;
      if (active == all_lanes && elements == 1 && sizeof(Value) == sizeof(Slot))
        __builtin_memcpy(start, row, warp_lanes * sizeof(Slot));
      else
        for_lanes(active, [&](unsigned lane) { put(start + lane * bytes, lane); });
    } else {
      for_lanes(active, [&](unsigned lane) { put(place_of<Address>(r, lane) + skip, lane); });
    }
  }
}

}  // namespace
}  // namespace forewarp::emu::lanes
