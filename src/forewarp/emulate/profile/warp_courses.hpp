// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How long the longest warp of a block takes beside a mean one, in nominal cycles of their dependency chains: a block
/// holds its place on the SM until its longest warp has ended. Example: after a barrier the first of 8 warps adds up
/// what all have left in shared memory.
///
/// Warps that execute as many instructions take as long. Otherwise the basic blocks that each has executed are
/// recorded, and its critical path follows from them; a warp that executes more than is recorded is taken to go on as
/// it began.
///
/// Between two barriers all wait for the slowest, and that may be another warp each time: a block takes the sum of the
/// slowest ones, in proportion to instructions. Example: of eight warps each does a step of a factorisation alone, in
/// turn, with a barrier after each: none executes more than the others, and the block takes eight times as long as one.
#include <cstdint>
#include <vector>

#include "forewarp/emulate/profile/chain_walker.hpp"

namespace forewarp::profile {

class WarpCourses {
 public:
  explicit WarpCourses(const Program& program) : chain_(program) {}

  void begin(std::size_t warps);
  /// A warp executes a basic block of `size` instructions; `weight` as in ChainWalker.
  void basic_block(std::uint32_t warp, std::uint32_t block, std::uint64_t size, std::uint64_t weight);

  /// The warp waits at a barrier of its block.
  void barrier(std::uint32_t warp);

  /// Nominal cycles of the longest warp, of a mean one, and of one that was traced anyway: `traced`, for so many
  /// cycles. Rounded, so that sums do not depend on their order.
  struct Cycles {
    std::uint64_t longest = 0, mean = 0, traced = 0;
    void add(const Cycles& other);
  };
  [[nodiscard]] Cycles cycles(std::uint32_t traced, double cycles_of_traced);

 private:
  static constexpr std::size_t most_steps = 512;  ///< basic blocks of a warp that are recorded
  static constexpr std::uint64_t most_instructions = 4096;
  static constexpr std::size_t most_barriers = 1 << 16;
  struct Step {
    std::uint32_t block = 0;
    std::uint64_t weight = 1;
    bool operator==(const Step&) const = default;
  };
  struct Course {
    std::uint64_t instructions = 0;
    std::uint64_t barriers = 0, at_barrier = 0;  ///< waited at, and the instructions before the last of them
    std::uint64_t recorded = 0;                  ///< of them, each sampled iteration once
    std::uint64_t in_steps = 0;                  ///< of them, those of the steps
    std::vector<Step> steps;
    bool is_whole = true;
    [[nodiscard]] bool is_same(const Course& other) const {
      return instructions == other.instructions && steps == other.steps;
    }
  };
  /// What all warps wait for, over the instructions of the one that executes most: at least 1.
  [[nodiscard]] double held_up() const;
  /// Nominal cycles of the course.
  [[nodiscard]] double walked(const Course& course);

  ChainWalker chain_;
  std::vector<Course> courses_;              ///< by warp
  std::vector<std::uint64_t> most_between_;  ///< instructions of a warp before each barrier, since the one before it
};

}  // namespace forewarp::profile
