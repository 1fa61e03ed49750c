// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Compiled once for each instruction set. Loops have no branch in them, so that they become vector instructions; only
// built-in types are used, since a function of the library that came out of here would run on other processors, too.
//
// Example, 32 floats from 0x1000 on: lane l's address is 0x1000 + 4 l, so `linear` stays 0; the first lane is inside
// the range and aligned, and the last one, 124 bytes behind it, too: one copy of 128 bytes.
#include "forewarp/emulate/machine/quick_access.hpp"

namespace forewarp::emu {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr unsigned lanes = 32;
constexpr u32 all_lanes = 0xffffffff;
constexpr u64 outside_bit = u64{1} << 63;

template <class T>
struct SlotOf {
  using type = u32;
};
template <>
struct SlotOf<u64> {
  using type = u64;
};

template <class Address>
[[gnu::always_inline]] inline u64 address_of(const QuickRequest& r, unsigned lane) {
  return static_cast<Address>(reinterpret_cast<const Address*>(r.row)[lane] + static_cast<Address>(r.offset));
}

/// Whether all active lanes are inside the range and aligned.
template <class Address, unsigned bytes>
[[gnu::always_inline]] inline bool all_inside(const QuickRequest& r, u32 active) {
  u64 outside = 0, bits = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const u64 chosen = u64{0} - (active >> lane & 1);
    const u64 address = address_of<Address>(r, lane), at = address - r.base;
    outside |= (at | (r.limit - at)) & chosen;
    bits |= address & chosen;
  }
  return (outside & outside_bit) == 0 && (bits & (bytes - 1)) == 0;
}

template <class Address, unsigned bytes>
QuickPattern classify(const QuickRequest& r, LaneMask mask) {
  const auto active = static_cast<u32>(mask);
  const auto first_lane = static_cast<unsigned>(__builtin_ctz(active));
  const u64 origin = r.first - u64{first_lane} * bytes, at = r.first - r.base;
  if (at > r.limit || (r.first & (bytes - 1)) != 0) return QuickPattern::outside;
  u64 linear = 0, uniform = 0;
  if (active == all_lanes) {
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const u64 address = address_of<Address>(r, lane);
      linear |= address ^ (origin + lane * bytes);
      uniform |= address ^ r.first;
    }
    if (uniform == 0 && r.lane_distance == 0) return QuickPattern::uniform;
  } else {
    for (unsigned lane = 0; lane < lanes; ++lane)
      linear |= (address_of<Address>(r, lane) ^ (origin + lane * bytes)) & (u64{0} - (active >> lane & 1));
  }
  if (linear == 0 && r.lane_distance == 0) {
    const auto last_lane = static_cast<unsigned>(31 - __builtin_clz(active));
    return u64{last_lane - first_lane} * bytes <= r.limit - at ? QuickPattern::linear : QuickPattern::outside;
  }
  return all_inside<Address, bytes>(r, active) ? QuickPattern::scattered : QuickPattern::outside;
}

template <class Value>
[[gnu::always_inline]] inline Value read(const std::byte* at) {
  Value value;
  __builtin_memcpy(&value, at, sizeof value);
  return value;
}

/// Extended by its own sign to the register, and with zeros to the register's slot.
template <class Value, class Register>
[[gnu::always_inline]] inline auto taken(const std::byte* at) {
  return static_cast<typename SlotOf<Register>::type>(static_cast<Register>(read<Value>(at)));
}

template <class Body>
[[gnu::always_inline]] inline void for_lanes(u32 active, Body body) {
  if (active == all_lanes)
    for (unsigned lane = 0; lane < lanes; ++lane) body(lane);
  else
    for (; active != 0; active &= active - 1) body(static_cast<unsigned>(__builtin_ctz(active)));
}

/// The first lane's bytes less those of the lanes before it, where lane 0's would be.
template <unsigned bytes>
[[gnu::always_inline]] inline std::byte* start_of(const QuickRequest& r, u32 active) {
  return r.host + (r.first - r.base) - u64{static_cast<unsigned>(__builtin_ctz(active))} * bytes;
}

template <class Address>
[[gnu::always_inline]] inline std::byte* place_of(const QuickRequest& r, unsigned lane) {
  return r.host + (address_of<Address>(r, lane) - r.base) + lane * r.lane_distance;
}

