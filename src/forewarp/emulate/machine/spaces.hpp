// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The generic address space: the upper 24 bits of an address are a buffer's number or one of these windows.
#include <cstdint>

#include "forewarp/emulate/machine/memory.hpp"
#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::emu {

constexpr std::uint64_t window_bytes = std::uint64_t{1} << Memory::buffer_shift;
constexpr std::uint64_t shared_window = std::uint64_t{0xffffff} << Memory::buffer_shift;
constexpr std::uint64_t local_window = std::uint64_t{0xfffffe} << Memory::buffer_shift;
constexpr std::uint64_t param_window = std::uint64_t{0xfffffd} << Memory::buffer_shift;
constexpr std::uint64_t function_window = std::uint64_t{0xfffffc} << Memory::buffer_shift;

/// The space a generic address is in; const_ is not distinguished from global here.
constexpr ptx::StateSpace space_of(std::uint64_t generic) {
  switch (generic >> Memory::buffer_shift) {
    case 0xffffff:
      return ptx::StateSpace::shared;
    case 0xfffffe:
      return ptx::StateSpace::local;
    case 0xfffffd:
      return ptx::StateSpace::param;
    default:
      return ptx::StateSpace::global;
  }
}

/// Shared addresses name a block of the cluster in their bits from 24 on: 0 is the block itself, r + 1 the block of
/// rank r. A block's own addresses are small numbers then, and mapa of the own rank gives one, too.
constexpr unsigned peer_shift = 24;
constexpr std::uint64_t peer_bytes = std::uint64_t{1} << peer_shift;
constexpr std::uint64_t peer_base(unsigned rank) { return (std::uint64_t{rank} + 1) << peer_shift; }
constexpr bool is_of_peer(std::uint64_t shared) { return shared >= peer_bytes; }
/// Of an address that is_of_peer; no rank of any cluster for most numbers.
constexpr std::uint64_t peer_rank(std::uint64_t shared) { return (shared >> peer_shift) - 1; }

/// What cvta adds to an address of the space.
constexpr std::uint64_t window_of(ptx::StateSpace space) {
  if (space == ptx::StateSpace::shared) return shared_window;
  if (space == ptx::StateSpace::local) return local_window;
  if (space == ptx::StateSpace::param) return param_window;
  return 0;
}

}  // namespace forewarp::emu
