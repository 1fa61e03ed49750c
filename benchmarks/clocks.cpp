// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Clocks as an input: time, power and energy of kernels at other clocks, against measurements by others of a V100 and
/// a GTX 1080 Ti (shared/data/dvfs). A kernel is left out with all its clocks, or a clock with all its kernels.
///
///     counts alone   the kernel was never run: the bounds model at these clocks, or trees on its terms
///     one run        the kernel was run once, at the highest clocks: its time there times what the learner "response"
///                    (or the bounds model) makes of the clocks. The run itself is not among the tested rows.
///                    Where a clock is left out, the kernel was run at the others, and the learner knows its name
///
/// Usage: bench_clocks [--json] [--data DIR]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "clocks/data.hpp"
#include "data_options.hpp"
#include "forewarp/learn/pipeline.hpp"
#include "forewarp/learn/validation/method.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::ClockRun;

using Runs = std::vector<ClockRun>;
using Column = std::vector<double>;

enum class What { time, power };

double value_of(const ClockRun& run, What what) { return what == What::time ? run.time_s : run.power_w; }
double reference_of(const ClockRun& run, What what) { return what == What::time ? run.reference_s : run.reference_w; }

std::string clocks_of(const ClockRun& run) { return fmt::format("{:g}/{:g}", run.core_mhz, run.memory_mhz); }

/// The two clocks, then the inputs; the memory's clock where it has several values.
learn::Samples samples_of(const Runs& runs, const std::function<const Column&(const ClockRun&)>& inputs_of) {
  const bool memory = std::ranges::any_of(runs, [&](const ClockRun& r) { return r.memory_mhz != runs[0].memory_mhz; });
  std::vector<std::string> names = {"core_clock"};
  if (memory) names.emplace_back("memory_clock");
  const std::size_t first = names.size();
  for (std::size_t j = 0; j < inputs_of(runs[0]).size(); ++j) names.push_back(fmt::format("x{}", j));
  learn::Samples samples(names, runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    samples.feature(0)[i] = runs[i].core_mhz;
    if (memory) samples.feature(1)[i] = runs[i].memory_mhz;
    for (std::size_t j = first; j < names.size(); ++j) samples.feature(j)[i] = inputs_of(runs[i])[j - first];
  }
  return samples;
}

learn::PipelineSpec spec_of(const learn::Samples& samples, const std::string& learner,
                            std::map<std::string, std::string> settings) {
  learn::PipelineSpec spec;
  for (const std::string& name : samples.names()) spec.features.push_back({name, ""});
  spec.target = {"answer", "", learn::Transform::log, 0};
  spec.learner = learner;
  spec.settings = std::move(settings);
  return spec;
}

enum class LeftOut { kernel, clock };

std::string group_of(const ClockRun& run, LeftOut what) {
  return what == LeftOut::kernel ? run.kernel : clocks_of(run);
}

/// Answers for `tested` runs, each by a model that saw none of its group. NaN for the others.
Column held_out(const Runs& runs, const learn::Samples& samples, const learn::PipelineSpec& spec, const Column& target,
                LeftOut what, const std::function<bool(std::size_t)>& tested) {
  std::set<std::string> groups;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (tested(i)) groups.insert(group_of(runs[i], what));
  Column answers(runs.size(), std::nan(""));
  const validate::Method method = validate::pipeline_method(spec.learner, spec);
  for (const std::string& left_out : groups) {
    validate::Split split;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (group_of(runs[i], what) != left_out)
        split.train.push_back(i);
      else if (tested(i))
        split.test.push_back(i);
    const Column part = method.answer(samples, {target, {}}, split, {.seed = 1});
    for (std::size_t k = 0; k < part.size(); ++k) answers[split.test[k]] = part[k];
  }
  return answers;
}

