// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Code of kernels that run long, compiled for this processor. A kernel is interpreted until it has executed so many
/// warp instructions that compiling pays, and on while the compiler takes long; then each run of lane operations in its
/// plain code (decode/plain_code.hpp), with the loads and stores between them, becomes one operation, and so do the
/// branches between those (path_text.hpp). Barriers, atomics, shuffles and calls stay with the interpreter. Results are
/// the same bits; only time differs.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/native/find_segments.hpp"
#include "forewarp/emulate/native/fused_run.hpp"
#include "forewarp/emulate/native/host_compiler.hpp"
#include "forewarp/emulate/native/path_text.hpp"

namespace forewarp::emu::native {

class HotCode {
 public:
  /// The program must outlive this. FOREWARP_NATIVE (off, always) has precedence over options.native_after.
  HotCode(Program& program, const MachineOptions& options);

  /// So many warp instructions without an observer were executed by so many blocks since the last call; may begin to
  /// compile, or take what was compiled. Not while blocks run.
  void executed(std::uint64_t warp_instructions, std::uint64_t blocks);
  /// Whether it would pay to compile while so many blocks run, as far as the blocks before tell.
  [[nodiscard]] bool may_compile_within(std::uint64_t blocks) const;
  [[nodiscard]] bool compiles() const { return begun_ != nullptr; }
  /// What warps without observers run instead of the entry's plain blocks; nullptr: those.
  [[nodiscard]] const std::vector<BlockCode>* blocks() const { return ready_ ? &code_.blocks : nullptr; }
  /// Why there is no compiled code although it was tried, once; else empty.
  [[nodiscard]] std::string take_failure() { return std::exchange(failure_, {}); }

  /// Runs a segment, or the path from an entry on, for these lanes of the warp.
  void run_segment(std::uint32_t number, Warp& warp, LaneMask active) const;
  Flow run_path(std::uint32_t entry, Warp& warp, LaneMask active) const;
  /// CodeState::part and arrive.
  void part(Warp& warp, CodeState& state, std::uint32_t block, LaneMask taken) const;
  [[nodiscard]] std::uint64_t arrive(Warp& warp, CodeState& state) const;

 private:
  /// What becomes of the kernel once its text is compiled.
  struct Begun {
    FoundSegments found;
    PathText path;
    Compilation compilation;
  };

  void compile();
  void take_compiled();
  void put_in_place(const FoundSegments& found, const PathText& path);
  [[nodiscard]] Ready compiled(const SegmentPlace& place, std::optional<std::uint32_t> path_entry);
  void list_accesses(const FoundSegments& found);
  [[nodiscard]] CodeState state_of(Warp& warp) const;

  Program& program_;
  Isa isa_;
  bool wanted_, required_ = false, ready_ = false;
  std::uint64_t after_, executed_ = 0, blocks_ = 0;
  PlainCode code_;
  CompiledText compiled_;
  std::vector<const void*> accesses_;       ///< MachineOps of loads and stores, in the order of the segments
  std::vector<bool> can_begin_;             ///< of each block: whether the path has it
  std::vector<const Ready*> behind_first_;  ///< of each block that begins with a piece: what comes behind it
  std::string failure_;
  std::unique_ptr<Begun> begun_;
};

}  // namespace forewarp::emu::native
