// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What checks found in a program:
///
///     check memory: store of 4 bytes at global address 0x...: out of bounds, byte 400 of buffer 'memory' (400 bytes)
///       in kernel 'scale(float*, int)' at scale.cu:7, block (0,0,0) thread (100,0,0), 28 times
///       0 bytes behind the end of 400 bytes allocated by the 3rd cudaMalloc, called from main (scale.cu:21)
#include <map>
#include <string>
#include <vector>

#include "forewarp/report/verdict/verdict.hpp"
#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

/// Functions and lines of the program: "main (scale.cu:21)", by the file and the offset of the code.
class CallPlaces {
 public:
  /// Asks addr2line (binutils, llvm) where it is installed; without it, and without debug information, places are
  /// empty.
  [[nodiscard]] std::string text(const std::vector<runtime::CodePlace>& callers);

 private:
  [[nodiscard]] std::vector<std::string> lines_of(const runtime::CodePlace& place);
  std::map<std::string, std::vector<std::string>> known_;
};

[[nodiscard]] std::string finding_text(const runtime::ProgramFinding& finding, CallPlaces& places);

/// One verdict per check that was asked for, of all processes together.
[[nodiscard]] std::vector<Verdict> check_verdicts(const std::vector<runtime::Recording>& recordings);

}  // namespace forewarp::report
