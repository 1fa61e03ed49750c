// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Translates the addresses of a warp's lanes to host bytes: bounds, alignment, pages, optional checks, and the event
/// for the observer.
#include <cstring>

#include "forewarp/emulate/machine/access_site.hpp"
#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/spaces.hpp"

namespace forewarp::emu {

/// Lanes of a warp that access one state space together.
struct AccessRequest {
  const MachineOp& op;
  LaneMask lanes;
  ptx::StateSpace space;
  const std::uint64_t* addresses;  ///< by lane; offsets in shared, local and param space
  AccessKind kind;
  unsigned bytes;  ///< per lane, a power of two
};

/// Checks every lane's access, stores where it is in host memory (warp.located) and notifies the observer. Linear and
/// uniform patterns occur for full warps only.
void locate(Warp& warp, const AccessRequest& request);

/// Computes the addresses (row + offset), locates them and calls body(lanes) once for each space that they are in; a
/// generic access to several spaces is split into as many parts.
template <unsigned width, typename Body>
void access(Warp& warp, const MachineOp& op, LaneMask active, Body&& body);

/// A load or store of a warp without an observer, by the functions of op.quick. False, without any effect, where the
/// general way must do it. site: where the range is left.
bool access_quickly(Warp& warp, const MachineOp& op, LaneMask active, const QuickRows& rows,
                    AccessSite* site = nullptr);

inline bool access_quickly(Warp& warp, const MachineOp& op, LaneMask active) {
  return access_quickly(warp, op, active, {warp.regs + op.address_row, warp.regs, op.rows.data()});
}

/// access() for a full warp whose addresses are in one range, in one pass. False, without any effect, when they are
/// not or when checks were requested.
bool access_whole(Warp& warp, const MachineOp& op);

/// access() for lanes whose addresses are in one range, whatever their number, in one pass. False as access_whole().
bool access_some(Warp& warp, const MachineOp& op, LaneMask active);

/// The lanes' addresses of an operation.
template <unsigned width>
const std::uint64_t* compute_addresses(Warp& warp, const MachineOp& op) {
  const std::byte* const row = warp.regs + op.address_row;
  if (op.address_is_64) {
    // The row itself will do unless the first element loaded may overwrite it.
    if (op.offset == 0 && op.elements == 1) return reinterpret_cast<const std::uint64_t*>(row);
    const auto* base = reinterpret_cast<const std::uint64_t*>(row);
    for (unsigned lane = 0; lane < width; ++lane)
      warp.addresses[lane] = base[lane] + static_cast<std::uint64_t>(op.offset);
  } else {
    const auto* base = reinterpret_cast<const std::uint32_t*>(row);
    for (unsigned lane = 0; lane < width; ++lane)
      warp.addresses[lane] = base[lane] + static_cast<std::uint32_t>(op.offset);
  }
  return warp.addresses.data();
}

/// The lanes of a generic access whose addresses are in the same space as the first lane's; the base of the space's
/// window is subtracted from them.
inline LaneMask split_generic(Warp& warp, LaneMask active, const std::uint64_t*& addresses, ptx::StateSpace& space) {
  space = space_of(addresses[first_lane(active)]);
  LaneMask same = 0;
  for_each_lane(active, [&](unsigned lane) { same |= LaneMask{space_of(addresses[lane]) == space} << lane; });
  if (const std::uint64_t window = window_of(space); window != 0) {
    for_each_lane(same, [&](unsigned lane) { warp.offsets[lane] = addresses[lane] - window; });
    addresses = warp.offsets.data();
  }
  return same;
}

/// The same for addresses that are already computed.
template <typename Body>
void access_at(Warp& warp, const MachineOp& op, LaneMask active, const std::uint64_t* addresses, unsigned bytes,
               Body&& body) {
  if (op.space != ptx::StateSpace::none) {
    locate(warp, {op, active, op.space, addresses, op.kind, bytes});
    body(active);
    return;
  }
  while (active != 0) {
    const std::uint64_t* part = addresses;
    ptx::StateSpace space;
    const LaneMask lanes = split_generic(warp, active, part, space);
    locate(warp, {op, lanes, space, part, op.kind, bytes});
    body(lanes);
    active &= ~lanes;
  }
}

template <unsigned width, typename Body>
void access(Warp& warp, const MachineOp& op, LaneMask active, Body&& body) {
  if ((active == warp.full() && access_whole(warp, op)) || access_some(warp, op, active)) {
    body(active);
    return;
  }
  access_at(warp, op, active, compute_addresses<width>(warp, op), op.access_bytes, body);
}

}  // namespace forewarp::emu
