// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/shared_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// Two checks of shared memory, per byte and only on request: reads of what was never written, and
/// races between warps.
SharedChecks::SharedChecks(std::uint64_t bytes, WarpClocks& clocks, bool uninitialised, bool races)
    : clocks_(clocks), written_(uninitialised ? bytes : 0), bytes_(races ? bytes : 0) {}

void SharedChecks::begin_block() {
  std::fill(written_.begin(), written_.end(), false);
  std::fill(bytes_.begin(), bytes_.end(), Byte{});
  mbarriers_.clear();
}

/// The clock of an mbarrier is that of all arrivals of all its phases: an arrival of a later phase counts as one of the
/// phase that was waited for, so a race may be missed, but nothing is reported that is none.
void SharedChecks::arrive(const Warp& warp, std::uint64_t mbarrier) {
  if (!bytes_.empty()) clocks_.release(warp.block.warp_in_cluster(warp), mbarriers_[mbarrier]);
}

void SharedChecks::pass(const Warp& warp, std::uint64_t mbarrier) {
  const auto found = mbarriers_.find(mbarrier);
  if (found != mbarriers_.end()) clocks_.acquire(warp.block.warp_in_cluster(warp), found->second);
}

void SharedChecks::access(const Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t offset, unsigned bytes,
                          AccessKind kind) {
  const bool writes = kind == AccessKind::store || kind == AccessKind::async_copy;
  for (std::uint64_t at = offset; at < offset + bytes; ++at) {
    if (at < written_.size()) {
      if (!writes && !written_[at])
        warp.report(FindingKind::init, op, LaneMask{1} << lane,
                    fmt::format("read of shared memory at {:#x}, which was never written", at));
      if (kind != AccessKind::load) written_[at] = true;
    }
    if (at < bytes_.size()) check_race(warp, op, lane, at, kind);
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
  const auto self = static_cast<std::uint32_t>(warp.block.warp_in_cluster(warp));
  const WarpClocks::Clock& known = clocks_.of(self);
  const auto conflicts = [&](const Touch& t) {
    return t.op && t.warp != self && t.time > known[t.warp] && !(atomic && t.atomic);
  };
  if (conflicts(byte.write)) report(warp, op, lane, offset, {byte.write, "written", reads ? "read" : "written"});
  if (!reads && conflicts(byte.read)) report(warp, op, lane, offset, {byte.read, "read", "written"});
  if (!reads && conflicts(byte.other_read)) report(warp, op, lane, offset, {byte.other_read, "read", "written"});
  const Touch now{known[self], self, &op, atomic};
  if (!reads) {
    byte.write = now;
  } else {
    if (byte.read.op && byte.read.warp != self) byte.other_read = byte.read;
    byte.read = now;
  }
}

namespace {

/// "warp 3", in a cluster "warp 3 of the cluster's block 1".
std::string name_of(const Warp& of_cluster, std::uint32_t warp) {
  const unsigned a_block = of_cluster.block.launch().warps;
  if (of_cluster.block.cluster().size() == 1) return fmt::format("warp {}", warp);
  return fmt::format("warp {} of the cluster's block {}", warp % a_block, warp / a_block);
}

}  // namespace

void SharedChecks::report(const Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t offset,
                          const Race& race) const {
  if (warp.reported(FindingKind::race, op)) return;
  const std::string where =
      place_of(*warp.block.launch().program, *race.earlier.op->function->function, race.earlier.op->instruction);
  const auto self = static_cast<std::uint32_t>(warp.block.warp_in_cluster(warp));
  warp.report(
      FindingKind::race, op, LaneMask{1} << lane,
      fmt::format("data race in shared memory at {:#x}: {} here by {} and {} at {} by {} with no barrier in "
                  "between",
                  offset, race.does, name_of(warp, self), race.earlier_does, where, name_of(warp, race.earlier.warp)));
}

}  // namespace forewarp::emu
