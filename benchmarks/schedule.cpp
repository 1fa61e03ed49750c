// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Small scheduling problems whose jobs were measured on every GPU: what plans made from predictions lose against the
/// best plan for the measured times. Usage: bench_schedule [--json] [--data DIR]
///
/// A job is one of the six matrix kernels of amaris2022 at one of its sizes, repeated until it takes about as long as
/// the others; 6 to 8 jobs on 2 to 4 of the ten Kepler and Maxwell GPUs. In half of the cases most jobs wait for the
/// output of an earlier one, whose transfer takes up to a fifth of a job. Predictions are those of the bounds model;
/// with none of the kernel's runs, with one run of it on one board of the architecture, or with one, two or three runs
/// on each board. A single run has the middle one of the kernel's sizes, two have those at one and at three quarters,
/// three have all of them; no job has one of these sizes. In the last way the kernel was also run at all sizes on
/// boards of the same architecture and memory bus that are not in the case (model/bsp/alike.hpp).
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "data_options.hpp"
#include "forewarp/model/bsp/alike.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/schedule/heuristics.hpp"
#include "forewarp/model/schedule/online.hpp"
#include "forewarp/model/schedule/optimum.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "model_error/datasets.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::Sample;
using schedule::Instance;
using schedule::Plan;

enum class Learnt { nothing, one_board, each_board, two_runs, three_runs, alike };
constexpr std::array<std::pair<Learnt, const char*>, 6> ways = {
    {{Learnt::nothing, "no measured run"},
     {Learnt::one_board, "one run a kernel and architecture"},
     {Learnt::each_board, "one run a kernel and board"},
     {Learnt::two_runs, "two runs a kernel and board"},
     {Learnt::three_runs, "three runs a kernel and board"},
     {Learnt::alike, "three runs, and all sizes on boards alike that are not in the case"}}};
constexpr std::size_t cases_of_a_kind = 100;
constexpr double tolerance = 0.05;
/// Its time follows gcd(n / 256, 6) on boards whose memory channels are a power of two (model/bsp/extended.hpp).
constexpr const char* camping_kernel = "matrix_add_uncoalesced";

/// The measured and predicted times of every kernel, size and board.
class Times {
 public:
  explicit Times(const std::vector<Sample>& samples) {
    std::map<std::string, std::vector<double>> sizes;
    for (const Sample& s : samples) {
      samples_[{s.kernel, s.size, s.device}] = s;
      boards_[s.device] = device::find_device(s.device);
      sizes[s.kernel].push_back(s.size);
    }
    for (auto& [kernel, all] : sizes) {
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      taught_[kernel] = {all[all.size() / 2], all[all.size() / 4], all[3 * all.size() / 4]};
      for (const double size : all)
        if (std::ranges::find(taught_[kernel], size) == taught_[kernel].end()) jobs_.emplace_back(kernel, size);
    }
    for (const auto& [name, device] : boards_) names_.push_back(name);
  }

  [[nodiscard]] const std::vector<std::pair<std::string, double>>& jobs() const { return jobs_; }
  [[nodiscard]] const std::vector<std::string>& boards() const { return names_; }
  [[nodiscard]] const Sample* find(const std::pair<std::string, double>& job, const std::string& board) const {
    const auto found = samples_.find({job.first, job.second, board});
    return found == samples_.end() ? nullptr : &found->second;
  }
  /// T0 + (T_model - T0) / lambda, as model/bsp/measured.hpp has it. Of the boards of the case nothing is known but the
  /// runs.
  [[nodiscard]] double predicted(const Sample& s, Learnt learnt, const std::vector<std::string>& boards) const {
    if (learnt == Learnt::nothing) return s.predicted_s;
    const std::string board = learnt == Learnt::one_board ? teacher(s.device) : s.device;
    const model::bsp::RunsBySize runs = runs_of(s.kernel, board, learnt);
    if (runs.empty()) return s.predicted_s;
    std::vector<model::bsp::RunsBySize> others;
    if (learnt == Learnt::alike) others = alike_outside(s, boards);
    const double lambda = model::bsp::lambda_with_alike(runs, others, fmt::to_string(s.size), s.predicted_s);
    const double here = boards_.at(s.device).launch_overhead_s;
    return here + std::max(s.predicted_s - here, 0.0) / lambda;
  }

 private:
  [[nodiscard]] model::bsp::LambdaOfRun run_of(const Sample& s) const {
    const double launch = boards_.at(s.device).launch_overhead_s;
    return {s.predicted_s, (s.predicted_s - launch) / std::max(s.measured_s - launch, 1e-9)};
  }

  [[nodiscard]] model::bsp::RunsBySize runs_of(const std::string& kernel, const std::string& board,
                                               Learnt learnt) const {
    std::vector<std::size_t> which = {0};
    if (learnt == Learnt::two_runs) which = {1, 2};
    if (learnt == Learnt::three_runs || learnt == Learnt::alike) which = {0, 1, 2};
    model::bsp::RunsBySize runs;
    for (const std::size_t i : which) {
      const double size = taught_.at(kernel)[i];
      if (const Sample* run = find({kernel, size}, board)) runs[fmt::to_string(size)] = run_of(*run);
    }
    return runs;
  }

