// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The machine executes, observers count. Events are per warp and carry the mask of active lanes; per-instruction
/// counts follow from basic-block events, so the cost of watching grows with blocks and memory accesses, not
/// instructions.
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::emu {

/// Basic blocks and access sites are numbered over the whole module (functions that the entry can reach), densely from
/// 0.
struct ProgramMap {
  struct Block {
    const ptx::Function* function;
    std::uint32_t first, last;  ///< instructions [first, last) of that function
  };
  struct Site {
    const ptx::Function* function;
    std::uint32_t instruction;
    std::uint32_t block;
  };
  std::vector<Block> blocks;
  std::vector<Site> sites;  ///< every instruction that touches memory
};

enum class AccessKind : std::uint8_t { load, store, atomic, reduction, async_copy, prefetch };

struct WarpId {
  std::uint64_t block;  ///< linear block index in the grid
  std::uint32_t warp;   ///< within the block
};

/// Addresses that are a first one plus a stride for each bit of the lane number: lane 5 (binary 101) is at the first
/// address + strides[0] + strides[2]. Strides past the warp's width are 0.
struct AffineLanes {
  std::array<std::int64_t, 6> strides{};
  bool operator==(const AffineLanes&) const = default;
};

/// One memory instruction of one warp. addresses[i] is meaningful for lanes in active; they are offsets within the
/// space for shared, local and param, and device addresses for global and const.
struct Access {
  std::uint32_t site;
  ptx::StateSpace space;  ///< resolved: a generic access arrives with the space it turned out to be in
  AccessKind kind;
  std::uint16_t bytes;  ///< per lane, vectors whole
  LaneMask active;
  const std::uint64_t* addresses;
  /// The addresses as strides, where the machine knows and all lanes are active; else null. Valid as long as they.
  const AffineLanes* affine = nullptr;
};

/// One observer watches one worker's blocks. For a launch on many threads the machine calls fork() once a chunk of
/// blocks and merge() in block order, so totals do not depend on the number of threads.
class Observer {
 public:
  virtual ~Observer() = default;
  [[nodiscard]] virtual std::unique_ptr<Observer> fork() const = 0;
  virtual void merge(Observer& later) = 0;

  virtual void launch_begin(const ProgramMap&, const launch::Launch&, unsigned /*warp_size*/) {}
  virtual void block_begin(std::uint64_t /*linear*/, launch::Dim3 /*index*/) {}
  virtual void block_end(std::uint64_t /*linear*/) {}
  /// A warp enters basic block `block` with these lanes active.
  virtual void basic_block(WarpId, std::uint32_t /*block*/, LaneMask /*active*/) {}
  virtual void access(WarpId, const Access&) {}
  /// A conditional branch at the end of basic block `block`: taken is a subset of active.
  virtual void branch(WarpId, std::uint32_t /*block*/, LaneMask /*active*/, LaneMask /*taken*/) {}
  /// A warp arrives at a barrier with these lanes.
  virtual void barrier(WarpId, std::uint32_t /*block*/, LaneMask /*active*/) {}
  virtual void warp_end(WarpId) {}
  /// From here on every event of this warp represents `weight` of them (1 at first, products where loops nest): the
  /// machine runs a few iterations of a regular loop for all those that it skips (MachineOptions::loop_sample).
  virtual void weight(WarpId, std::uint64_t /*weight*/) {}
};

}  // namespace forewarp::emu
