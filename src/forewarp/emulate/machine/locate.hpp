// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the ways to locate an access (access.cpp, locate.cpp) share.
#include <algorithm>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/memory_impl.hpp"
#include "forewarp/emulate/machine/touch_log.hpp"

namespace forewarp::emu {

[[nodiscard]] constexpr bool writes(AccessKind kind) {
  return kind != AccessKind::load && kind != AccessKind::prefetch;
}

/// Addresses [base, base + size), whose first byte is at host.
struct Range {
  std::uint64_t base, size;
  std::byte* host;
};

/// The shared memory of the block of the cluster that a shared address names (is_of_peer); empty where there is none,
/// or where the instruction reaches its own block only. A write counts as a change of that block, too.
[[nodiscard]] Range peer_range(const Warp& warp, const MachineOp& op, std::uint64_t address);

/// The block whose shared memory a shared address names: the warp's own, or another one of the cluster; nullptr where
/// there is none, where it has ended, or where the instruction reaches its own block only.
[[nodiscard]] Block* block_at(const Warp& warp, const MachineOp& op, std::uint64_t address);

/// A byte of the shared memory of a block of the cluster, by where it is in host memory; no block for any other.
struct SharedByte {
  Block* block = nullptr;
  std::uint64_t offset = 0;
};
[[nodiscard]] SharedByte shared_byte(const Warp& warp, const std::byte* host);

/// Fills the pages that a located access touches and that have no contents yet.
void make_touched(Warp& warp, const AccessRequest& request, MemoryBuffer& buffer);

/// Notes the words of a located access in a tracked buffer in the log of its chunk.
void log_touches(const Warp& warp, const AccessRequest& request, const MemoryBuffer& buffer);

/// What each lane does at its address.
struct LaneTouch {
  unsigned bytes = 0;
  bool reads = false, changes = false;
};

/// Lanes mostly form runs of consecutive or equal addresses, each of which is one touch.
template <typename AddressOf>
void touch_lanes(TouchLog& log, const MemoryBuffer& buffer, LaneMask lanes, LaneTouch each, AddressOf address_of) {
  std::uint64_t begin = 0, end = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t first = address_of(lane);
    if (first >= begin && first <= end) {
      end = std::max(end, first + each.bytes);
      return;
    }
    if (end != begin) log.touch(buffer, begin, end - begin, each.reads, each.changes);
    begin = first;
    end = first + each.bytes;
  });
  log.touch(buffer, begin, end - begin, each.reads, each.changes);
}

inline void note_touches(const Warp& warp, const AccessRequest& request, const MemoryBuffer* buffer) {
  if (buffer && buffer->tracking != Tracking::none) [[unlikely]]
    log_touches(warp, request, *buffer);
}

/// The event for the observer. An access also takes one unit of the warp's slice.
inline void report_access(Warp& warp, const AccessRequest& r, const AffineLanes* affine = nullptr) {
  --warp.slice;
  if (Observer* observer = warp.block.observer())
    observer->access(warp.id(),
                     {r.op.site, r.space == ptx::StateSpace::local && r.op.is_param ? ptx::StateSpace::param : r.space,
                      r.kind, static_cast<std::uint16_t>(r.bytes), r.lanes, r.addresses, affine});
}

}  // namespace forewarp::emu
