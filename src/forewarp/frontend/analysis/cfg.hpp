// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Control flow of one function: basic blocks, dominators, immediate post-dominators (where all paths from a branch
/// meet; where lanes do: reconvergence.hpp), natural loops.
#include <cstdint>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::analysis {

struct BasicBlock {
  std::uint32_t first = 0, last = 0;                    ///< instructions [first, last)
  std::vector<std::uint32_t> successors, predecessors;  ///< falling through first, then targets, each once
};

struct Loop {
  std::uint32_t header = 0;
  std::vector<std::uint32_t> latches;  ///< sources of the back edges
  std::vector<std::uint32_t> blocks;   ///< sorted, header included
  std::int32_t parent = -1;            ///< the loop around it in Cfg::loops, -1 outermost
  std::uint32_t depth = 1;

  [[nodiscard]] bool contains(std::uint32_t block) const;
};

struct Cfg {
  static constexpr std::uint32_t none = 0xffffffff;     ///< "no block": the virtual exit, or unreachable
  std::vector<BasicBlock> blocks;                       ///< in text order; block 0 is the entry
  std::vector<std::uint32_t> block_of;                  ///< instruction -> block
  std::vector<std::uint32_t> immediate_dominator;       ///< none for the entry and unreachable blocks
  std::vector<std::uint32_t> immediate_post_dominator;  ///< none when it is the exit, or no path reaches the exit
  std::vector<Loop> loops;                              ///< natural loops, outer before inner; same header merged

  /// Whether every path from the entry to block b passes block a; also where a is b. O(depth of the dominator tree).
  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const;
  /// The deepest and the outermost loop that contain the block; nullptr when none does. O(loops * log blocks).
  [[nodiscard]] const Loop* innermost_loop(std::uint32_t block) const;
  [[nodiscard]] const Loop* outermost_loop(std::uint32_t block) const;
};

/// Whether every iteration of the loop runs the block to its end, as often as that may be: it dominates all latches.
[[nodiscard]] bool is_in_every_iteration(const Cfg& cfg, const Loop& loop, std::uint32_t block);

/// ret, exit and trap leave the function; a guarded one also falls through; brx goes to its table. A call returns.
[[nodiscard]] Cfg control_flow(const ptx::Function& function);

}  // namespace forewarp::analysis
