// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// mbarrier objects (PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier"): 8 bytes of shared
// memory that hold how many arrivals a phase takes, how many are missing, the phase and the bytes still expected. The
// contents are opaque to programs; a state token is the object before the arrival.
#include <fmt/format.h>

#include <cstring>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/async.hpp"
#include "forewarp/emulate/machine/locate.hpp"

namespace forewarp::emu {

namespace {

constexpr std::uint64_t count_mask = (1U << 20) - 1;

struct Mbarrier {
  std::uint64_t expected, pending, phase;
  std::int64_t bytes;  ///< 22 bits, signed

  /// Bits 0 to 19: expected; 20 to 39: pending; 40: phase; 41 to 62: bytes, signed.
  static Mbarrier unpack(std::uint64_t bits) {
    return {bits & count_mask, bits >> 20 & count_mask, bits >> 40 & 1, static_cast<std::int64_t>(bits << 1) >> 42};
  }
  [[nodiscard]] std::uint64_t pack() const {
    return expected | pending << 20 | phase << 40 |
           (static_cast<std::uint64_t>(bytes) << 41 & ~(std::uint64_t{1} << 63));
  }
  /// The phase is complete when no arrival and no byte is missing; the next one then begins with
  /// all arrivals missing. Example, init with 2 and a copy of 64 bytes: arrive.expect_tx 64 leaves
  /// 1 arrival and 64 bytes; the copy ends: 1 arrival; the second arrive: phase 1, 2 arrivals
  /// missing.
  void complete_when_due() {
    if (pending != 0 || bytes != 0) return;
    phase ^= 1;
    pending = expected;
  }
};

std::uint64_t operand(const Warp& warp, const MachineOp& op, unsigned index, unsigned lane, unsigned bytes,
                      std::uint64_t otherwise) {
  if (op.rows[index] == LaneInst::absent_row) return otherwise;
  std::uint64_t value = 0;
  std::memcpy(&value, warp.regs + op.rows[index] + std::size_t{lane} * bytes, bytes);
  return value;
}

void put_predicate(Warp& warp, const MachineOp& op, unsigned lane, bool value) {
  LaneMask mask;
  std::memcpy(&mask, warp.regs + op.rows[0], sizeof mask);
  const LaneMask bit = LaneMask{1} << lane;
  mask = value ? mask | bit : mask & ~bit;
  std::memcpy(warp.regs + op.rows[0], &mask, sizeof mask);
}

LaneMask predicates(const Warp& warp, const MachineOp& op) {
  LaneMask mask;
  std::memcpy(&mask, warp.regs + op.rows[0], sizeof mask);
  return mask;
}

void arrive(Warp& warp, const MachineOp& op, unsigned lane, Mbarrier& barrier, std::uint64_t count) {
  if (count > barrier.pending)
    warp.fault(op, LaneMask{1} << lane,
               fmt::format("mbarrier: {} arrivals where {} are missing", count, barrier.pending));
  barrier.pending -= count;
  barrier.complete_when_due();
}

/// One lane's operation on the object.
// arrive.expect_tx (control2) first adds its bytes, so that the phase cannot complete before they have arrived.
void apply(Warp& warp, const MachineOp& op, MbarrierOp kind, unsigned lane, Mbarrier& barrier) {
  const std::uint64_t before = barrier.pack();
  switch (kind) {
    case MbarrierOp::init: {
      const std::uint64_t count = operand(warp, op, 2, lane, 4, 0) & count_mask;
      barrier = {count, count, 0, 0};
      return;
    }
    case MbarrierOp::inval:
      barrier = {0, 0, 0, 0};
      return;
    case MbarrierOp::arrive_drop:
      barrier.expected -= std::min(barrier.expected, operand(warp, op, 2, lane, 4, 1));
      [[fallthrough]];
    case MbarrierOp::arrive:
      if (op.control2 != 0) barrier.bytes += static_cast<std::int64_t>(operand(warp, op, 2, lane, 4, 0));
      arrive(warp, op, lane, barrier, op.control2 != 0 ? 1 : operand(warp, op, 2, lane, 4, 1));
      if (op.rows[0] != LaneInst::absent_row) std::memcpy(warp.regs + op.rows[0] + std::size_t{lane} * 8, &before, 8);
      return;
    // A token's phase is over when the object is in another one: two in a row differ in the bit. A
    // test of a parity asks the same of the phase with that bit, so a fresh object passes for
    // parity 1.
    case MbarrierOp::test:
      put_predicate(warp, op, lane, Mbarrier::unpack(operand(warp, op, 1, lane, 8, 0)).phase != barrier.phase);
      return;
    case MbarrierOp::test_parity:
      put_predicate(warp, op, lane, (operand(warp, op, 1, lane, 4, 0) & 1) != barrier.phase);
      return;
    case MbarrierOp::expect:
      barrier.bytes += static_cast<std::int64_t>(operand(warp, op, 2, lane, 4, 0));
      return;
    case MbarrierOp::complete:
      barrier.bytes -= static_cast<std::int64_t>(operand(warp, op, 2, lane, 4, 0));
      barrier.complete_when_due();
      return;
    case MbarrierOp::pending:
      return;  // needs no object
  }
}

/// What the race check learns of an operation that is done: an arrival comes before each wait that sees its phase
/// complete.
void note_order(Warp& warp, const MachineOp& op, unsigned lane, MbarrierOp kind) {
  const SharedByte at = shared_byte(warp, warp.located.at(lane, 8));
  if (!at.block) return;
  if (kind == MbarrierOp::arrive || kind == MbarrierOp::arrive_drop || kind == MbarrierOp::complete)
    at.block->checks()->arrive(warp, at.offset);
  if ((kind == MbarrierOp::test || kind == MbarrierOp::test_parity) && (predicates(warp, op) >> lane & 1) != 0)
    at.block->checks()->pass(warp, at.offset);
}

template <unsigned width, MbarrierOp kind>
Flow run(Warp& warp, const MachineOp& op, LaneMask active) {
  if constexpr (kind == MbarrierOp::pending) {
    for_each_lane(active, [&](unsigned lane) {
      const auto count = static_cast<std::uint32_t>(Mbarrier::unpack(operand(warp, op, 1, lane, 8, 0)).pending);
      std::memcpy(warp.regs + op.rows[0] + std::size_t{lane} * 4, &count, 4);
    });
    return Flow::next;
  }
  constexpr bool tests = kind == MbarrierOp::test || kind == MbarrierOp::test_parity;
  access<width>(warp, op, active, [&](LaneMask lanes) {
    for_each_lane(lanes, [&](unsigned lane) {
      std::byte* const at = warp.located.at(lane, 8);
      std::uint64_t bits;
      std::memcpy(&bits, at, sizeof bits);
      Mbarrier barrier = Mbarrier::unpack(bits);
      apply(warp, op, kind, lane, barrier);
      if (barrier.pack() != bits) warp.block.note_change();
      if (warp.block.has_checks()) note_order(warp, op, lane, kind);
      bits = barrier.pack();
      std::memcpy(at, &bits, sizeof bits);
    });
  });
  // try_wait suspends the thread for a while: other warps have their turn.
  if constexpr (tests)
    if (op.control2 != 0 && (predicates(warp, op) & active) == 0) warp.slice = 0;
  return Flow::next;
}

template <unsigned width>
MachineFn run_of(MbarrierOp op) {
  switch (op) {
    case MbarrierOp::init:
      return &run<width, MbarrierOp::init>;
    case MbarrierOp::inval:
      return &run<width, MbarrierOp::inval>;
    case MbarrierOp::arrive:
      return &run<width, MbarrierOp::arrive>;
    case MbarrierOp::arrive_drop:
      return &run<width, MbarrierOp::arrive_drop>;
    case MbarrierOp::test:
      return &run<width, MbarrierOp::test>;
    case MbarrierOp::test_parity:
      return &run<width, MbarrierOp::test_parity>;
    case MbarrierOp::expect:
      return &run<width, MbarrierOp::expect>;
    case MbarrierOp::complete:
      return &run<width, MbarrierOp::complete>;
    case MbarrierOp::pending:
      return &run<width, MbarrierOp::pending>;
  }
  return nullptr;
}

}  // namespace

MachineFn select_mbarrier(MbarrierOp op, unsigned width) { return width == 64 ? run_of<64>(op) : run_of<32>(op); }

/// Called at the end of a bulk copy: the bytes that it has brought are no longer missing.
void complete_transaction(std::byte* mbarrier, std::uint64_t bytes) {
  std::uint64_t bits;
  std::memcpy(&bits, mbarrier, sizeof bits);
  Mbarrier barrier = Mbarrier::unpack(bits);
  barrier.bytes -= static_cast<std::int64_t>(bytes);
  barrier.complete_when_due();
  bits = barrier.pack();
  std::memcpy(mbarrier, &bits, sizeof bits);
}

}  // namespace forewarp::emu
