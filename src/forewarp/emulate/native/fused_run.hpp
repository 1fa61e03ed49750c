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

#include "forewarp/emulate/machine/lane_op.hpp"

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
};

/// A load or store between runs. It is made by a call (SegmentCalls), with the places of its rows.
struct FusedAccess {
  std::uint32_t address_row = 0;
  std::vector<std::uint32_t> rows;  ///< of the data
  bool is_store = false;
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

/// What the code of a segment calls. ops: of its accesses, in order. registers and rows: where the data are.
struct SegmentCalls {
  void (*access)(void* warp, const void* op, LaneMask active, const std::byte* address, std::byte* registers,
                 const std::uint32_t* rows) = nullptr;
  const void* const* ops = nullptr;
};
using SegmentFn = void (*)(std::byte* regs, void* warp, LaneMask active, const SegmentCalls& calls);

/// The number that a row has in all lanes and always; nothing for rows of registers.
using KnownRow = std::function<std::optional<std::uint64_t>(std::uint32_t row)>;

/// The function of run number i is called run_i and is a LaneFn for warps of 32 lanes, that of segment number i
/// segment_i, a SegmentFn. vector_lanes: how many lanes one pass of a loop takes.
[[nodiscard]] std::string source_of(std::span<const FusedRun> runs, std::span<const Segment> segments,
                                    const KnownRow& known, unsigned vector_lanes);

}  // namespace forewarp::emu::native
