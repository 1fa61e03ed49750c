// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/measure/calibrate/choose.hpp"
#include "forewarp/measure/calibrate/parameter_rates.hpp"
#include "forewarp/measure/calibrate/ready_made.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/report/calibration_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/file.hpp"
#include "own_generators.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

namespace expression = model::expression;

struct Options {
  std::string expression, device, store, output, samples, report, match = "superset";
  std::vector<std::string> tags, generators;
  bool absolute = false, as_written = false, json = false;
  run::CampaignOptions campaign;
};

struct Model {
  expression::Expression expression;
  std::vector<calibrate::SizedKernel> kernels;
};

/// A model that ships, by its name, with tags added to its own; or an expression and tags.
Model model_of(const Options& options, const run::DeviceInfo& device) {
  const auto generators = generators_with(options.generators);
  if (calibrate::names_ready_made(options.expression)) {
    calibrate::ReadyMade ready = calibrate::ready_made(options.expression, calibrate::kind_of(device));
    if (!options.tags.empty()) ready.tag_sets.push_back(fmt::format("{}", fmt::join(options.tags, " ")));
    return {expression::parse(ready.expression), calibrate::kernels_of(ready.tag_sets, generators)};
  }
  Model model{expression::parse(options.expression), {}};
  if (options.tags.empty())
    throw InputError(
        fmt::format("tags of measurement kernels are missing (forewarp pick lists them); models that have "
                    "their own are {}",
                    fmt::join(calibrate::ready_made_names(), ", ")));
  for (const auto& kernel :
       pick::kernels(generators, pick::parse_filter(options.tags), pick::match_named(options.match)))
    model.kernels.push_back(calibrate::sized(kernel));
  return model;
}

calibrate::Times measured(const Options& options, const Model& model, calibrate::Programs& programs,
                          run::Device& device) {
  const auto store = run::open_store(options.store);
  ProgressBar bar;
  calibrate::Times times = calibrate::measure(device, model.kernels, programs, *store, options.campaign, &bar);
  if (times.cancelled) {
    fmt::print("stopped before everything was measured ({} trials taken); the same command goes on\n", times.trials);
    throw Interrupted();
  }
  for (const auto& failure : times.failures)
    fmt::print(stderr, "forewarp: left out: '{}': {}\n", failure.job, failure.why);
  return times;
}

void calibrate_command(Options options) {
  const auto device = run::open_device(options.device);
  const Model model = model_of(options, device->info());
  if (options.store.empty()) {
    options.store = "calibration.sqlite";
    fmt::print(stderr, "samples go to {}\n", options.store);
  }
  calibrate::Programs programs(model.expression.features);
  calibrate::check_matched(model.kernels, programs);
  const expression::CalibrationOptions how{.relative = !options.absolute};
  const calibrate::Times times = measured(options, model, programs, *device);
  const Table samples = calibrate::samples_of(model.kernels, programs, times, how.output);
  if (!options.samples.empty()) table::write_table(samples, options.samples);
  const bool chosen = !options.as_written && !model.expression.overlaps.empty();
  const calibrate::Choice choice = chosen ? calibrate::choose(model.expression, samples, how) : calibrate::Choice{};
  expression::Calibration calibration =
      chosen ? choice.calibration() : expression::calibrate(model.expression, samples, how);
  const run::DeviceInfo& info = device->info();
  calibration.device = info.name;  // a synthetic one says so there
  calibration.driver = info.driver;
  calibration.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  report::CalibrationResult result{
      .calibration = calibration,
      .rates = calibrate::parameter_rates(calibration, model.kernels, programs, times, info),
      .choice = {},
      .samples = samples};
  if (chosen) result.choice = choice;
  fmt::print("{}", options.json ? report::json_text(report::calibration_json(result)) + "\n"
                                : report::calibration_text(result));
  if (!options.report.empty()) save_report(options.report, "calibrate", report::calibration_json(result));
  if (options.output.empty()) return;
  expression::save(calibration, options.output);
  fmt::print(stderr, "wrote {}\n", options.output);
}

}  // namespace

void add_calibrate_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  run::CampaignOptions& campaign = options->campaign;
  campaign.program = "forewarp " FOREWARP_VERSION;
  const Command command =
      add_documented_command(app, "calibrate", "fit the parameters of a cost expression to a device");
  command.add_option("expression", options->expression).required();
  command.add_option("tags", options->tags);
  command.add_option("--device", options->device).required();
  command.add_option("--store", options->store);
  command.add_option("-o,--output", options->output);
  command.add_option("--samples", options->samples);
  command.add_option("--match", options->match);
  command.add_option("--generators", options->generators).one_at_a_time();
  command.add_flag("--json", options->json);
  add_report_option(command, options->report);
  command.add_flag("--absolute", options->absolute);
  command.add_flag("--as-written", options->as_written);
  command.add_option("--trials", campaign.trials).in_range(1u, 1'000'000u);
  command.add_option("--passes", campaign.passes).in_range(1u, 10'000u);
  command.add_option("--job-seconds", campaign.job_seconds).not_negative();
  command.add_option("--pass-seconds", campaign.pass_seconds).in_range(0.0, 3600.0);
  command.callback([options] { calibrate_command(*options); });
}

}  // namespace forewarp::tool
