// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Code of kernels that run long, compiled for this processor. A kernel is interpreted until it has executed so many
/// warp instructions that compiling pays; then each run of lane operations in its plain code (decode/plain_code.hpp)
/// becomes one operation. Memory accesses, barriers, calls and control flow stay with the interpreter. Results are the
/// same bits; only time differs.
#include <cstdint>
#include <memory>
#include <string>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/machine/machine.hpp"

namespace forewarp::emu::native {

class HotCode {
 public:
  /// The program must outlive this. FOREWARP_NATIVE (off, always) has precedence over options.native_after.
  HotCode(const Program& program, const MachineOptions& options);

  /// So many warp instructions without an observer were executed since the last call; may compile. Not while blocks
  /// run.
  void executed(std::uint64_t warp_instructions);
  /// What warps without observers run instead of the entry's plain blocks; nullptr: those.
  [[nodiscard]] const std::vector<BlockCode>* blocks() const { return ready_ ? &code_.blocks : nullptr; }
  /// Why there is no compiled code although it was tried; else empty.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  void compile();

  const Program& program_;
  Isa isa_;
  bool wanted_, required_ = false, ready_ = false;
  std::uint64_t after_, executed_ = 0;
  PlainCode code_;
  std::string failure_;
};

}  // namespace forewarp::emu::native