  /// What boards outside the case that are alike took for this kernel at all sizes.
  [[nodiscard]] std::vector<model::bsp::RunsBySize> alike_outside(const Sample& s,
                                                                  const std::vector<std::string>& boards) const {
    std::vector<model::bsp::RunsBySize> all;
    for (const auto& [name, board] : boards_) {
      if (std::ranges::find(boards, name) != boards.end() || !model::bsp::alike(board, boards_.at(s.device))) continue;
      model::bsp::RunsBySize& runs = all.emplace_back();
      for (const auto& [of, sample] : samples_)
        if (std::get<0>(of) == s.kernel && std::get<2>(of) == name) runs[fmt::to_string(sample.size)] = run_of(sample);
    }
    return all;
  }

  /// Of the boards of an architecture, the one in the middle by SMs times clock.
  [[nodiscard]] std::string teacher(const std::string& board) const {
    const auto generation = [&](const std::string& name) { return boards_.at(name).compute_capability / 10; };
    std::vector<std::pair<double, std::string>> alike;
    for (const auto& [name, device] : boards_)
      if (generation(name) == generation(board)) alike.emplace_back(device.sms * device.base_hz, name);
    std::sort(alike.begin(), alike.end());
    return alike[alike.size() / 2].second;
  }

  std::map<std::tuple<std::string, double, std::string>, Sample> samples_;
  std::map<std::string, device::DeviceSpec> boards_;
  std::map<std::string, std::array<double, 3>> taught_;  ///< the sizes of the runs: middle, one and three quarters
  std::vector<std::pair<std::string, double>> jobs_;
  std::vector<std::string> names_;
};

/// The same jobs by measured times, and by the predictions of each way.
struct Case {
  Instance measured;
  std::array<Instance, ways.size()> predicted;
  bool camps = false;  ///< whether it has the kernel whose column-wise accesses meet on one memory partition
};

schedule::Problem problem_of(std::size_t jobs, const std::vector<std::string>& boards) {
  schedule::Problem problem;
  for (const std::string& board : boards) problem.gpus.push_back({board, 1, 0, 0});
  problem.jobs.resize(jobs);
  return problem;
}

/// Draws jobs and boards until every job was measured on every board.
Case drawn(const Times& times, std::uint64_t seed, bool dependent) {
  SplitMix random(seed);
  std::vector<std::string> boards = times.boards();
  random.shuffle(std::span(boards));
  boards.resize(2 + random.below(3));
  const std::size_t count = 6 + random.below(3);
  schedule::Problem measured = problem_of(count, boards);
  std::array<schedule::Problem, ways.size()> predicted;
  predicted.fill(measured);
  Case result;
  for (std::size_t j = 0; j < count;) {
    const auto& job = times.jobs()[random.below(times.jobs().size())];
    double mean = 0;
    for (const std::string& board : boards) {
      const Sample* s = times.find(job, board);
      mean += s == nullptr ? Instance::cannot_run : s->measured_s / static_cast<double>(boards.size());
    }
    if (!std::isfinite(mean)) continue;
    result.camps = result.camps || job.first == camping_kernel;
    const double repetitions = std::ceil(std::pow(10, random.uniform()) / mean);  // 1 to 10 s a job
    const auto add = [&](schedule::Problem& problem, double time) {
      time *= repetitions;
      problem.jobs[j].time_s.emplace_back(schedule::Range{time, time, time});
      problem.jobs[j].power_w.push_back({1, 1, 1});
    };
    for (const std::string& board : boards) {
      const Sample& s = *times.find(job, board);
      add(measured, s.measured_s);
      for (std::size_t w = 0; w < ways.size(); ++w) add(predicted[w], times.predicted(s, ways[w].first, boards));
    }
    if (dependent && j > 0 && random.uniform() < 0.6) {
      const schedule::Need need{random.below(j), random.uniform()};  // up to 1 s
      measured.jobs[j].after.push_back(need);
      for (schedule::Problem& problem : predicted) problem.jobs[j].after.push_back(need);
    }
    ++j;
  }
  result.measured = schedule::instance_of(measured);
  for (std::size_t w = 0; w < ways.size(); ++w) result.predicted[w] = schedule::instance_of(predicted[w]);
  return result;
}

double makespan(const Instance& instance, const Plan& plan) { return schedule::timed(instance, plan).makespan_s; }

/// Relative losses of one way to plan, case by case.
struct Losses {
  std::vector<double> planned, dispatched, heft;
};

struct Kind {
  std::array<Losses, ways.size()> by_way;
  std::vector<double> heft_with_measured, round_robin, random;
  std::vector<bool> camps;
};

