// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The longest dependency chain of one warp, by walking the ready times of its registers through the basic blocks that
/// it executes.
///
/// Inside a stretch (up to a barrier or the end of a basic block) an instruction issues when its sources are ready, in
/// any order: the machine compiler hoists loads over arithmetic there. A stretch starts when every instruction of the
/// stretch before has issued, since a warp issues in order and nothing is hoisted over a branch or a barrier. A load
/// issues after the stores before it in its space, unless it is .nc: the compiler cannot tell them apart.
///
/// A copy to shared memory (cp.async) holds up nothing but the wait for its group.
///
/// A warp that repeats the same few blocks soon adds the same links to its chain in each round; from then on rounds are
/// only counted, and added when it leaves the loop.
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "forewarp/emulate/profile/period_detector.hpp"
#include "forewarp/emulate/profile/program.hpp"

namespace forewarp::profile {

/// A chain: its nominal cycles, its instructions, and how many links of each class these have.
struct Chain {
  double cycles = 0;
  std::int64_t steps = 0;
  std::array<std::int64_t, link_classes> links{};
  void add(const DependencyInfo& instruction) {
    cycles += instruction.cycles;
    if (instruction.cycles > 0) ++steps;
    for (unsigned k = 0; k < link_classes; ++k) links[k] += instruction.links[k];
  }
};

class ChainWalker {
 public:
  explicit ChainWalker(const Program& program);

  void begin();
  /// The warp executes a basic block.
  void basic_block(std::uint32_t block);
  /// Absolute weight of what follows; weights nest.
  void weight(std::uint64_t weight);

  struct Totals {
    std::array<std::int64_t, link_classes> links{};
    std::int64_t steps = 0;
    std::uint64_t instructions = 0, global_loads = 0, warps = 0;
    double cycles = 0;  ///< nominal, of the chain; not in sums
    void add(const Totals& other);
    /// What a warp does that goes on like this, for so many instructions in all.
    void extend_to(std::uint64_t instructions);
  };
  /// The chain of the warp so far, weights included.
  [[nodiscard]] Totals totals();

 private:
  struct Nest {
    std::uint64_t weight;
    Chain at;  ///< position when this weight began
  };
  /// The position of the walk after a round.
  struct Mark {
    Chain at;
    std::uint64_t instructions = 0, global_loads = 0;
  };
  void walk_block(std::uint32_t block);
  /// An instruction, by its place in Program::dependencies.
  void walk(std::uint32_t n);
  void walk_copies(const DependencyInfo& copies, const Chain& issue);
  [[nodiscard]] Mark mark() const;
  void watch_rounds(unsigned blocks);
  void skip_period(std::uint32_t block);
  void resume();
  [[nodiscard]] Chain position() const;

  const Program& program_;
  std::vector<Chain> ready_;
  Chain floor_;                  ///< when the current stretch may begin
  Chain issued_;                 ///< latest issue so far
  Chain longest_;                ///< latest result so far
  Chain skipped_;                ///< what measured iterations stood for beyond themselves
  std::array<Chain, 3> stores_;  ///< latest issue of a store in each space
  Chain copies_;                 ///< latest arrival of the copies since the last group of them
  std::deque<Chain> groups_;     ///< the same of each group that was not waited for
  std::vector<Nest> nest_;
  PeriodDetector periods_;
  std::vector<Mark> marks_;           ///< after each of the last rounds
  unsigned marked_ = 0, walked_ = 0;  ///< blocks of such a round; walked since the last mark
  std::optional<Mark> gain_;          ///< of each round, while rounds are counted only
  std::uint64_t skipped_blocks_ = 0;  ///< blocks since then
  std::uint64_t weight_ = 1, instructions_ = 0, global_loads_ = 0;
};

}  // namespace forewarp::profile
