// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which instructions of a kernel's plain code become runs and segments (fused_run.hpp).
#include <cstdint>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/native/fused_run.hpp"

namespace forewarp::emu::native {

/// A run or a segment, and where it stands in PlainCode::ready.
struct SegmentPlace {
  std::size_t first = 0, last = 0;
  bool is_segment = false;
  std::size_t number = 0;             ///< in FoundSegments::runs or segments
  std::uint32_t block = 0;            ///< the basic block
  bool begins = false, ends = false;  ///< whether it begins and ends the block
  bool repeats = false;               ///< a run with FusedRun::repeats
};

struct FoundSegments {
  std::vector<SegmentPlace> places;  ///< in the order of the code
  std::vector<FusedRun> runs;
  std::vector<Segment> segments;
  KnownRow known;  ///< of rows of constants; the code must outlive it
};

[[nodiscard]] FoundSegments find_segments(const FunctionCode& code, unsigned width);

}  // namespace forewarp::emu::native
