// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/shared_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// Two checks of shared memory, per byte and only on request: reads of what was never written, and
/// races between warps.
///
/// Races are found with vector clocks (Mattern 1988; as in FastTrack, Flanagan and Freund, PLDI
/// 2009). clocks_[w][v] is the latest time of warp v that warp w has synchronised with; a warp's
/// own time advances at each barrier. An access by v at time t happened before the current one of w
/// if t <= clocks_[w][v]. Example: warp 0 writes a byte at time 1; warp 1, whose clock for warp 0
/// is 0, reads it: a race. With a barrier in between, warp 1 acquires 1 and the read is ordered.
SharedChecks::SharedChecks(std::uint64_t bytes, unsigned warps, bool uninitialised, bool races)
    : clocks_(races ? warps : 0, Clock(warps)), written_(uninitialised ? bytes : 0), bytes_(races ? bytes : 0) {}

void SharedChecks::begin_block() {
  std::fill(written_.begin(), written_.end(), false);
  std::fill(bytes_.begin(), bytes_.end(), Byte{});
  for (std::size_t w = 0; w < clocks_.size(); ++w) {
    std::fill(clocks_[w].begin(), clocks_[w].end(), 0);
    clocks_[w][w] = 1;
  }
}

/// Arriving publishes what this warp knows to the barrier; leaving (acquire) takes over what all
/// that arrived knew.
void SharedChecks::release(unsigned warp, Clock& barrier) {
  if (clocks_.empty()) return;
  barrier.resize(clocks_.size());
  for (std::size_t w = 0; w < barrier.size(); ++w) barrier[w] = std::max(barrier[w], clocks_[warp][w]);
  ++clocks_[warp][warp];
}

void SharedChecks::acquire(unsigned warp, const Clock& barrier) {
  if (clocks_.empty()) return;
  for (std::size_t w = 0; w < barrier.size(); ++w) clocks_[warp][w] = std::max(clocks_[warp][w], barrier[w]);
}

void SharedChecks::access(const Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t offset, unsigned bytes,
                          AccessKind kind) {
  const bool writes = kind == AccessKind::store || kind == AccessKind::async_copy;
  for (std::uint64_t at = offset; at < offset + bytes; ++at) {
    if (!written_.empty()) {
      if (!writes && !written_[at])
        warp.report(FindingKind::init, op, LaneMask{1} << lane,
                    fmt::format("read of shared memory at {:#x}, which was never written", at));
      if (kind != AccessKind::load) written_[at] = true;
    }
    if (!bytes_.empty()) check_race(warp, op, lane, at, kind);
  }
}

/// A byte remembers its last write and its last two readers of different warps. That is less than a
/// full list of readers, so a race between a write and an older read may be missed, but nothing is
/// reported that is none. Atomics do not race with each other.
void SharedChecks::check_race(const Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t offset,
                              AccessKind kind) {
  Byte& byte = bytes_[offset];
  const bool atomic = kind == AccessKind::atomic || kind == AccessKind::reduction ||
                      op.function->function->body[op.instruction].opcode == ptx::Opcode::mbarrier;
  const bool reads = kind == AccessKind::load;
  const auto conflicts = [&](const Touch& t) {
    return t.op && t.warp != warp.index() && t.time > clocks_[warp.index()][t.warp] && !(atomic && t.atomic);
  };
  if (conflicts(byte.write)) report(warp, op, lane, offset, {byte.write, "written", reads ? "read" : "written"});
  if (!reads && conflicts(byte.read)) report(warp, op, lane, offset, {byte.read, "read", "written"});
  if (!reads && conflicts(byte.other_read)) report(warp, op, lane, offset, {byte.other_read, "read", "written"});
  const Touch now{clocks_[warp.index()][warp.index()], warp.index(), &op, atomic};
  if (!reads) {
    byte.write = now;
  } else {
    if (byte.read.op && byte.read.warp != warp.index()) byte.other_read = byte.read;
    byte.read = now;
  }
}

void SharedChecks::report(const Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t offset,
                          const Race& race) const {
  if (warp.reported(FindingKind::race, op)) return;
  const std::string where =
      place_of(*warp.block.launch().program, *race.earlier.op->function->function, race.earlier.op->instruction);
  warp.report(FindingKind::race, op, LaneMask{1} << lane,
              fmt::format("data race in shared memory at {:#x}: {} here by warp {} and {} at {} by warp {} with no "
                          "barrier in between",
                          offset, race.does, warp.index(), race.earlier_does, where, race.earlier.warp));
}

}  // namespace forewarp::emu
