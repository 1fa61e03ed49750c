// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Lane operations that follow each other, as one function. The emulator executes an instruction for all lanes of a
/// warp and leaves its result in a row of memory; a run of instructions whose values stay in vector registers needs a
/// fraction of the time. The functions of lanes/scalar are compiled into both, so the bits are the same.
///
///     add.s32 %r3, %r1, %r2;  shl.b32 %r4, %r3, 2;     is     for (lane = 0; lane < 32; ++lane) {
///                                                               const u32 v2 = add<u32>(0, r1[lane], r2[lane]);
///                                                               r4[lane] = shl<u32>(0, v2, 2);
///                                                             }
///
/// if no other instruction reads %r3. The text is C++ for clang, which vectorises the loop (host_compiler.hpp).
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "forewarp/emulate/machine/access_site.hpp"
#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/emulate/machine/quick_access.hpp"

namespace forewarp::emu::native {

/// One lane operation: what was selected for it (LaneChoice) and its rows, in the same order.
struct FusedOp {
  Fusion fusion = Fusion::none;
  std::string_view scalar, letters;
  unsigned destinations = 1;
  std::span<const std::uint32_t> rows;
  std::uint32_t negated = 0, control = 0;
  std::uint32_t guard = LaneInst::absent_row;
  bool guard_negated = false;
};

struct FusedRun {
  std::vector<FusedOp> ops;
  std::vector<std::uint32_t> kept;  ///< rows that something behind the run reads
  /// Where the run is a whole basic block that branches back to itself: the predicate of that branch.
  std::uint32_t repeat_guard = LaneInst::absent_row;
  bool repeat_negated = false;

  [[nodiscard]] bool repeats() const { return repeat_guard != LaneInst::absent_row; }
};

/// A load or store between runs, with the places of its rows. In the range where it was the last time it is made in
/// place, else by a call (CodeState::access).
struct FusedAccess {
  std::uint32_t address_row = 0;
  std::vector<std::uint32_t> rows;  ///< of the data
  QuickShape shape;
  std::uint64_t offset = 0;  ///< of the address
  bool is_local = false;
  std::uint32_t guard = LaneInst::absent_row;
  bool guard_negated = false;
};

/// Runs and accesses that follow each other in a basic block, as one function. Rows that only the segment uses do not
/// lie in the warp's frame but in a piece of the stack that all warps share.
struct Segment {
  std::vector<std::variant<FusedRun, FusedAccess>> pieces;
  std::map<std::uint32_t, std::uint32_t> scratch;  ///< offsets of such rows there
  std::uint32_t scratch_bytes = 0;
};

/// What compiled code reads, counts and calls; the text has the same struct (scalar_text.cpp).
struct CodeState {
  /// Makes an access, and leaves in the site where it was.
  void (*access)(void* warp, const void* op, LaneMask active, QuickRows rows, AccessSite* site) = nullptr;
  /// Of the lanes at the end of a block, `taken` branch and the others do not: which of them go on follows from the
  /// block.
  void (*part)(void* warp, CodeState* state, std::uint32_t block, LaneMask taken) = nullptr;
  /// The lanes have come to where others wait: lanes << 32 | block of those that go on, which have entered the block;
  /// without lanes a PathEnd.
  std::uint64_t (*arrive)(void* warp, CodeState* state) = nullptr;
  const void* const* ops = nullptr;   ///< of all accesses, in the order of the segments
  AccessSite* sites = nullptr;        ///< of each
  AccessSite local;                   ///< of the warp's local memory; limit is its size
  std::int64_t* slice = nullptr;      ///< of the warp
  std::uint64_t* changes = nullptr;   ///< Block::changes
  std::uint64_t* executed = nullptr;  ///< by the warp
  std::uint64_t* spent = nullptr;     ///< by the blocks of the launch, at most limit
  std::uint64_t limit = 0;
  std::uint32_t reconverge = 0;  ///< the basic block where other lanes wait
};
using SegmentFn = void (*)(std::byte* regs, void* warp, LaneMask active, const CodeState& state);

/// The number that a row has in all lanes and always; nothing for rows of registers.
using KnownRow = std::function<std::optional<std::uint64_t>(std::uint32_t row)>;

/// The function of run number i is called run_i and is a LaneFn for warps of 32 lanes, that of segment number i
/// segment_i, a SegmentFn. A run that repeats has a function loop_i, too, for paths: it executes the run until not all
/// lanes branch back, and keeps the rows in vector registers meanwhile. vector_lanes: how many lanes one pass of a loop
/// takes. path: text behind them that calls them (path_text.hpp).
[[nodiscard]] std::string source_of(std::span<const FusedRun> runs, std::span<const Segment> segments,
                                    const KnownRow& known, unsigned vector_lanes, std::string_view path = {});

}  // namespace forewarp::emu::native
