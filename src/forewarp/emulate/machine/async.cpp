// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cp.async and cp.async.bulk.
#include "forewarp/emulate/machine/async.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "forewarp/emulate/machine/access.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned bulk_piece = 16;

/// The lanes' addresses in an address space that is not generic.
template <unsigned width>
std::array<std::uint64_t, 64> addresses_of(Warp& warp, const MachineOp& op, ptx::StateSpace& space, LaneMask active) {
  std::array<std::uint64_t, 64> result{};
  const std::uint64_t* addresses = compute_addresses<width>(warp, op);
  space = op.space;
  if (op.space == ptx::StateSpace::none) {
    const LaneMask same = split_generic(warp, active, addresses, space);
    if (same != active) warp.fault(op, active & ~same, "copy whose lanes are in different spaces");
  }
  std::copy(addresses, addresses + width, result.begin());
  return result;
}

/// Moves bytes per lane; lanes that want 0 bytes get zeros instead of the source (src-size,
/// ignore-src). All lanes read before any writes, since source and destination may overlap between
/// lanes.
template <unsigned width>
struct Copier {
  Warp& warp;
  const MachineOp& op;
  ptx::StateSpace to_space{}, from_space{};
  std::array<std::uint64_t, 64> to{}, from{};

  Copier(Warp& w, const MachineOp& o, LaneMask active) : warp(w), op(o) {
    to = addresses_of<width>(warp, op, to_space, active);
    from = addresses_of<width>(warp, *op.second, from_space, active);
  }

  void move(LaneMask active, unsigned bytes, const std::array<std::uint32_t, 64>& wanted) {
    std::array<std::array<std::byte, 16>, 64> values{};
    LaneMask reading = 0;
    for_each_lane(active, [&](unsigned lane) { reading |= LaneMask{wanted[lane] > 0} << lane; });
    if (reading != 0) {
      locate(warp, {*op.second, reading, from_space, from.data(), source_kind(), bytes});
      for_each_lane(reading, [&](unsigned lane) {
        std::memcpy(values[lane].data(), warp.located.at(lane, bytes), std::min(wanted[lane], bytes));
      });
    }
    locate(warp, {op, active, to_space, to.data(), AccessKind::async_copy, bytes});
    for_each_lane(active,
                  [&](unsigned lane) { std::memcpy(warp.located.at(lane, bytes), values[lane].data(), bytes); });
    warp.block.note_change();
  }

  /// Shared memory that is read must not pass for written by the checks.
  [[nodiscard]] AccessKind source_kind() const {
    return from_space == ptx::StateSpace::global ? AccessKind::async_copy : AccessKind::load;
  }
};

std::uint32_t read_u32(const Warp& warp, std::uint32_t row, unsigned lane) {
  std::uint32_t value;
  std::memcpy(&value, warp.regs + row + std::size_t{lane} * 4, sizeof value);
  return value;
}

template <unsigned width>
void copy_small(Warp& warp, const MachineOp& op, LaneMask active) {
  std::array<std::uint32_t, 64> wanted{};
  LaneMask ignored = 0;
  if (op.rows[1] != LaneInst::absent_row) {
    std::memcpy(&ignored, warp.regs + op.rows[1], sizeof ignored);
    if (op.control & async_control::ignore_negated) ignored = ~ignored;
  }
  for_each_lane(active, [&](unsigned lane) {
    wanted[lane] = op.rows[0] == LaneInst::absent_row ? op.access_bytes : read_u32(warp, op.rows[0], lane);
    if ((ignored >> lane) & 1U) wanted[lane] = 0;
    if (wanted[lane] > op.access_bytes)
      warp.fault(op, LaneMask{1} << lane, fmt::format("cp.async of {} bytes out of {}", op.access_bytes, wanted[lane]));
  });
  Copier<width>(warp, op, active).move(active, op.access_bytes, wanted);
}

template <unsigned width>
void copy_bulk_lane(Warp& warp, const MachineOp& op, unsigned lane) {
  const LaneMask self = LaneMask{1} << lane;
  const std::uint32_t bytes = read_u32(warp, op.rows[0], lane);
  if (bytes % bulk_piece != 0)
    warp.fault(op, self, fmt::format("bulk copy of {} bytes, which is not a multiple of {}", bytes, bulk_piece));
  Copier<width> copier(warp, op, self);
  std::array<std::uint32_t, 64> wanted{};
  wanted[lane] = bulk_piece;
  for (std::uint32_t done = 0; done < bytes; done += bulk_piece) {
    copier.move(self, bulk_piece, wanted);
    copier.to[lane] += bulk_piece;
    copier.from[lane] += bulk_piece;
  }
  if (op.rows[2] != LaneInst::absent_row) complete_copy(warp, op, lane, op.rows[2], bytes);
}

template <unsigned width>
Flow copy(Warp& warp, const MachineOp& op, LaneMask active) {
  if (op.control & async_control::bulk)
    for_each_lane(active, [&](unsigned lane) { copy_bulk_lane<width>(warp, op, lane); });
  else
    copy_small<width>(warp, op, active);
  return Flow::next;
}

}  // namespace

void complete_copy(Warp& warp, const MachineOp& op, unsigned lane, std::uint32_t row, std::uint64_t bytes) {
  std::uint64_t address = 0;
  std::memcpy(&address, warp.regs + row + std::size_t{lane} * op.register_bytes, op.register_bytes);
  const std::vector<std::byte>& shared = warp.block.shared();
  address &= window_bytes - 1;
  if (address % 8 != 0 || address > shared.size() || shared.size() - address < 8)
    warp.fault(op, LaneMask{1} << lane,
               fmt::format("mbarrier at shared address {:#x} is out of bounds or misaligned", address));
  complete_transaction(warp.block.shared().data() + address, bytes);
}

MachineFn select_copy(unsigned width) { return width == 64 ? &copy<64> : &copy<32>; }

}  // namespace forewarp::emu