/// With one run known: its value times the ratio that the learner answers.
Column by_one_run(const Runs& runs, What what, LeftOut left_out, const std::function<bool(std::size_t)>& tested) {
  const learn::Samples samples = samples_of(runs, [](const ClockRun& r) -> const Column& { return r.inputs; });
  const std::size_t clocks = samples.features() - runs[0].inputs.size();
  Column ratio;
  for (const ClockRun& run : runs) ratio.push_back(value_of(run, what) / reference_of(run, what));
  Column answers = held_out(runs, samples, spec_of(samples, "response", {{"settings", fmt::format("{}", clocks)}}),
                            ratio, left_out, tested);
  for (std::size_t i = 0; i < runs.size(); ++i) answers[i] *= reference_of(runs[i], what);
  return answers;
}

/// Which of the named launches a run is, as further inputs of 0 and 1: where a launch was run at other clocks, it has a
/// curve of its own.
Runs with_names(Runs runs, const std::function<bool(std::size_t)>& named) {
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (named(i)) place.try_emplace(runs[i].launch, place.size());
  for (ClockRun& run : runs) {
    const std::size_t first = run.inputs.size();
    run.inputs.resize(first + place.size(), 0.0);
    if (const auto at = place.find(run.launch); at != place.end()) run.inputs[first + at->second] = 1;
  }
  return runs;
}

/// From counts alone: trees on time over the bounds model's, or on power, with its terms and the clocks.
Column by_counts(const Runs& runs, What what, LeftOut left_out) {
  const learn::Samples samples = samples_of(runs, [](const ClockRun& r) -> const Column& { return r.bounds_inputs; });
  Column target;
  for (const ClockRun& run : runs) target.push_back(what == What::time ? run.time_s / run.bounds_s : run.power_w);
  Column answers = held_out(runs, samples, spec_of(samples, "extra_trees", {{"trees", "128"}, {"criterion", "mae"}}),
                            target, left_out, [](std::size_t) { return true; });
  if (what == What::time)
    for (std::size_t i = 0; i < runs.size(); ++i) answers[i] *= runs[i].bounds_s;
  return answers;
}

class Board {
 public:
  /// Median of the relative errors of the answers that are numbers; the other figures go into the note.
  void errors(const std::string& id, const std::string& what, const Runs& runs, const Column& answers, What of,
              double target, double other, const std::string& note) {
    Column relative, absolute;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (std::isnan(answers[i])) continue;
      absolute.push_back(std::abs(answers[i] - value_of(runs[i], of)));
      relative.push_back(100 * absolute.back() / value_of(runs[i], of));
    }
    const bool time = of == What::time;
    rows_.push_back({.id = "clocks." + id,
                     .what = what,
                     .unit = "%",
                     .ours = median(relative),
                     .other = other,
                     .target = target,
                     .note = fmt::format(
                         "{} rows: mean {:.1f} %, 90 % below {:.1f} %, largest {:.0f} %; median {:.3g} {}, "
                         "largest {:.3g} {}; {}",
                         relative.size(), mean(relative), quantile(relative, 0.9), *std::ranges::max_element(relative),
                         median(absolute) * (time ? 1e3 : 1), time ? "ms" : "W",
                         *std::ranges::max_element(absolute) * (time ? 1e3 : 1), time ? "ms" : "W", note)});
  }
  void add(bench::Row row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] const std::vector<bench::Row>& rows() const { return rows_; }

 private:
  std::vector<bench::Row> rows_;
};

/// Median error of a rule without any learning, over the runs that are not the reference.
double median_error(const Runs& runs, What what, const std::function<double(const ClockRun&)>& rule) {
  Column errors;
  for (const ClockRun& run : runs)
    if (!run.is_reference()) errors.push_back(100 * std::abs(rule(run) / value_of(run, what) - 1));
  return median(errors);
}

double highest_core(const Runs& runs) { return std::ranges::max(runs, {}, &ClockRun::core_mhz).core_mhz; }

