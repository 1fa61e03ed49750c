// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What of a configuration is run so that its results can be compared with those of others.
///
///     the launch itself                       where that is at most 20 million thread-instructions
///     it at parameters that make it smaller   "n=128" in the place of n=4096, where the launch follows parameters
///     its first block                         where that is at most 20 million thread-instructions
///     nothing                                 else
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/model/rank/rank.hpp"
#include "forewarp/model/rank/results.hpp"

namespace forewarp::rank {

/// Thread-instructions, a warp counting whole, that are run of one configuration.
inline constexpr std::uint64_t trial_budget = 20'000'000;

/// Values of parameters, as --set has them, at which the launches of a space have at most so many threads, or nearly:
/// parameters that the grid follows are divided by one power of two, not below 2, others by powers of two until they
/// are at most 256. Never those that are varied, nor those that the block follows. Empty: none makes the launch
/// smaller.
[[nodiscard]] std::vector<std::string> smaller_problem(const RankOptions& options, std::uint64_t threads);

class Trial {
 public:
  Trial(const RankOptions& options, std::shared_ptr<source::CacheStore> cache);
  /// The results of a configuration whose code and launch have this key. Extent::nothing where it is too expensive or
  /// faults. Throws Interrupted.
  [[nodiscard]] Results results(const kernel::Request& configured, const kernel::Kernel& kernel,
                                const profile::Profile& profile, const std::string& key, source::Compiler& compiler,
                                Progress* progress) const;
  /// Where some candidates were run whole and others at a smaller problem, or at different ones, all must be at the
  /// smallest: which are to be run again. Candidates that are null are none.
  struct Again {
    std::size_t level = 0;
    std::vector<std::size_t> candidates;
  };
  [[nodiscard]] Again again(std::span<Candidate* const> candidates) const;
  /// The results of a configuration at this level. Throws Interrupted.
  [[nodiscard]] Results at_level(const RankOptions& options, const Configuration& configuration, std::size_t level,
                                 source::Compiler& compiler, Progress* progress) const;

 private:
  [[nodiscard]] Results run(const ptx::Module& module, const launch::Launch& launch, const std::string& key,
                            Extent extent, Progress* progress, std::uint64_t budget = trial_budget) const;
  [[nodiscard]] Results run_smaller(const kernel::Request& configured, const std::vector<std::string>& settings,
                                    source::Compiler& compiler, Progress* progress) const;

  profile::ProfileOptions options_;
  std::vector<std::vector<std::string>> smaller_;  ///< settings, to be tried in this order
  std::shared_ptr<source::CacheStore> cache_;
};

}  // namespace forewarp::rank
