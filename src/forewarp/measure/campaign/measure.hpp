// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The campaign: launches of the corpus, the most telling first, measured on a device until all are done or the time is
/// spent. It works in rounds of a few launches (run/campaign.hpp measures those); after each it knows better how
/// long launches take here, and takes up only what still fits. A killed campaign that starts again with the same
/// store goes on where it was: what is measured counts as taken and costs nothing.
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/measure/campaign/corpus_launch.hpp"
#include "forewarp/measure/campaign/feature_store.hpp"
#include "forewarp/measure/run/run_jobs.hpp"

namespace forewarp::campaign {

struct MeasureOptions {
  double budget_s = 0;               ///< for everything, the features included; 0: no limit
  double longest_s = 5;              ///< a launch that is thought to take longer is left out
  double power_s = 0;                ///< launch for so long while power is read; 0: do not
  run::PowerMeter* meter = nullptr;  ///< null: no power is read
  std::size_t round = 6;
  run::CampaignOptions run;
};

/// What became of a launch that was not measured.
struct LeftOut {
  std::string id, why;
};

struct MeasureOutcome {
  std::size_t launches = 0, measured = 0, resumed = 0;  ///< of the corpus; now; before
  std::vector<LeftOut> impossible;                      ///< they cannot run here, or failed
  std::size_t too_long = 0, no_time = 0;                ///< longer than longest_s; did not fit the budget
  double seconds = 0;
  bool cancelled = false;
};

/// The kernel of a launch, loaded for this device, and its features; failure explains what cannot be loaded or run.
struct Prepared {
  kernel::Kernel kernel;
  feature::Features features;
  std::string failure;
  bool ready = false;  ///< false: there was no time for it
};

/// In parallel, in an order in which every kernel comes once before any comes twice, until deadline_s have gone (0: no
/// limit). Interrupted when progress says to stop. By all processes of the store's team, called by the one that
/// coordinates; the others are in help_to_prepare().
[[nodiscard]] std::vector<Prepared> prepare(std::span<const CorpusLaunch> launches, unsigned compute_capability,
                                            const FeatureStore& store, double deadline_s = 0,
                                            Progress* progress = nullptr);

/// In the other processes of a team: takes part in each prepare() until end_of_preparing(). Throws
/// distribute::Dismissed where the team has ended.
void help_to_prepare(const FeatureStore& store, Progress* progress = nullptr);
/// Lets the other processes of the store's team go on, where there is one.
void end_of_preparing(const FeatureStore& store);

/// The job of a launch. Throws InputError where the device's interface cannot run it.
[[nodiscard]] run::Job job_for(const CorpusLaunch& launch, const kernel::Kernel& kernel, run::Api api,
                               const MeasureOptions& options);

/// progress counts seconds of the budget where there is one, else launches. Interrupted when progress says to stop
/// before anything is measured.
[[nodiscard]] MeasureOutcome measure(run::Device& device, std::span<const CorpusLaunch> launches,
                                     const FeatureStore& features, run::SampleStore& store,
                                     const MeasureOptions& options = {}, Progress* progress = nullptr);

}  // namespace forewarp::campaign