/// Of each kernel the clock with the least predicted energy: its measured energy over the least measured, less one.
Column energy_excess(const Runs& runs, const std::function<double(std::size_t)>& predicted) {
  std::map<std::string, std::vector<std::size_t>> launches;
  for (std::size_t i = 0; i < runs.size(); ++i) launches[runs[i].launch].push_back(i);
  const auto measured = [&](std::size_t i) { return runs[i].time_s * runs[i].power_w; };
  Column excess;
  for (const auto& [launch, members] : launches) {
    const double least = measured(std::ranges::min(members, {}, measured));
    excess.push_back(measured(std::ranges::min(members, {}, predicted)) / least - 1);
  }
  return excess;
}

double share_within(const Column& excess, double limit) {
  return 100.0 * static_cast<double>(std::ranges::count_if(excess, [&](double e) { return e <= limit; })) /
         static_cast<double>(excess.size());
}

void add_energy(Board& board, const std::string& id, const std::string& card, const Runs& runs, const Column& times,
                const Column& powers) {
  const auto predicted = [&](std::size_t i) {
    return runs[i].is_reference() ? runs[i].time_s * runs[i].power_w : times[i] * powers[i];
  };
  const Column ours = energy_excess(runs, predicted);
  const auto always = [&](const std::string& clocks) {
    return energy_excess(runs, [&](std::size_t i) { return clocks_of(runs[i]) == clocks ? 0.0 : 1.0; });
  };
  std::string best, reference;
  double best_share = -1;
  for (const ClockRun& run : runs) {
    const double share = share_within(always(clocks_of(run)), 0.05);
    if (share > best_share) best_share = share, best = clocks_of(run);
    if (run.is_reference()) reference = clocks_of(run);
  }
  board.add(
      {.id = "clocks." + id + ".energy",
       .what = card + ": kernels whose chosen clock needs at most 5 % more than the least energy",
       .unit = "%",
       .ours = share_within(ours, 0.05),
       .other = share_within(always(reference), 0.05),
       .target = 90,
       .better = bench::Better::higher,
       .note = fmt::format("{} kernels, each left out, one run each; largest excess {:.1f} %. other: always {} MHz; "
                           "the one clock that is best for these kernels, {} MHz: {:.0f} %",
                           ours.size(), 100 * *std::ranges::max_element(ours), reference, best, best_share)});
}

constexpr double time_target = 12, power_target = 4;

void add_v100(Board& board, const std::filesystem::path& data) {
  const Runs kernels = bench::v100_runs(data, false), micro = bench::v100_runs(data, true);
  Runs all = kernels;
  all.insert(all.end(), micro.begin(), micro.end());
  const double top = highest_core(kernels);
  const auto is_real = [&](std::size_t i) { return i < kernels.size() && !all[i].is_reference(); };
  const auto is_micro = [&](std::size_t i) { return i >= kernels.size() && !all[i].is_reference(); };
  const std::string with = "one run at 1380 MHz; the microbenchmarks are learnt from too; ";
  const std::string named = with + "each kernel by name; ";
  Column times, powers;
  for (const What what : {What::time, What::power}) {
    const bool time = what == What::time;
    const std::string name = time ? "time" : "power";
    const double target = time ? time_target : power_target;
    const double other = median_error(kernels, what, [&](const ClockRun& r) {
      return time ? r.reference_s * top / r.core_mhz : r.reference_w * r.core_mhz / top;
    });
    const std::string rule =
        time ? "other: time in inverse proportion to the clock" : "other: power in proportion to the clock";
    Column answers = by_one_run(all, what, LeftOut::kernel, is_real);
    board.errors("v100." + name + ".kernel", "V100, 20 kernels at 9 clocks, " + name + ", a kernel left out", all,
                 answers, what, target, other, with + rule);
    (time ? times : powers) = answers;
    board.errors("v100." + name + ".clock", "V100, 20 kernels at 9 clocks, " + name + ", a clock left out", all,
                 by_one_run(with_names(all, is_real), what, LeftOut::clock, is_real), what, target, other,
                 named + rule);
    board.errors("v100.micro." + name + ".kernel",
                 "V100, 138 launches of 7 microbenchmarks, " + name + ", one of 7 left out", all,
                 by_one_run(all, what, LeftOut::kernel, is_micro), what, target, std::nan(""), "one run at 1380 MHz");
    board.errors("v100.micro." + name + ".clock",
                 "V100, 138 launches of 7 microbenchmarks, " + name + ", a clock left out", all,
                 by_one_run(all, what, LeftOut::clock, is_micro), what, target, std::nan(""), "one run at 1380 MHz");
  }
  times.resize(kernels.size());
  powers.resize(kernels.size());
  add_energy(board, "v100", "V100", kernels, times, powers);
}

