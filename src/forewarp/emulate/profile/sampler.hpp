// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Chooses what to run of a launch: everything where that is cheap, else a stratified sample that grows while its
/// blocks differ and the budget lasts. The cost does not depend on the size of the grid.
#include <map>
#include <memory>

#include "forewarp/emulate/profile/block_choice.hpp"
#include "forewarp/emulate/profile/block_runner.hpp"
#include "forewarp/emulate/profile/certainty.hpp"
#include "forewarp/emulate/profile/influence/block_influence.hpp"
#include "forewarp/emulate/profile/working_grid.hpp"

namespace forewarp::profile {

class Sampler {
 public:
  Sampler(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options, Progress* progress);

  void run();

  [[nodiscard]] BlockRunner& runner() { return *runner_; }
  [[nodiscard]] const Strata& strata() const { return strata_; }
  [[nodiscard]] const BlockInfluence& influence() const { return influence_; }
  /// The sectors of one block of each stratum, where conditions divide the grid.
  [[nodiscard]] const std::map<std::uint64_t, BlockSectors>& kinds() const { return kinds_; }
  /// Whether blocks read what others of the launch write, so that a sample of them is biased.
  [[nodiscard]] bool blocks_interact() const { return blocks_interact_; }
  /// Once run() is through, the sums' kept_sectors and the anchor blocks have their numbers in it.
  [[nodiscard]] const WorkingGrid& working() const { return working_; }
  /// Anchor blocks: the sectors of their predecessors were recorded.
  [[nodiscard]] const std::vector<std::uint64_t>& origins() const { return origins_; }

 private:
  void sample();
  void number_by_working_grid();
  void run_everything();
  void run_rest_of_queue();
  [[nodiscard]] bool may_sample_loops() const;
  void run_first_block();
  void run_first_sample();
  void run_working_neighbours();
  void run_neighbours(const std::vector<std::uint64_t>& blocks);
  [[nodiscard]] bool neighbours_work() const;
  void run_lineages();
  [[nodiscard]] std::vector<std::uint64_t> working_anchors(unsigned count) const;
  [[nodiscard]] std::vector<std::uint64_t> lineages_of(const std::vector<std::uint64_t>& origins) const;
  void run_sparse_lineage(std::uint64_t affordable);
  void refine();
  void run_whole_loops();
  [[nodiscard]] std::vector<std::uint64_t> affordable_of_each_stratum(double cost) const;
  [[nodiscard]] bool is_most_run(std::uint64_t more) const;
  [[nodiscard]] double whole_cost() const;
  [[nodiscard]] bool do_blocks_interact() const;
  [[nodiscard]] double executed() const;
  struct Errors {
    double all = 0, spread = 0;  ///< relative; spread: of the blocks run alone
  };
  [[nodiscard]] Errors errors() const;
  [[nodiscard]] ShortParts short_parts() const;
  [[nodiscard]] std::uint64_t detail_quota() const;
  [[nodiscard]] std::vector<std::uint64_t> spread(const std::vector<std::uint64_t>& blocks, std::uint64_t quota) const;

  const ptx::Module& module_;
  const launch::Launch& launch_;
  const ProfileOptions& options_;
  Progress* progress_;
  std::uint64_t blocks_;
  BlockInfluence influence_;
  Strata strata_;
  WorkingGrid working_;
  std::unique_ptr<BlockRunner> runner_;
  std::unique_ptr<BlockChoice> choice_;
  std::vector<std::uint64_t> origins_;
  bool blocks_interact_ = false;
  std::map<std::uint64_t, BlockSectors> kinds_;
};

}  // namespace forewarp::profile