void add_losses(const Case& c, std::uint64_t seed, Kind& kind) {
  const schedule::Optimum best = schedule::optimum(c.measured, {.max_nodes = 50'000'000});
  if (!best.proved) throw InputError("a case is too large for the search");
  const double least = makespan(c.measured, best.plan);
  const auto loss = [&](const Plan& plan) { return makespan(c.measured, plan) / least - 1; };
  for (std::size_t w = 0; w < ways.size(); ++w) {
    const Instance& predicted = c.predicted[w];
    const schedule::Planner planner = [](const Instance& instance, const schedule::Start& start) {
      return schedule::optimum(instance, {}, start).plan;
    };
    kind.by_way[w].planned.push_back(loss(schedule::optimum(predicted).plan));
    kind.by_way[w].dispatched.push_back(schedule::dispatched(predicted, c.measured, planner).makespan_s / least - 1);
    kind.by_way[w].heft.push_back(loss(schedule::heft_plan(predicted)));
  }
  kind.camps.push_back(c.camps);
  kind.heft_with_measured.push_back(loss(schedule::heft_plan(c.measured)));
  kind.round_robin.push_back(loss(schedule::round_robin_plan(c.measured)));
  kind.random.push_back(loss(schedule::random_plan(c.measured, seed)));
}

double share_within(const std::vector<double>& losses) {
  const auto good = std::count_if(losses.begin(), losses.end(), [](double loss) { return loss <= tolerance; });
  return 100.0 * static_cast<double>(good) / static_cast<double>(losses.size());
}

/// How many of the cases beyond the tolerance have the kernel that camps.
std::string camping_note(const std::vector<double>& alone, const Kind& a, const std::vector<double>& waiting,
                         const Kind& b) {
  std::size_t beyond = 0, camping = 0;
  for (const auto& [losses, kind] : {std::pair{&alone, &a}, std::pair{&waiting, &b}})
    for (std::size_t i = 0; i < losses->size(); ++i) {
      if ((*losses)[i] <= tolerance) continue;
      ++beyond;
      camping += kind->camps[i] ? 1 : 0;
    }
  return fmt::format("; {} of the {} cases beyond have {}, whose accesses meet on one memory partition", camping,
                     beyond, camping_kernel);
}

std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void add_row(std::vector<bench::Row>& rows, const std::string& id, const std::string& what,
             const std::vector<double>& alone, const std::vector<double>& waiting, const std::string& more = "") {
  const std::vector<double> all = joined(alone, waiting);
  rows.push_back(
      {.id = "schedule." + id,
       .what = "cases with a makespan within 5 % of the optimum: " + what,
       .unit = "%",
       .ours = share_within(all),
       .target = 95,
       .better = bench::Better::higher,
       .note = fmt::format("{} cases with measured times; {:.0f} % of those without dependencies, {:.0f} % of "
                           "those with; loss mean {:.1f} %, largest {:.0f} %{}",
                           all.size(), share_within(alone), share_within(waiting), 100 * mean(all),
                           100 * *std::max_element(all.begin(), all.end()), more)});
}

int run(const bench::DataOptions& options) {
  const std::vector<Sample> samples = bench::amaris_samples(options.data);
  const Times times(samples);
  Kind alone, waiting;
  for (std::size_t i = 0; i < cases_of_a_kind; ++i) {
    add_losses(drawn(times, i, false), i, alone);
    add_losses(drawn(times, cases_of_a_kind + i, true), i, waiting);
  }
  std::vector<bench::Row> rows;
  const std::array<const char*, ways.size()> ids = {"unmeasured", "one_board",  "each_board",
                                                    "two_runs",   "three_runs", "alike"};
  for (std::size_t w = 0; w < ways.size(); ++w) {
    const Losses &a = alone.by_way[w], &b = waiting.by_way[w];
    std::vector<double> errors;
    for (const Sample& s : samples)
      errors.push_back(std::abs(times.predicted(s, ways[w].first, {s.device}) / s.measured_s - 1));
    const std::string id = ids[w], with = ways[w].second;
    add_row(rows, id + ".plan", "planned once, " + with, a.planned, b.planned,
            fmt::format("; all of it is prediction error: median {:.1f} % of a time", 100 * median(errors)));
    add_row(rows, id + ".dispatch", "planned anew at the end of each job, " + with, a.dispatched, b.dispatched,
            camping_note(a.dispatched, alone, b.dispatched, waiting));
    const double prediction = mean(joined(a.planned, b.planned)), total = mean(joined(a.heft, b.heft));
    add_row(rows, id + ".heft", "HEFT, planned once, " + with, a.heft, b.heft,
            fmt::format("; of the mean {:.1f} % is prediction error and {:.1f} % is the heuristic", 100 * prediction,
                        100 * (total - prediction)));
  }
  add_row(rows, "measured.heft", "HEFT with the measured times", alone.heft_with_measured, waiting.heft_with_measured,
          "; all of it is the heuristic");
  add_row(rows, "round_robin", "round-robin", alone.round_robin, waiting.round_robin);
  add_row(rows, "random", "one random plan a case", alone.random, waiting.random);
  bench::print_rows(rows, options.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::main_with_data("bench_schedule", FOREWARP_BENCH_SOURCE_DIR, argc, argv, run);
}
