// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/hardware.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/measure/run/kernel_job.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/model/device/driver_name.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/fit/least_squares.hpp"
#include "forewarp/support/statistics.hpp"
#include "papers/hasan2014/designs.hpp"
#include "papers/hasan2014/fits.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

constexpr double nobody = std::numeric_limits<double>::quiet_NaN();

std::string id_of(const Cell& cell) { return fmt::format("{:g} x {:g}", cell.blocks, cell.threads); }

run::Job job_for(const Cell& cell, int terms, run::Api api) {
  kernel::Request request;
  request.path = "binomial_series";
  request.set = {fmt::format("blocks={:g}", cell.blocks), fmt::format("block={:g}", cell.threads),
                 fmt::format("terms={}", terms)};
  return run::job_of(kernel::load(request), request, api, id_of(cell));
}

std::vector<double> rounds_times(const Rounds& rounds, const std::vector<Cell>& cells) {
  std::vector<double> times;
  for (const Cell& cell : cells) times.push_back(rounds.time_ms(cell));
  return times;
}

std::vector<double> without(const std::vector<double>& all, const std::vector<std::size_t>& left_out) {
  std::vector<double> rest;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!std::binary_search(left_out.begin(), left_out.end(), i)) rest.push_back(all[i]);
  return rest;
}

ResultTable cells_table(const std::vector<Cell>& printed, const std::vector<Cell>& measured,
                        const std::vector<double>& told, const run::DeviceInfo& info) {
  Table::Numbers blocks, threads, paper, ours, errors;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    blocks.push_back(measured[i].blocks);
    threads.push_back(measured[i].threads);
    ours.push_back(measured[i].time_ms);
    paper.push_back(printed[i].time_ms);
    errors.push_back(100 * (told[i] / measured[i].time_ms - 1));
  }
  Table table;
  table.add("blocks", blocks);
  table.add("threads", threads);
  table.add(info.synthetic ? "synthetic ms" : "measured ms", ours);
  table.add("rounds ms", told);
  table.add("error %", errors);
  table.add("K20 printed ms", paper);
  return {"table2-hardware", fmt::format("Table 2's launches of kernels/binomial_series on {}", info.name),
          std::move(table), false};
}

Score error_score(const char* id, const std::string& what, double percent, double target) {
  return {.id = id, .what = what, .unit = "%", .ours = percent, .other = nobody, .target = target, .note = {}};
}

void add_rounds(Reproduction& result, const std::vector<Cell>& printed, const std::vector<Cell>& measured,
                const run::DeviceInfo& info, const std::vector<std::size_t>& chosen) {
  const Rounds rounds = fit_rounds(measured, chosen, std::max(1u, info.compute_units));
  const std::vector<double> told = rounds_times(rounds, measured);
  result.tables.push_back(cells_table(printed, measured, told, info));
  const std::vector<double> errors = without(relative_errors(told, times_of(measured)), chosen);
  result.scores.push_back(error_score("hardware.rounds.mean",
                                      fmt::format("{}: twelve launches tell the other 148, mean error", info.name),
                                      100 * mean(errors), 10));
  result.scores.push_back(
      error_score("hardware.rounds.largest", "the same, largest error", 100 * quantile(errors, 1), 40));
  result.notes.push_back(
      fmt::format("T = {:.3g} ms + ceil(B / {:g}) ({:.3g} us + theta {:.3g} ns), fitted to the twelve launches of the "
                  "first design; no "
                  "target is the paper's, which has no such device",
                  rounds.launch_ms, rounds.compute_units, 1e3 * rounds.group_ms, 1e6 * rounds.item_ms));
}

void add_wave(Reproduction& result, const std::vector<Cell>& measured, const device::DeviceSpec& spec,
              const std::vector<std::size_t>& chosen) {
  const Outcome wave = fit_and_test(spec, measured, chosen, variants()[used_variant].choice);
  result.scores.push_back(error_score("hardware.wave.mean", fmt::format("the wave model on {}, mean error", spec.name),
                                      100 * wave.tested.mean, 2));
  result.scores.push_back(
      error_score("hardware.wave.largest", "the same, largest error", 100 * wave.tested.largest, 10));
}

}  // namespace

