// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/detail/job_progress.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run::detail {
namespace {

unsigned count_in(const StoreContents& contents, const std::string& device, const std::string& name) {
  const auto found = contents.settings.find({device, name});
  return found == contents.settings.end() ? 0 : static_cast<unsigned>(std::strtoul(found->second.c_str(), nullptr, 10));
}

JobProgress fresh(const Job& job, const std::string& device) {
  JobProgress progress;
  progress.job = &job;
  progress.record = {.device = device,
                     .job = job.id,
                     .digest = job_digest(job),
                     .entry = job.entry,
                     .shape = shape_text(job.shape),
                     .kernel = {},
                     .failure = {}};
  return progress;
}

/// The digest covers source, shape and arguments: a changed job must not mix with the old samples.
/// It is an error and not a fresh start, because the old samples would otherwise be ignored without
/// a word.
void take_record(JobProgress& progress, const JobRecord& record, bool retry) {
  if (record.digest != progress.record.digest)
    throw InputError(
        fmt::format("job '{}': the samples that are there are of another kernel or launch of this name; give the job "
                    "another name, or use another file",
                    record.job));
  if (!record.failure.empty() && retry) return;
  progress.record = record;
  progress.has_record = true;
}

void take_sample(JobProgress& progress, const Sample& sample) {
  if (sample.kind == SampleKind::power) {
    ++progress.powers;
    if (sample.idle_watts > 0) progress.idle_watts = sample.idle_watts;
  } else {
    progress.trials.push_back({sample.seconds, sample.at_s});
    progress.spent_s += sample.seconds;
  }
}

/// Whether the 95 % range of the median is at most `width` of its middle. Estimates that had to use
/// slow plateaus are never narrow: more trials may still find the device at full speed.
bool is_narrow(const TimingSummary& summary, double width) {
  const double middle = 0.5 * (summary.range.low + summary.range.high);
  return width > 0 && !summary.from_plateaus && summary.range.width() <= width * middle;
}

/// On a busy machine, where most trials are unusable, up to twice the trials may be taken.
std::size_t last_trial(const JobProgress& job, const CampaignOptions& options) {
  return 2 * std::size_t{max_trials(job, options)};
}

}  // namespace

std::string started_setting(const Job& job) { return "started " + job.id; }
std::string no_power_setting(const Job& job) { return "no power of " + job.id; }

/// Rebuilds the state of every job from the store; samples of other devices and jobs are ignored. O(samples * log
/// jobs).
Resumed resume(const StoreContents& contents, std::span<const Job> jobs, const std::string& device, bool retry) {
  Resumed resumed;
  for (const Job& job : jobs) resumed.jobs.push_back(fresh(job, device));
  std::map<std::string, JobProgress*> by_name;
  for (JobProgress& progress : resumed.jobs) by_name[progress.job->id] = &progress;
  for (const JobRecord& record : contents.jobs)
    if (const auto found = by_name.find(record.job); record.device == device && found != by_name.end())
      take_record(*found->second, record, retry);
  for (const Sample& sample : contents.samples) {
    if (sample.device != device) continue;
    if (sample.kind == SampleKind::canary) {
      resumed.canary_runs.push_back({sample.seconds, sample.at_s});
      resumed.next_canary = std::max(resumed.next_canary, sample.trial + 1);
    } else if (const auto found = by_name.find(sample.job); found != by_name.end()) {
      take_sample(*found->second, sample);
    }
  }
  for (JobProgress& progress : resumed.jobs) {
    // Attempts and skipped power are settings and not samples: they are known only from what was
    // stored before a launch that may have ended the process.
    progress.started = count_in(contents, device, started_setting(*progress.job));
    progress.no_power = contents.settings.contains({device, no_power_setting(*progress.job)});
    resumed.trials += progress.trials.size();
  }
  resumed.has_idle_power = contents.settings.contains({device, idle_setting});
  resumed.canary_iterations = count_in(contents, device, canary_setting);
  return resumed;
}

unsigned max_trials(const JobProgress& job, const CampaignOptions& options) {
  return job.job->trials != 0 ? job.job->trials : options.trials;
}

/// A third of the trials is the minimum for a decision, spread evenly over the passes. The default
/// of 60 trials and 5 passes gives 60 / (3 * 5) = 4 per visit; after five visits the minimum of 20
/// is there.
unsigned trials_a_visit(const JobProgress& job, const CampaignOptions& options) {
  return std::max(1u, max_trials(job, options) / (3 * options.passes));
}

/// Trials that a job should have after this pass (counted from 0). With 4 per visit: 4 after pass
/// 0, 12 after pass 2, and so on up to the usual limit of 60; a job that is there and still not
/// done continues up to 120.
std::size_t target_of(const JobProgress& job, unsigned pass, const CampaignOptions& options) {
  const std::size_t usual = max_trials(job, options);
  const std::size_t most = job.trials.size() < usual ? usual : last_trial(job, options);
  return std::min((pass + std::size_t{1}) * trials_a_visit(job, options), most);
}

/// Done if failed or at the limit; after the minimum, if the time budget is spent or the range is
/// narrow. At the usual number of trials a fifth of it must have been taken on a fast device, else
/// more follow: of 60 trials 12. So a job on an idle device ends between 20 and 60 trials, one on a
/// busy device between 60 and 120.
///
/// Costs a sort of the trials, O(n log n), and one binary search in the canary's runs per trial.
bool is_done(const JobProgress& job, const Plateaus& plateaus, const CampaignOptions& options) {
  const unsigned most = max_trials(job, options);
  if (job.failed() || job.trials.size() >= last_trial(job, options)) return true;
  const std::size_t least = std::min<std::size_t>(std::size_t{options.passes} * trials_a_visit(job, options), most);
  if (job.trials.size() < least) return false;
  if (job.spent_s >= options.job_seconds) return true;
  const TimingSummary summary = summarise(job.trials, plateaus, options.rules);
  if (job.trials.size() >= most) return summary.trials - summary.slow >= most / 5;
  return is_narrow(summary, options.width);
}

}  // namespace forewarp::run::detail
