// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Loads and stores, instantiated by warp width, value in memory and register. A load is at most one memcpy (linear), a
// broadcast (uniform), copies of 8 lanes (lane groups), or a loop over lanes. Vector accesses repeat this per element,
// `skip` bytes further.
#include "forewarp/emulate/machine/load_store.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "forewarp/emulate/lanes/scalar/quick.hpp"
#include "forewarp/emulate/machine/access.hpp"

namespace forewarp::emu {

namespace {

__extension__ using u128 = unsigned __int128;

/// The lane slot of a register: 4 bytes for all narrow ones.
template <typename Register>
using Slot = std::conditional_t<(sizeof(Register) < 4), std::uint32_t, Register>;

template <typename Value>
Value read(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// A value as the register takes it: extended by its own sign, cut to the register, zero-extended
/// to the slot. The s8 value -2 (0xfe) in a 16-bit register is 0xfffe, and its slot of 32 bits
/// holds 0x0000fffe.
template <typename Value, typename Register>
Slot<Register> extended(Value value) {
  return static_cast<Slot<Register>>(static_cast<Register>(value));
}

template <unsigned width, typename Value, typename Register>
/// One element of a vector load into its row. The pattern of the located access selects the copy.
void load_element(Warp& warp, const MachineOp& op, unsigned element, LaneMask lanes) {
  using S = Slot<Register>;
  auto* const row = reinterpret_cast<S*>(warp.regs + op.rows[element]);
  const std::size_t skip = element * sizeof(Value);
  const Located& located = warp.located;
  const auto take = [](const std::byte* from) { return extended<Value, Register>(read<Value>(from)); };
  switch (located.pattern) {
    case Pattern::linear:
      if (op.elements == 1 && sizeof(Value) == sizeof(S)) {
        std::memcpy(row, located.first, width * sizeof(S));
      } else if (op.elements == 1) {  // a step that the compiler knows: it vectorises
        for (unsigned lane = 0; lane < width; ++lane) row[lane] = take(located.first + lane * sizeof(Value));
      } else {
        const std::byte* from = located.first + skip;
        for (unsigned lane = 0; lane < width; ++lane, from += op.access_bytes) row[lane] = take(from);
      }
      return;
    case Pattern::uniform: {
      const S value = take(located.first + skip);
      for (unsigned lane = 0; lane < width; ++lane) row[lane] = value;
      return;
    }
    case Pattern::based: {
      const auto* const base = reinterpret_cast<const std::byte*>(located.bias + skip);
      const std::uint64_t* const addresses = located.addresses;
      if (located.lane_groups == LaneGroups::uniform) {
        for (unsigned lane = 0; lane < width; lane += 8) std::fill_n(row + lane, 8, take(base + addresses[lane]));
        return;
      }
      if (located.lane_groups == LaneGroups::linear && op.elements == 1 && sizeof(Value) == sizeof(S)) {
        for (unsigned lane = 0; lane < width; lane += 8) std::memcpy(row + lane, base + addresses[lane], 8 * sizeof(S));
        return;
      }
      if (lanes == warp.full())
        for (unsigned lane = 0; lane < width; ++lane) row[lane] = take(base + addresses[lane]);
      else
        for_each_lane(lanes, [&](unsigned lane) { row[lane] = take(base + addresses[lane]); });
      return;
    }
    case Pattern::scattered:
      for_each_lane(lanes, [&](unsigned lane) { row[lane] = take(located.host[lane] + skip); });
  }
}

/// Lanes anywhere in one range, by the function for this processor, whose addresses need an offset only; false where it
/// is for other addresses.
bool load_based(Warp& warp, const MachineOp& op, LaneMask lanes) {
  const Located& located = warp.located;
  if (!op.quick.move || !op.address_is_64 || located.pattern != Pattern::based ||
      located.lane_groups != LaneGroups::any)
    return false;
  const QuickRequest request{.row = reinterpret_cast<const std::uint8_t*>(located.addresses),
                             .registers = reinterpret_cast<std::uint8_t*>(warp.regs),
                             .rows = op.rows.data(),
                             .offset = 0,
                             .first = 0,
                             .base = 0,
                             .limit = 0,
                             .host = reinterpret_cast<std::uint8_t*>(located.bias),
                             .lane_distance = 0};
  op.quick.move(request, QuickPattern::scattered, lanes);
  return true;
}

template <unsigned width, typename Value, typename Register>
Flow load(Warp& warp, const MachineOp& op, LaneMask active) {
  if (access_quickly(warp, op, active)) return Flow::next;
  access<width>(warp, op, active, [&](LaneMask lanes) {
    if (load_based(warp, op, lanes)) return;
    for (unsigned e = 0; e < op.elements; ++e)
      if (op.rows[e] != LaneInst::absent_row) load_element<width, Value, Register>(warp, op, e, lanes);
  });
  return Flow::next;
}

template <unsigned width, typename Value, typename Register>
void store_element(Warp& warp, const MachineOp& op, unsigned element, LaneMask lanes) {
  using S = Slot<Register>;
  const auto* const row = reinterpret_cast<const S*>(warp.regs + op.rows[element]);
  const std::size_t skip = element * sizeof(Value);
  const Located& located = warp.located;
  const auto put = [&](std::byte* to, unsigned lane) {
    const auto value = static_cast<Value>(row[lane]);
    std::memcpy(to, &value, sizeof value);
  };
  switch (located.pattern) {
    case Pattern::linear:
      if (op.elements == 1 && sizeof(Value) == sizeof(S)) {
        std::memcpy(located.first, row, width * sizeof(S));
      } else if (op.elements == 1) {
        for (unsigned lane = 0; lane < width; ++lane) put(located.first + lane * sizeof(Value), lane);
      } else {
        std::byte* to = located.first + skip;
        for (unsigned lane = 0; lane < width; ++lane, to += op.access_bytes) put(to, lane);
      }
      return;
    case Pattern::uniform:  // all lanes: the last one's value remains
      put(located.first + skip, width - 1);
      return;
    case Pattern::based: {
      auto* const base = reinterpret_cast<std::byte*>(located.bias + skip);
      if (lanes == warp.full())
        for (unsigned lane = 0; lane < width; ++lane) put(base + located.addresses[lane], lane);
      else
        for_each_lane(lanes, [&](unsigned lane) { put(base + located.addresses[lane], lane); });
      return;
    }
    case Pattern::scattered:
      for_each_lane(lanes, [&](unsigned lane) { put(located.host[lane] + skip, lane); });
  }
}

template <unsigned width, typename Value, typename Register>
/// A store may end another thread's wait, so it counts as a change, except in local memory.
Flow store(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!access_quickly(warp, op, active))
    access<width>(warp, op, active, [&](LaneMask lanes) {
      for (unsigned e = 0; e < op.elements; ++e) store_element<width, Value, Register>(warp, op, e, lanes);
    });
  if (op.space != ptx::StateSpace::local) warp.block.note_change();
  return Flow::next;
}

template <unsigned width>
Flow prefetch(Warp& warp, const MachineOp& op, LaneMask active) {
  access<width>(warp, op, active, [](LaneMask) {});
  return Flow::next;
}

template <unsigned width, typename Value>
MachineFn load_to(unsigned register_bytes) {
  switch (register_bytes) {
    case 1:
      return sizeof(Value) <= 1 ? &load<width, Value, std::uint8_t> : nullptr;
    case 2:
      return sizeof(Value) <= 2 ? &load<width, Value, std::uint16_t> : nullptr;
    case 4:
      return sizeof(Value) <= 4 ? &load<width, Value, std::uint32_t> : nullptr;
    case 8:
      return sizeof(Value) <= 8 ? &load<width, Value, std::uint64_t> : nullptr;
    case 16:
      return sizeof(Value) == 16 ? &load<width, Value, u128> : nullptr;
    default:
      return nullptr;
  }
}

template <unsigned width>
MachineFn load_of(const MachineOp& op) {
  switch (op.element_bytes) {
    case 1:
      return op.is_signed ? load_to<width, std::int8_t>(op.register_bytes)
                          : load_to<width, std::uint8_t>(op.register_bytes);
    case 2:
      return op.is_signed ? load_to<width, std::int16_t>(op.register_bytes)
                          : load_to<width, std::uint16_t>(op.register_bytes);
    case 4:
      return op.is_signed ? load_to<width, std::int32_t>(op.register_bytes)
                          : load_to<width, std::uint32_t>(op.register_bytes);
    case 8:
      return load_to<width, std::uint64_t>(op.register_bytes);
    case 16:
      return load_to<width, u128>(op.register_bytes);
    default:
      return nullptr;
  }
}

template <unsigned width, typename Value>
MachineFn store_from(unsigned register_bytes) {
  switch (register_bytes) {
    case 1:
    case 2:
    case 4:
      return sizeof(Value) <= 4 ? &store<width, Value, std::uint32_t> : nullptr;
    case 8:
      return sizeof(Value) <= 8 ? &store<width, Value, std::uint64_t> : nullptr;
    case 16:
      return sizeof(Value) == 16 ? &store<width, Value, u128> : nullptr;
    default:
      return nullptr;
  }
}

template <unsigned width>
MachineFn store_of(const MachineOp& op) {
  switch (op.element_bytes) {
    case 1:
      return store_from<width, std::uint8_t>(op.register_bytes);
    case 2:
      return store_from<width, std::uint16_t>(op.register_bytes);
    case 4:
      return store_from<width, std::uint32_t>(op.register_bytes);
    case 8:
      return store_from<width, std::uint64_t>(op.register_bytes);
    case 16:
      return store_from<width, u128>(op.register_bytes);
    default:
      return nullptr;
  }
}

}  // namespace

// One instance per width of the warp, type in memory and width of the register, chosen when an
// instruction is decoded: the loops over lanes have no conversion to decide. Signed types only
// matter where they are extended, so from 8 bytes on there is one per size; stores never extend.
MachineFn select_load(const MachineOp& op, unsigned width) { return width == 64 ? load_of<64>(op) : load_of<32>(op); }
MachineFn select_store(const MachineOp& op, unsigned width) {
  return width == 64 ? store_of<64>(op) : store_of<32>(op);
}
MachineFn select_prefetch(unsigned width) { return width == 64 ? &prefetch<64> : &prefetch<32>; }

}  // namespace forewarp::emu