double Rounds::time_ms(const Cell& cell) const {
  return launch_ms + std::ceil(cell.blocks / compute_units) * (group_ms + item_ms * cell.threads);
}

Rounds fit_rounds(const std::vector<Cell>& cells, const std::vector<std::size_t>& chosen, double compute_units) {
  // In units of the whole time, so that the three are of one size.
  const Cell& largest =
      *std::max_element(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.time_ms < b.time_ms; });
  const double groups = std::ceil(largest.blocks / compute_units);
  const auto rounds_of = [&](std::span<const double> x) {
    return Rounds{x[0] * largest.time_ms, x[1] * largest.time_ms / groups,
                  x[2] * largest.time_ms / (groups * largest.threads), compute_units};
  };
  const std::vector<fit::Parameter> parameters{{.name = "launch", .start = 0.01, .low = 0},
                                               {.name = "group", .start = 0.01, .low = 0},
                                               {.name = "item", .start = 1, .low = 0}};
  const fit::Summary fitted = fit::least_squares(
      parameters,
      [&](std::span<const double> x, std::span<double> residuals) {
        const Rounds rounds = rounds_of(x);
        for (std::size_t i = 0; i < chosen.size(); ++i)
          residuals[i] = rounds.time_ms(cells[chosen[i]]) / cells[chosen[i]].time_ms - 1;
      },
      chosen.size());
  return rounds_of(fitted.values());
}

Sweep sweep(run::Device& device, std::vector<Cell> launches, const SweepOptions& options, Progress* progress) {
  std::vector<run::Job> jobs;
  for (const Cell& cell : launches) jobs.push_back(job_for(cell, options.terms, device.info().api));
  run::CampaignOptions campaign;
  campaign.trials = options.trials;
  campaign.passes = 5;
  campaign.pass_seconds = options.pass_seconds;
  campaign.program = "forewarp reproduce hasan2014";
  const auto store = run::open_sqlite_store(":memory:");
  const run::CampaignOutcome outcome = run::run_jobs(device, jobs, *store, campaign, progress);
  if (!outcome.failures.empty())
    throw DeviceError(fmt::format("{}: {}", outcome.failures.front().job, outcome.failures.front().why));
  if (outcome.cancelled) throw Interrupted();
  const run::StoreContents contents = store->read();
  const Table times = run::job_table(contents);
  std::map<std::string, double> by_name;
  for (std::size_t row = 0; row < times.rows(); ++row) by_name[times.texts("job")[row]] = times.numbers("time")[row];
  for (Cell& cell : launches) cell.time_ms = 1e3 * by_name.at(id_of(cell));
  return {std::move(launches), run::device_reports(contents).front().slow_share};
}

int terms_for(const run::DeviceInfo& info) { return info.kind == "cpu" ? 16 : SweepOptions{}.terms; }

Reproduction hardware(const Options& options) {
  Reproduction result;
  if (options.device.empty()) {
    result.notes.emplace_back(
        "not run: --device opencl:0 (or cuda:0) measures Table 2's launches on a device that is here");
    return result;
  }
  const auto table2 = shipped_file("papers/hasan2014_table2.csv");
  result.files = {table2.string()};
  const std::vector<Cell> printed = read_cells(table2);
  const auto device = run::open_device(options.device);
  const auto [measured, slow_share] = sweep(*device, printed, {.terms = terms_for(device->info())}, options.progress);
  const Sides sides = sides_of(measured);
  const std::vector<std::size_t> chosen = designs(sides.blocks, sides.threads).front().cells;
  add_rounds(result, printed, measured, device->info(), chosen);
  if (const auto spec = device::data_sheet_of(device->info().name)) add_wave(result, measured, *spec, chosen);
  result.notes.push_back(fmt::format(
      "{}, driver {}{}; times are the 10 % quantile of the trials outside of slow plateaus. The canary was slow in "
      "{:.0f} % "
      "of its runs: the more, the less the times are those of the device alone",
      device->info().name, device->info().driver,
      device->info().synthetic ? ": SYNTHETIC, a model with noise, nothing was measured" : "", 100 * slow_share));
  return result;
}

}  // namespace forewarp::papers::hasan2014
