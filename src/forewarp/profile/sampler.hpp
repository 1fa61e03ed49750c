// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Chooses what to run of a launch: everything where that is cheap, else a stratified sample that grows while its
/// blocks differ and the budget lasts. The cost does not depend on the size of the grid.
#include <memory>

#include "forewarp/profile/block_choice.hpp"
#include "forewarp/profile/block_runner.hpp"

namespace forewarp::profile {

class Sampler {
 public:
  Sampler(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options, Progress* progress);

  void run();

  [[nodiscard]] BlockRunner& runner() { return *runner_; }
  [[nodiscard]] const Strata& strata() const { return strata_; }
  /// Blocks whose ancestors' sectors were kept.
  [[nodiscard]] const std::vector<std::uint64_t>& origins() const { return origins_; }

 private:
  void run_everything();
  void run_first_block();
  void run_first_sample();
  void run_lineages();
  void run_sparse_lineage(std::uint64_t affordable);
  void refine();
  [[nodiscard]] bool cheap_enough() const;
  [[nodiscard]] double executed() const;
  [[nodiscard]] double error() const;
  [[nodiscard]] std::uint64_t detail_quota() const;
  [[nodiscard]] std::vector<std::uint64_t> spread(const std::vector<std::uint64_t>& blocks, std::uint64_t quota) const;

  const ptx::Module& module_;
  const launch::Launch& launch_;
  const ProfileOptions& options_;
  Progress* progress_;
  std::uint64_t blocks_;
  Strata strata_;
  std::unique_ptr<BlockRunner> runner_;
  std::unique_ptr<BlockChoice> choice_;
  std::vector<std::uint64_t> origins_;
};

}  // namespace forewarp::profile
