// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the ways to locate an access (access.cpp, locate.cpp) share.
#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/memory_impl.hpp"

namespace forewarp::emu {

[[nodiscard]] constexpr bool writes(AccessKind kind) {
  return kind != AccessKind::load && kind != AccessKind::prefetch;
}

/// Addresses [base, base + size), whose first byte is at host.
struct Range {
  std::uint64_t base, size;
  std::byte* host;
};

/// Fills the pages that a located access touches and that have no contents yet.
void make_touched(Warp& warp, const AccessRequest& request, MemoryBuffer& buffer);

/// Notes the words of a located access in a tracked buffer in the log of its chunk.
void log_touches(const Warp& warp, const AccessRequest& request, const MemoryBuffer& buffer);

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