template <class Address, unsigned elements, class Value, class Register>
void load(const QuickRequest& r, QuickPattern pattern, LaneMask mask) {
  using Slot = typename SlotOf<Register>::type;
  constexpr unsigned bytes = elements * sizeof(Value);
  const auto active = static_cast<u32>(mask);
  // The first element loaded may overwrite the address.
  Address kept[lanes];
  QuickRequest from = r;
  if (elements > 1 && pattern == QuickPattern::scattered) {
    __builtin_memcpy(kept, r.row, sizeof kept);
    from.row = reinterpret_cast<const std::byte*>(kept);
  }
  for (unsigned e = 0; e < elements; ++e) {
    if (r.rows[e] == LaneInst::absent_row) continue;
    auto* const row = reinterpret_cast<Slot*>(r.registers + r.rows[e]);
    const std::size_t skip = e * sizeof(Value);
    if (pattern == QuickPattern::uniform) {
      const Slot value = taken<Value, Register>(r.host + (r.first - r.base) + skip);
      for (unsigned lane = 0; lane < lanes; ++lane) row[lane] = value;
    } else if (pattern == QuickPattern::linear) {
      const std::byte* const start = start_of<bytes>(r, active) + skip;
      if (active == all_lanes && elements == 1 && sizeof(Value) == sizeof(Slot))
        __builtin_memcpy(row, start, lanes * sizeof(Slot));
      else
        for_lanes(active, [&](unsigned lane) { row[lane] = taken<Value, Register>(start + lane * bytes); });
    } else {
      for_lanes(active,
                [&](unsigned lane) { row[lane] = taken<Value, Register>(place_of<Address>(from, lane) + skip); });
    }
  }
}

/// Of lanes at one address the last one's value remains.
template <class Address, unsigned elements, class Value, class Slot>
void store(const QuickRequest& r, QuickPattern pattern, LaneMask mask) {
  constexpr unsigned bytes = elements * sizeof(Value);
  const auto active = static_cast<u32>(mask);
  for (unsigned e = 0; e < elements; ++e) {
    const auto* const row = reinterpret_cast<const Slot*>(r.registers + r.rows[e]);
    const std::size_t skip = e * sizeof(Value);
    const auto put = [&](std::byte* to, unsigned lane) {
      const auto value = static_cast<Value>(row[lane]);
      __builtin_memcpy(to, &value, sizeof value);
    };
    if (pattern == QuickPattern::uniform) {
      put(r.host + (r.first - r.base) + skip, lanes - 1);
    } else if (pattern == QuickPattern::linear) {
      std::byte* const start = start_of<bytes>(r, active) + skip;
      if (active == all_lanes && elements == 1 && sizeof(Value) == sizeof(Slot))
        __builtin_memcpy(start, row, lanes * sizeof(Slot));
      else
        for_lanes(active, [&](unsigned lane) { put(start + lane * bytes, lane); });
    } else {
      for_lanes(active, [&](unsigned lane) { put(place_of<Address>(r, lane) + skip, lane); });
    }
  }
}

template <class Address, unsigned elements, class Value>
QuickAccess load_into(unsigned register_bytes) {
  constexpr auto classified = &classify<Address, elements * sizeof(Value)>;
  if (register_bytes == 8) return {classified, &load<Address, elements, Value, u64>};
  if (register_bytes == 4 && sizeof(Value) <= 4) return {classified, &load<Address, elements, Value, u32>};
  if (register_bytes == 2 && sizeof(Value) <= 2) return {classified, &load<Address, elements, Value, std::uint16_t>};
  return {};
}

template <class Address, unsigned elements, class Value>
QuickAccess store_from(unsigned register_bytes) {
  constexpr auto classified = &classify<Address, elements * sizeof(Value)>;
  if (register_bytes == 8) return {classified, &store<Address, elements, Value, u64>};
  if (register_bytes <= 4 && sizeof(Value) <= 4) return {classified, &store<Address, elements, Value, u32>};
  return {};
}

template <class Address, unsigned elements, class Value, class Signed>
QuickAccess access_of(const QuickShape& s) {
  if (s.is_store) return store_from<Address, elements, Value>(s.register_bytes);
  return s.is_signed ? load_into<Address, elements, Signed>(s.register_bytes)
                     : load_into<Address, elements, Value>(s.register_bytes);
}

template <class Address, unsigned elements>
QuickAccess elements_of(const QuickShape& s) {
  switch (s.element_bytes) {
    case 1:
      return access_of<Address, elements, std::uint8_t, std::int8_t>(s);
    case 2:
      return access_of<Address, elements, std::uint16_t, std::int16_t>(s);
    case 4:
      return access_of<Address, elements, u32, std::int32_t>(s);
    case 8:
      return access_of<Address, elements, u64, u64>(s);
    default:
      return {};
  }
}

template <class Address>
QuickAccess addressed(const QuickShape& s) {
  switch (s.elements) {
    case 1:
      return elements_of<Address, 1>(s);
    case 2:
      return elements_of<Address, 2>(s);
    case 4:
      return elements_of<Address, 4>(s);
    default:
      return {};
  }
}

}  // namespace

QuickAccess FOREWARP_QUICK_ISA::quick_access_of(const QuickShape& shape) {
  return shape.address_is_64 ? addressed<u64>(shape) : addressed<u32>(shape);
}

}  // namespace forewarp::emu
