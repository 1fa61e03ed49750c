// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs a launch and counts it. Counting every block costs several times the run itself, so of a large launch a sample
/// of blocks is counted (as `forewarp predict` does), the memory is brought back to what it was, and the launch is run
/// whole without observers. The instructions of that run are exact: where the sample's estimate differs from them, or
/// where it cannot be trusted for another reason, every block is counted. Of a launch for which that takes minutes a
/// sample that is a little off is kept: its time is in proportion to the instructions.
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/runtime/arena.hpp"

namespace forewarp::runtime {

/// What becomes of the results of large launches.
enum class Results : std::uint8_t {
  whole,    ///< every block is run
  sampled,  ///< only the blocks that are counted
};

/// Warp instructions of a launch that are counted if its sample is a little off; more would take over half a minute.
constexpr std::uint64_t default_longest_count = 1'000'000'000;

struct CountRequest {
  emu::Machine* machine = nullptr;
  const ptx::Module* code = nullptr;
  const launch::Launch* launch = nullptr;
  profile::Execution execution;
  emu::MemoryUse use;
  bool prints = false;  ///< so that no block may run twice
  bool checks = false;  ///< the same: what checks find is counted
  Results results = Results::whole;
  std::uint64_t longest_count = default_longest_count;
  Progress* progress = nullptr;
};

struct Counted {
  profile::Profile profile;
  std::uint64_t executed = 0;  ///< warp instructions of the launch; an estimate where it was not run whole
  std::uint64_t counted = 0;   ///< those that the profile stands for: others where its sample is a little off
  bool whole = true;           ///< all blocks were run: the memory has the results
};

/// Throws what the emulator throws.
[[nodiscard]] Counted run_and_count(CountRequest request, Arena& arena);

/// Which launches are counted beside the first of each kernel and shape: as many as cost little beside all that is
/// run. Programs pass a number that changes from launch to launch; counting each would cost most of their time.
class CountingBudget {
 public:
  [[nodiscard]] bool allows() const { return spent_ <= free_instructions + run_ / run_share + saved_; }
  void counted(std::uint64_t executed);
  void run(std::uint64_t executed) { run_ += executed; }
  /// A launch was left out, as its results were known: what that saves may be spent in full.
  void left_out(std::uint64_t executed) { saved_ += executed; }

 private:
  static constexpr std::uint64_t free_instructions = 50'000'000;  ///< warp instructions: about a second
  static constexpr std::uint64_t run_share = 16;                  ///< one sixteenth of what is run
  std::uint64_t spent_ = 0, run_ = 0, saved_ = 0;
};

}  // namespace forewarp::runtime
