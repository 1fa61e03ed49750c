// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Predicts a whole space of configurations of one kernel on one device, or on several, and puts them in order.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/model/prediction.hpp"
#include "forewarp/model/rank/results.hpp"
#include "forewarp/model/rank/space.hpp"
#include "forewarp/model/rank/work.hpp"
#include "forewarp/support/distribute/team.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::rank {

/// Why a configuration cannot run: it breaks a constraint, the compiler refuses its code, or the launch is refused, by
/// its own limits, by the device, or by the emulator.
enum class Refusal : std::uint8_t { none, constraint, code, launch };

struct Candidate {
  Configuration configuration;
  launch::Dim3 grid, block;                     ///< of the launch it came to; 1 x 1 x 1 when it never did
  std::string entry;                            ///< the kernel's name in PTX; empty when there was no launch
  std::optional<model::Prediction> prediction;  ///< absent when it cannot run
  std::string reason;                           ///< why it cannot run, one line
  Refusal refusal = Refusal::none;
  std::vector<std::string> guesses;        ///< what was guessed for it, one line each
  Work work;                               ///< of those that can
  std::shared_ptr<const Results> results;  ///< of those that can, where there are others to compare them with
  std::string key;                         ///< of code and launch: candidates with equal keys cannot differ
};

struct RankOptions {
  kernel::Request request;  ///< what all configurations share
  Space space;
  device::DeviceSpec device;
  profile::ProfileOptions profile;  ///< threads is the number of configurations worked on at once
  /// Where each configuration's registers come from, unless profile.registers states them.
  kernel::RegisterSource registers = kernel::RegisterSource::automatic;
  model::Caches caches = model::Caches::usual;
  bool machine_code = false;  ///< that of the device in place of estimates, where it is known
  const model::Model* model = &model::default_model();
  distribute::Team* team = nullptr;  ///< processes that share the work; null: this one alone
};

/// Candidates that do the same work, one after the other in Ranking::candidates.
struct WorkGroup {
  std::size_t first = 0, count = 0;
  std::string
      difference;  ///< to the first group; empty for the first: "block=32 reads 1/8 of the bytes of in that ..."
};

struct Ranking {
  /// Groups that do the same work one after the other, the one that does most first; within a group fastest first (ties
  /// in the order of the space); then those that cannot run.
  std::vector<Candidate> candidates;
  std::vector<WorkGroup> groups;   ///< of those that can run; their times are comparable within a group alone
  std::string compared;            ///< how their work was compared; empty where there is one configuration at most
  std::vector<std::string> notes;  ///< what the reader must know: groups, dimensions without effect, equal times
  std::size_t evaluated = 0;       ///< fewer than all when cancelled
  std::size_t profiles_made = 0;   ///< others came from the cache or from an equal configuration
  bool cancelled = false;
};

/// Evaluates every configuration that meets the constraints; those that do not, or do not compile, do not fit the
/// device or fault, are kept with their reason. Throws Unavailable where no compiler is there, and InputError when the
/// space itself is wrong. Same result for any number of threads and processes; of several processes the one that
/// coordinates has it, and the others return an empty ranking.
[[nodiscard]] Ranking rank(const RankOptions& options, Progress* progress = nullptr);

/// A ranking for each of the devices, in their order; options.device is not looked at. Each configuration is compiled
/// once, for options.request.device_capability, and profiled once for each width of a warp. Throws as rank().
[[nodiscard]] std::vector<Ranking> rank_each(const RankOptions& options, std::span<const device::DeviceSpec> devices,
                                             Progress* progress = nullptr);

/// A configuration's code and what was counted of it.
struct Variant {
  kernel::Kernel kernel;
  std::shared_ptr<const profile::Profile> profile;
};

/// What rank() predicted a configuration from, made again: from the cache, where there is a cache folder. Throws what
/// kernel::load and profile::profile throw.
[[nodiscard]] Variant variant(const RankOptions& options, const Configuration& configuration);

/// The space that a request asks for when it names none: the sizes that its launch.toml lists for its macros, else
/// block sizes and the request's own block.
[[nodiscard]] Space space_of(const kernel::Request& request);

}  // namespace forewarp::rank
