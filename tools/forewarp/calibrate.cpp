// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/measure/calibrate/choose.hpp"
#include "forewarp/measure/calibrate/parameter_rates.hpp"
#include "forewarp/measure/calibrate/ready_made.hpp"
#include "forewarp/measure/calibrate/sizing.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/model/expression/define.hpp"
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

struct CalibrateOptions {
  std::string expression, device, store, output, samples, report, match = "superset";
  std::string what = "time", estimate = "0.1", table, columns;
  std::vector<std::string> tags, generators, features;
  bool absolute = false, as_written = false, json = false, sized = false;
  run::CampaignOptions campaign;
};

struct Model {
  expression::Expression expression;
  std::vector<calibrate::SizedKernel> kernels;
};

/// A model that ships, by its name, with tags added to its own; or an expression and tags.
Model model_of(const CalibrateOptions& options, const run::DeviceInfo& device) {
  const auto generators = generators_with(options.generators);
  const auto parsed = [&](const std::string& text) {
    return expression::parse(expression::with_definitions(text, options.features));
  };
  if (calibrate::names_ready_made(options.expression)) {
    calibrate::ReadyMade ready = calibrate::ready_made(options.expression, calibrate::kind_of(device));
    if (!options.tags.empty()) ready.tag_sets.push_back(fmt::format("{}", fmt::join(options.tags, " ")));
    return {parsed(ready.expression), calibrate::kernels_of(ready.tag_sets, generators)};
  }
  Model model{parsed(options.expression), {}};
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

/// "average", "median" or a quantile of the trials.
void set_estimate(const std::string& text, run::TimingRules& rules) {
  if (text == "average") {
    rules.average = true;
    return;
  }
  double quantile = text == "median" ? 0.5 : -1;
  const char* end = text.data() + text.size();
  if (text != "median" && (std::from_chars(text.data(), end, quantile).ptr != end || text.empty())) quantile = -1;
  if (!(quantile >= 0 && quantile <= 1))
    throw InputError(fmt::format("--estimate {}: average, median, or a quantile from 0 to 1", text));
  rules.low_quantile = quantile;
}

std::unique_ptr<run::PowerMeter> meter_for(calibrate::Output output, const run::DeviceInfo& device) {
  if (output == calibrate::Output::time) return nullptr;
  if (device.pci_bus.empty()) throw Unavailable(fmt::format("{} has no meter of power", device.spec));
  return run::open_nvml(device.pci_bus);
}

calibrate::Times measured(const CalibrateOptions& options, const Model& model, calibrate::Programs& programs,
                          run::Device& device, calibrate::Output output) {
  const auto store = run::open_store(options.store);
  const auto meter = meter_for(output, device.info());
  ProgressBar bar;
  calibrate::Times times =
      calibrate::measure(device, model.kernels, programs, *store, options.campaign, &bar, output, meter.get());
  if (times.cancelled) {
    fmt::print("stopped before everything was measured ({} trials taken); the same command goes on\n", times.trials);
    throw Interrupted();
  }
  for (const auto& failure : times.failures)
    fmt::print(stderr, "forewarp: left out: '{}': {}\n", failure.job, failure.why);
  return times;
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

void write(const CalibrateOptions& options, const report::CalibrationResult& result) {
  fmt::print("{}", options.json ? report::json_text(report::calibration_json(result)) + "\n"
                                : report::calibration_text(result));
  if (!options.report.empty()) save_report(options.report, "calibrate", report::calibration_json(result));
  if (options.output.empty()) return;
  expression::save(result.calibration, options.output);
  fmt::print(stderr, "wrote {}\n", options.output);
}

/// The fit in the form that the samples support best, or as it is written.
report::CalibrationResult fitted(const CalibrateOptions& options, const expression::Expression& e, const Table& samples,
                                 const expression::CalibrationOptions& how) {
  report::CalibrationResult result{.calibration = {}, .rates = {}, .choice = {}, .samples = samples};
  if (!options.as_written && !e.overlaps.empty()) {
    result.choice = calibrate::choose(e, samples, how);
    result.calibration = result.choice->calibration();
  } else {
    result.calibration = expression::calibrate(e, samples, how);
  }
  result.calibration.date = today();
  return result;
}

/// A table of feature values and of what is to be predicted: nothing is generated or measured.
void calibrate_from_table(const CalibrateOptions& options) {
  if (!options.device.empty() || !options.tags.empty() || options.sized || !options.columns.empty())
    throw InputError("--table has all samples: --device, --columns, --sized and tags do not go with it");
  Table samples = table::read_table(options.table);
  const expression::Expression e =
      expression::parse(expression::with_definitions(options.expression, options.features));
  const bool is_column = samples.has(options.what);
  const expression::CalibrationOptions how{
      .output = is_column ? options.what : calibrate::feature_of(calibrate::output_named(options.what)),
      .relative = !options.absolute};
  Table::Texts rows, folds;
  for (std::size_t i = 0; i < samples.rows(); ++i) {
    rows.push_back(fmt::format("row {}", i + 1));
    folds.push_back(fmt::format("part {}", i % 4));
  }
  if (!samples.has("kernel") || samples.is_number("kernel")) samples.add("kernel", std::move(rows));
  if (!samples.has("left_out")) samples.add("left_out", std::move(folds));
  report::CalibrationResult result = fitted(options, e, samples, how);
  result.calibration.device = options.table;
  for (const expression::CalibratedParameter& p : result.calibration.parameters)
    result.rates.push_back({.parameter = p.name,
                            .feature = {},
                            .seconds = p.value,
                            .standard_error = p.standard_error,
                            .granularity = {},
                            .rate = std::nan(""),
                            .unit = {},
                            .peak = std::nan(""),
                            .remark = p.at_bound ? "at 0" : ""});
  write(options, result);
}

Model sized(const CalibrateOptions& options, Model model, calibrate::Programs& programs, run::Device& device) {
  ProgressBar bar;
  calibrate::Sizing sizing =
      calibrate::sized_for(device, model.kernels, generators_with(options.generators), programs, {}, &bar);
  for (const std::string& note : sizing.notes) fmt::print(stderr, "note: {}\n", note);
  for (std::size_t k = 0; k < model.kernels.size(); ++k)
    if (model.kernels[k].name != sizing.kernels[k].name)
      fmt::print(stderr, "sized: {} -> {}\n", model.kernels[k].name, sizing.kernels[k].name);
  model.kernels = std::move(sizing.kernels);
  return model;
}

void calibrate_command(CalibrateOptions options) {
  set_estimate(options.estimate, options.campaign.rules);
  if (!options.table.empty()) {
    calibrate_from_table(options);
    return;
  }
  if (options.device.empty()) throw InputError("--device is required: calibrate measures on it (or --table FILE)");
  const calibrate::Output output = calibrate::output_named(options.what);
  const auto device = run::open_device(options.device);
  Model model = model_of(options, device->info());
  if (options.store.empty()) {
    options.store = "calibration.sqlite";
    fmt::print(stderr, "samples go to {}\n", options.store);
  }
  calibrate::Programs programs(model.expression.features,
                               options.columns.empty() ? Table{} : table::read_table(options.columns));
  if (options.sized) model = sized(options, std::move(model), programs, *device);
  calibrate::check_matched(model.kernels, programs);
  const expression::CalibrationOptions how{.output = calibrate::feature_of(output), .relative = !options.absolute};
  const calibrate::Times times = measured(options, model, programs, *device, output);
  const Table samples = calibrate::samples_of(model.kernels, programs, times, how.output);
  if (!options.samples.empty()) table::write_table(samples, options.samples);
  report::CalibrationResult result = fitted(options, model.expression, samples, how);
  const run::DeviceInfo& info = device->info();
  result.calibration.device = info.name;  // a synthetic one says so there
  result.calibration.driver = info.driver;
  result.rates = calibrate::parameter_rates(result.calibration, model.kernels, programs, times, info);
  write(options, result);
}

}  // namespace

void add_calibrate_command(CLI::App& app) {
  const auto options = std::make_shared<CalibrateOptions>();
  run::CampaignOptions& campaign = options->campaign;
  campaign.program = "forewarp " FOREWARP_VERSION;
  const Command command =
      add_documented_command(app, "calibrate", "fit the parameters of a cost expression to a device");
  command.add_option("expression", options->expression).required();
  command.add_option("tags", options->tags);
  command.add_option("--device", options->device);
  command.add_option("--what", options->what);
  command.add_option("--estimate", options->estimate);
  command.add_option("--feature", options->features).one_at_a_time();
  command.add_option("--columns", options->columns);
  command.add_option("--table", options->table);
  command.add_flag("--sized", options->sized);
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
