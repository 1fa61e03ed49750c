// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// clang as the compiler of this processor's code: text of runs becomes functions of this process.
#include <cstddef>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/emulate/native/fused_run.hpp"
#include "forewarp/emulate/native/path_text.hpp"

namespace forewarp::emu::native {

/// Lanes that one vector instruction takes, which the loops of runs are made for. 0 where no code is made.
[[nodiscard]] unsigned vector_lanes(Isa isa);

/// Functions of a library that stays loaded.
struct CompiledText {
  std::vector<LaneFn> runs;
  std::vector<SegmentFn> segments;
  PathFn path = nullptr;  ///< where the text has one
};

/// The functions of source_of() for so many runs and segments, and that of path_text(). Throws Unavailable with the
/// reason where there is no clang (source::find_clang()) or it cannot make them.
[[nodiscard]] CompiledText compile_text(const std::string& text, std::size_t runs, std::size_t segments, Isa isa);

}  // namespace forewarp::emu::native
