// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The way of a warp through runs and segments, from basic block to basic block, as a function. What the interpreter
/// does between two blocks (Warp::finish_block, go_to, begin_block) is done there: it costs as much as some ten
/// instructions. Where lanes part or meet others, the warp keeps the stack (CodeState::part, arrive) and the path goes
/// on with the lanes whose turn it is. It ends at instructions that are interpreted, where lanes leave the kernel, at
/// the end of the warp's slice, and where the launch has executed as much as it may.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/native/find_segments.hpp"

namespace forewarp::emu::native {

/// Where a path has ended: PathEnd << 32 | block.
enum class PathEnd : std::uint8_t {
  before,  ///< the block, which is not begun
  behind,  ///< the first piece of the block
  at_end,  ///< of the block, whose branch is to be taken
  moved,   ///< where the top of the stack is
  waits,   ///< and nothing of the warp can go on now
};
using PathFn = std::uint64_t (*)(std::byte* regs, void* warp, LaneMask active, CodeState& state, std::uint32_t entry);

/// The function `path`, which comes behind source_of(), and the places where it can be entered.
struct PathText {
  std::string text;
  std::vector<std::size_t> entries;  ///< indices of places, by the number of the entry; empty: no path is worth it
  std::vector<bool> begins;          ///< of each block: whether the path has it from its beginning on
};
[[nodiscard]] PathText path_text(std::span<const BlockCode> blocks, std::span<const SegmentPlace> places);

}  // namespace forewarp::emu::native