void add_gtx1080ti(Board& board, const std::filesystem::path& data) {
  const Runs runs = bench::gtx1080ti_runs(data);
  const double top = highest_core(runs);
  const auto others = [&](std::size_t i) { return !runs[i].is_reference(); };
  const std::string kernels = "GTX 1080 Ti, 30 kernels at 20 clocks, ";
  Column bounds;
  for (const ClockRun& run : runs) bounds.push_back(run.bounds_s);
  board.errors("gtx1080ti.counts.time.bounds", kernels + "time, counts alone: the bounds model", runs, bounds,
               What::time, time_target, std::nan(""), "nothing is learnt");
  std::map<std::string, double> reference_bounds;
  for (const ClockRun& run : runs)
    if (run.is_reference()) reference_bounds[run.launch] = run.bounds_s;
  const double scaled = median_error(
      runs, What::time, [&](const ClockRun& r) { return r.reference_s * r.bounds_s / reference_bounds.at(r.launch); });
  Column times, powers;
  for (const What what : {What::time, What::power}) {
    const bool time = what == What::time;
    const std::string name = time ? "time" : "power";
    const double target = time ? time_target : power_target;
    board.errors("gtx1080ti.counts." + name + ".kernel", kernels + name + ", counts alone, a kernel left out", runs,
                 by_counts(runs, what, LeftOut::kernel), what, target, std::nan(""),
                 time ? "trees on time over the bounds model's" : "trees on the bounds model's terms");
    board.errors("gtx1080ti.counts." + name + ".clock", kernels + name + ", counts alone, a clock left out", runs,
                 by_counts(runs, what, LeftOut::clock), what, target, std::nan(""),
                 "the kernel was learnt from at other clocks");
    const double other =
        time ? scaled : median_error(runs, what, [&](const ClockRun& r) { return r.reference_w * r.core_mhz / top; });
    const std::string rule =
        time ? "one run at 2000/5500 MHz; other: that run, scaled by the bounds model at both clocks"
             : "one run at 2000/5500 MHz; other: power in proportion to the core clock";
    Column answers = by_one_run(runs, what, LeftOut::kernel, others);
    board.errors("gtx1080ti." + name + ".kernel", kernels + name + ", one run, a kernel left out", runs, answers, what,
                 target, other, rule);
    (time ? times : powers) = answers;
    board.errors("gtx1080ti." + name + ".clock", kernels + name + ", one run, a clock left out", runs,
                 by_one_run(with_names(runs, others), what, LeftOut::clock, others), what, target, other,
                 "each kernel by name; " + rule);
  }
  add_energy(board, "gtx1080ti", "GTX 1080 Ti", runs, times, powers);
}

int run(const bench::DataOptions& options) {
  Board board;
  add_v100(board, options.data);
  add_gtx1080ti(board, options.data);
  bench::print_rows(board.rows(), options.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return forewarp::bench::main_with_data("bench_clocks", FOREWARP_BENCH_SOURCE_DIR, argc, argv, run);
}
