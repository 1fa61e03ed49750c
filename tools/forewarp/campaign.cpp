// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "campaign_counters.hpp"
#include "command.hpp"
#include "forewarp/measure/campaign/measure.hpp"
#include "forewarp/measure/campaign/spread.hpp"
#include "forewarp/measure/campaign/training_table.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/report/table_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/file.hpp"
#include "job.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

namespace fs = std::filesystem;

struct CampaignOptions {
  std::string device, store = "campaign.sqlite", table = "campaign.csv", bundle, budget, report, counters, clock;
  std::vector<std::string> kernels;
  campaign::MeasureOptions measure;
  bool no_power = false;
  Collect collect;
};

/// "90", "90s", "15min", "2h".
double seconds_in(const std::string& text) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  const double scale = unit.empty() || unit == "s" ? 1 : unit == "min" || unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (used == 0 || scale == 0 || !(value > 0) || !std::isfinite(value))
    throw InputError(fmt::format("--budget: '{}' is not a time; use 60s, 15min or 2h", text));
  return value * scale;
}

/// Power where the device tells it; none where it does not.
std::unique_ptr<run::PowerMeter> meter_for(const run::DeviceInfo& device) {
  if (device.pci_bus.empty()) return nullptr;
  try {
    return run::open_nvml(device.pci_bus);
  } catch (const Unavailable&) {
    return nullptr;
  }
}

/// Those that can run; the others are named.
std::vector<std::size_t> most_telling_first(const std::vector<campaign::CorpusLaunch>& launches,
                                            const std::vector<campaign::Prepared>& prepared) {
  std::vector<std::size_t> able, order;
  std::vector<feature::Features> features;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    if (!prepared[i].ready || !prepared[i].failure.empty()) {
      fmt::print("left out: {}: {}\n", launches[i].id, prepared[i].failure.substr(0, prepared[i].failure.find('\n')));
      continue;
    }
    able.push_back(i);
    features.push_back(prepared[i].features);
  }
  for (const std::size_t at : campaign::spread_order(campaign::feature_points(features), {})) order.push_back(able[at]);
  return order;
}

/// jobs.jsonl with PTX in it, the most telling first, the runner beside it where it was built, and how to use both.
void write_bundle(const CampaignOptions& options, const std::vector<campaign::CorpusLaunch>& launches,
                  const campaign::FeatureStore& features) {
  const fs::path folder(options.bundle);
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw InputError(fmt::format("{}: {}", options.bundle, failed.message()));
  const std::vector<campaign::Prepared> prepared = [&] {
    ProgressBar bar;
    return campaign::prepare(launches, 0, features, 0, &bar);
  }();
  std::string jobs;
  std::size_t count = 0;
  for (const std::size_t i : most_telling_first(launches, prepared)) {
    jobs += run::job_line(campaign::job_for(launches[i], prepared[i].kernel, run::Api::cuda, options.measure)) + "\n";
    ++count;
  }
  write_file(folder / "jobs.jsonl", jobs);
  const fs::path runner = fs::read_symlink("/proc/self/exe", failed).parent_path() / "forewarp_runner";
  const bool has_runner = !failed && fs::exists(runner);
  if (has_runner) fs::copy_file(runner, folder / "forewarp_runner", fs::copy_options::overwrite_existing);
  fmt::print("{} jobs in {}\n", count, (folder / "jobs.jsonl").string());
  fmt::print("{}", has_runner ? "the program beside it needs a C library and the driver, nothing else\n"
                              : "forewarp_runner was not built here: docs/run.md has other ways to it\n");
  fmt::print(
      "there:  ./forewarp_runner jobs.jsonl --device cuda:0 -o results.csv --trials {} --passes {} --width 0 "
      "--pass-seconds 0 --power-readings {} --round {}\n"
      "        (the most telling launches first: stop it when you like; the same command goes on)\n"
      "here:   forewarp campaign --store results.csv --table campaign.csv\n"
      "with ncu there, counters too:  ./forewarp_runner jobs.jsonl --device cuda:0 --counters counters.csv.log\n"
      "                        here:  the above with --counters counters.csv\n",
      options.measure.run.trials, options.measure.run.passes, options.measure.run.power_readings,
      options.measure.round);
}

std::string outcome_text(const campaign::MeasureOutcome& outcome) {
  std::string text =
      fmt::format("{} of {} launches measured ({} of them before) in {:.0f} s\n", outcome.measured + outcome.resumed,
                  outcome.launches, outcome.resumed, outcome.seconds);
  if (outcome.no_time > 0) text += fmt::format("{} did not fit the time\n", outcome.no_time);
  if (outcome.too_long > 0) text += fmt::format("{} are longer than --longest allows\n", outcome.too_long);
  std::map<std::string, std::vector<std::string>> reasons;  // by what is the same for all sizes of a kernel
  for (const campaign::LeftOut& left : outcome.impossible)
    reasons[left.id.substr(0, left.id.find(' '))].push_back(left.why);
  if (!reasons.empty()) text += "cannot run here:\n";
  for (const auto& [kernel, why] : reasons) text += fmt::format("  {} ({}): {}\n", kernel, why.size(), why.front());
  return text;
}

void write_table(const CampaignOptions& options, const run::StoreContents& contents,
                 const std::vector<campaign::CorpusLaunch>& launches, const campaign::FeatureStore& features) {
  std::optional<campaign::Clocks> clocks;
  if (!options.clock.empty()) clocks = campaign::clocks_from(options.clock);
  const Table table = campaign::training_table(contents, launches, features, clocks);
  table::write_table(table, options.table);
  fmt::print("{}: {} launches with their features, for forewarp train\n", options.table, table.rows());
  if (!options.report.empty()) save_report(options.report, "campaign", {{"campaign", report::launches_json(table)}});
}

