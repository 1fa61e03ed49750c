// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// atom and red: the lanes of a warp one after the other, in lane order. Where blocks run on several threads only
// reductions on integers are met (run_blocks sees to it), whose result does not depend on their order.
#include "forewarp/emulate/machine/atomic.hpp"

#include <atomic>
#include <cstring>

#include "forewarp/emulate/machine/access.hpp"

namespace forewarp::emu {

namespace {

__extension__ using u128 = unsigned __int128;

template <typename Value>
std::uint64_t update(std::byte* at, AtomicFn combine, std::uint64_t b, std::uint64_t c, bool parallel, Block& block) {
  Value old;
  // Blocks on other threads may update the same element: a loop of compare and exchange, which
  // repeats with the value that another thread has stored meanwhile.
  if (parallel) {
    const std::atomic_ref<Value> shared(*reinterpret_cast<Value*>(at));
    old = shared.load(std::memory_order_relaxed);
    while (!shared.compare_exchange_weak(old, static_cast<Value>(combine(old, b, c)))) {
    }
    if (static_cast<Value>(combine(old, b, c)) != old) block.note_change();
    return old;
  }
  std::memcpy(&old, at, sizeof old);
  const auto value = static_cast<Value>(combine(old, b, c));
  std::memcpy(at, &value, sizeof value);
  if (value != old) block.note_change();
  return old;
}

std::uint64_t read_slot(const std::byte* row, unsigned lane, unsigned slot) {
  std::uint64_t value = 0;
  std::memcpy(&value, row + std::size_t{lane} * slot, slot);
  return value;
}

template <typename Value>
void update_lane(Warp& warp, const MachineOp& op, unsigned lane, bool parallel) {
  constexpr unsigned slot = sizeof(Value) == 8 ? 8 : 4;
  std::byte* const at = warp.located.at(lane, op.access_bytes);
  const std::uint32_t third = op.rows[op.elements * 2U];
  const std::uint64_t c = third == LaneInst::absent_row ? 0 : read_slot(warp.regs + third, lane, slot);
  for (unsigned e = 0; e < op.elements; ++e) {
    const std::uint64_t b = read_slot(warp.regs + op.rows[op.elements + e], lane, slot);
    const std::uint64_t old = update<Value>(at + e * sizeof(Value), op.combine, b, c, parallel, warp.block);
    if (op.rows[e] != LaneInst::absent_row) std::memcpy(warp.regs + op.rows[e] + std::size_t{lane} * slot, &old, slot);
  }
}

template <unsigned width, typename Value>
Flow atomic(Warp& warp, const MachineOp& op, LaneMask active) {
  const bool parallel = warp.block.launch().parallel;
  access<width>(warp, op, active, [&](LaneMask lanes) {
    for_each_lane(lanes, [&](unsigned lane) { update_lane<Value>(warp, op, lane, parallel); });
  });
  return Flow::next;
}

/// exch and cas of 16 bytes.
template <unsigned width>
Flow atomic_quad(Warp& warp, const MachineOp& op, LaneMask active) {
  const auto slot = [&](std::uint32_t row, unsigned lane) { return warp.regs + row + lane * sizeof(u128); };
  access<width>(warp, op, active, [&](LaneMask lanes) {
    for_each_lane(lanes, [&](unsigned lane) {
      std::byte* const at = warp.located.at(lane, op.access_bytes);
      u128 old, value;
      std::memcpy(&old, at, sizeof old);
      std::memcpy(&value, slot(op.rows[1], lane), sizeof value);
      if (op.rows[2] != LaneInst::absent_row) {
        const bool equal = old == value;
        std::memcpy(&value, slot(op.rows[2], lane), sizeof value);
        if (!equal) value = old;
      }
      std::memcpy(at, &value, sizeof value);
      if (value != old) warp.block.note_change();
      if (op.rows[0] != LaneInst::absent_row) std::memcpy(slot(op.rows[0], lane), &old, sizeof old);
    });
  });
  return Flow::next;
}

template <unsigned width>
MachineFn atomic_of(unsigned bytes) {
  switch (bytes) {
    case 2:
      return &atomic<width, std::uint16_t>;
    case 4:
      return &atomic<width, std::uint32_t>;
    case 8:
      return &atomic<width, std::uint64_t>;
    case 16:
      return &atomic_quad<width>;
    default:
      return nullptr;
  }
}

}  // namespace

MachineFn select_atomic(const MachineOp& op, unsigned width) {
  return width == 64 ? atomic_of<64>(op.element_bytes) : atomic_of<32>(op.element_bytes);
}

}  // namespace forewarp::emu
