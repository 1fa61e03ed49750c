// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Code of kernels that run long, compiled for this processor. A kernel is interpreted until it has executed so many
/// warp instructions that compiling pays; then each run of lane operations in its plain code (decode/plain_code.hpp),
/// with the loads and stores between them, becomes one operation. Barriers, atomics, calls and control flow stay with
/// the interpreter. Results are the same bits; only time differs.
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/native/fused_run.hpp"

namespace forewarp::emu::native {

struct FoundSegments;
struct SegmentPlace;
struct CompiledText;

class HotCode {
 public:
  /// The program must outlive this. FOREWARP_NATIVE (off, always) has precedence over options.native_after.
  HotCode(Program& program, const MachineOptions& options);

  /// So many warp instructions without an observer were executed since the last call; may compile. Not while blocks
  /// run.
  void executed(std::uint64_t warp_instructions);
  /// What warps without observers run instead of the entry's plain blocks; nullptr: those.
  [[nodiscard]] const std::vector<BlockCode>* blocks() const { return ready_ ? &code_.blocks : nullptr; }
  /// Why there is no compiled code although it was tried, once; else empty.
  [[nodiscard]] std::string take_failure() { return std::exchange(failure_, {}); }

  struct CompiledSegment {
    SegmentFn run = nullptr;
    std::vector<const void*> ops;  ///< MachineOp of each access
    SegmentCalls calls;
  };
  [[nodiscard]] const CompiledSegment& segment(std::uint32_t number) const { return segments_[number]; }

 private:
  void compile();
  void put_in_place(const FoundSegments& found, const CompiledText& compiled);
  void add_segment(const FunctionCode& entry, const SegmentPlace& place, SegmentFn run);

  Program& program_;
  Isa isa_;
  bool wanted_, required_ = false, ready_ = false;
  std::uint64_t after_, executed_ = 0;
  PlainCode code_;
  std::deque<CompiledSegment> segments_;
  std::string failure_;
};

}  // namespace forewarp::emu::native