constexpr double share_for_times = 0.5;  // of the budget, where launches are counted besides

/// Whether it was stopped before all was done.
bool measure_on(run::Device& device, const std::vector<campaign::CorpusLaunch>& launches, run::SampleStore& store,
                const campaign::FeatureStore& features, CampaignOptions& options) {
  const auto meter = options.no_power ? nullptr : meter_for(device.info());
  options.measure.meter = meter.get();
  if (meter == nullptr) options.measure.power_s = 0;
  fmt::print("{}: {}{}; {}\n", device.info().spec, device.info().name,
             device.info().synthetic ? " (synthetic: a model with noise, nothing is measured)" : "",
             meter ? "power by " + meter->name() : "time only: it does not predict power");
  const campaign::MeasureOutcome outcome = [&] {
    ProgressBar bar;
    return campaign::measure(device, launches, features, store, options.measure, &bar);
  }();
  fmt::print("{}", outcome_text(outcome));
  return outcome.cancelled;
}

/// Asked before anything is measured. Of the budget counting has what the times leave.
void get_ready_to_count(const run::Device& device, CampaignOptions& options) {
  Collect& collect = options.collect;
  collect.device = options.device;
  collect.retry = options.measure.run.retry;
  check_can_count(device.info(), collect);
  const double budget = options.measure.budget_s;
  if (!(budget > 0)) return;
  const auto begin = std::chrono::steady_clock::now();
  collect.stop = [=] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > budget;
  };
  options.measure.budget_s = share_for_times * budget;
}

void write_counters(const CampaignOptions& options, const run::StoreContents& contents) {
  const std::string log = options.counters + ".log";
  if (!fs::exists(log)) throw InputError(fmt::format("{}: is not there; --device cuda:0 makes it", log));
  const Table table = counter_table(contents, log);
  table::write_table(table, options.counters);
  fmt::print("{}: {} launches with their counters\n", options.counters, table.rows());
}

/// In the process that has the device and writes the files.
void measure_and_write(CampaignOptions& options, const std::vector<campaign::CorpusLaunch>& launches,
                       const campaign::FeatureStore& features) {
  if (!options.bundle.empty()) return write_bundle(options, launches, features);
  const auto device = options.device.empty() ? nullptr : run::open_device(options.device);
  const bool counts = !options.counters.empty();
  if (device && counts) get_ready_to_count(*device, options);
  const auto store = run::open_store(options.store);
  if (device && measure_on(*device, launches, *store, features, options)) {
    fmt::print("stopped before everything was measured; the same command goes on, and writes {}\n", options.table);
    throw Interrupted();
  }
  if (device && counts) count_launches(*device, launches, store->read(), options.counters + ".log", options.collect);
  const run::StoreContents contents = store->read();
  if (contents.samples.empty())
    throw InputError(fmt::format("{} has no samples; --device measures ('forewarp devices --here' lists what is here)",
                                 options.store));
  write_table(options, contents, launches, features);
  if (counts) write_counters(options, contents);
}

void campaign_command(CampaignOptions options) {
  Job job;
  std::vector<campaign::CorpusLaunch> launches;
  const auto read = [&] {
    if (!options.budget.empty()) options.measure.budget_s = seconds_in(options.budget);
    launches = campaign::corpus_launches(options.kernels);
  };
  distribute::Team* team = job.join(read, [&] {
    return distribute::Identity{{"the corpus", campaign::corpus_digest(launches)}};
  });
  const campaign::FeatureStore features(std::make_shared<source::CacheStore>(), team);
  if (!job.speaks()) return campaign::help_to_prepare(features);
  measure_and_write(options, launches, features);
  campaign::end_of_preparing(features);
}

}  // namespace

void add_campaign_command(CLI::App& app) {
  const auto options = std::make_shared<CampaignOptions>();
  run::CampaignOptions& run = options->measure.run;
  run.program = "forewarp " FOREWARP_VERSION;
  run.trials = 10;
  run.passes = 2;
  run.width = 0;
  run.pass_seconds = 0;
  run.power_readings = 10;
  options->measure.power_s = 1;
  const Command command =
      add_documented_command(app, "campaign", "measure the bundled kernels on a device, as training data");
  command.add_option("--device", options->device);
  command.add_option("--budget", options->budget);
  command.add_option("--longest", options->measure.longest_s).positive();
  command.add_option("--kernels", options->kernels).delimiter(',').one_at_a_time();
  command.add_option("--trials", run.trials).in_range(1u, 1'000'000u);
  command.add_option("--power", options->measure.power_s).in_range(0.1, 3600.0);
  command.add_option("--power-readings", run.power_readings).in_range(1u, 1000u);
  command.add_flag("--no-power", options->no_power);
  command.add_flag("--retry", run.retry);
  command.add_option("--store", options->store);
  command.add_option("--table", options->table);
  command.add_option("--clock", options->clock);
  add_report_option(command, options->report);
  command.add_option("--bundle", options->bundle);
  const Option counters = command.add_option("--counters", options->counters);
  const Option ncu = command.add_option("--ncu", options->collect.ncu).needs(counters);
  command.add_flag("--cupti", options->collect.cupti).needs(counters).excludes(ncu);
  command.add_option("--runner", options->collect.runner).needs(counters);
  command.add_option("--batch", options->collect.batch).in_range(1, 10'000).needs(counters);
  command.callback([options] {
    if (!options->clock.empty()) (void)campaign::clocks_from(options->clock);  // said before anything is measured
    campaign_command(*options);
  });
}

}  // namespace forewarp::tool
