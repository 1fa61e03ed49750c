// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ctime>
#include <map>
#include <memory>
#include <set>

#include "commands.hpp"
#include "forewarp/count/loop/count_loop.hpp"
#include "forewarp/loop/read.hpp"
#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/model/expression/feature.hpp"
#include "forewarp/pick/collection.hpp"
#include "forewarp/pick/job.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/run/campaign.hpp"
#include "forewarp/run/open.hpp"
#include "forewarp/run/sample_table.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/table/file.hpp"
#include "own_generators.hpp"
#include "progress_bar.hpp"

namespace forewarp::tool {
namespace {

namespace expression = model::expression;

struct Options {
  std::string expression, device, store, output, samples, match = "superset";
  std::vector<std::string> tags, generators;
  bool absolute = false;
  run::CampaignOptions campaign;
};

/// A measurement kernel's program, read and counted once for all its sizes.
struct Program {
  loop::Program program;
  expression::FeatureValues features;
  std::vector<std::string> names;  ///< of all features that it has
};

class Programs {
 public:
  explicit Programs(const std::vector<std::string>& features) : features_(features) {}

  Program& of(const pick::MeasurementKernel& kernel) {
    const auto found = programs_.find(kernel.loop_program);
    if (found != programs_.end()) return found->second;
    loop::Program program = loop::parse(kernel.loop_program, kernel.name);
    const count::KernelCounts counts = count::count_loop(program);
    expression::FeatureValues values(counts, features_, {}, expression::Unmatched::is_zero);
    Program made{std::move(program), std::move(values), expression::feature_names_of(counts)};
    return programs_.emplace(kernel.loop_program, std::move(made)).first->second;
  }

 private:
  std::vector<std::string> features_;
  std::map<std::string, Program> programs_;
};

run::Language language_of(const run::DeviceInfo& device) {
  return device.api == run::Api::opencl ? run::Language::opencl_c : run::Language::cuda_cpp;
}

/// Times by job, of this device alone.
std::map<std::string, double> measured_times(const Options& options,
                                             const std::vector<pick::MeasurementKernel>& kernels, Programs& programs,
                                             run::Device& device) {
  std::vector<run::Job> jobs;
  for (const pick::MeasurementKernel& k : kernels)
    jobs.push_back(pick::job_of(programs.of(k).program, k.sizes, language_of(device.info()), k.name));
  const auto store = run::open_store(options.store);
  ProgressBar bar;
  const run::CampaignOutcome outcome = run::run_jobs(device, jobs, *store, options.campaign, &bar);
  if (outcome.cancelled)
    throw InputError(
        fmt::format("stopped; the same command goes on where this one was ({} trials taken)", outcome.trials));
  for (const auto& failure : outcome.failures)
    fmt::print(stderr, "forewarp: left out: '{}': {}\n", failure.job, failure.why);
  const Table table = run::job_table(store->read());
  const auto& names = std::get<Table::Texts>(table.column("job").cells);
  const auto& devices = std::get<Table::Texts>(table.column("device").cells);
  const auto& seconds = std::get<Table::Numbers>(table.column("time").cells);
  std::map<std::string, double> times;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (devices[i] == run::device_key(device.info()) && seconds[i] > 0) times[names[i]] = seconds[i];
  return times;
}

/// A row a kernel: its features, its time and its name.
Table samples_of(const std::vector<pick::MeasurementKernel>& kernels, const std::vector<std::string>& features,
                 const std::string& output, const std::map<std::string, double>& times, Programs& programs) {
  std::vector<Table::Numbers> columns(features.size());
  Table::Numbers seconds;
  Table::Texts names;
  for (const pick::MeasurementKernel& k : kernels) {
    const auto time = times.find(k.name);
    if (time == times.end()) continue;
    const std::vector<double> values = programs.of(k).features.at(k.sizes);
    for (std::size_t j = 0; j < features.size(); ++j) columns[j].push_back(values[j]);
    seconds.push_back(time->second);
    names.push_back(k.name);
  }
  Table table;
  table.add("kernel", std::move(names));
  for (std::size_t j = 0; j < features.size(); ++j) table.add(features[j], std::move(columns[j]));
  table.add(output, std::move(seconds), "s");
  return table;
}

/// A feature that is 0 for every kernel was misspelt, or the tags choose no kernel that has it: said before measuring.
void check_matched(const std::vector<pick::MeasurementKernel>& kernels, const std::vector<std::string>& features,
                   Programs& programs) {
  std::set<std::string> known;
  std::vector<char> matched(features.size(), 0);
  for (const pick::MeasurementKernel& k : kernels) {
    Program& program = programs.of(k);
    known.insert(program.names.begin(), program.names.end());
    const std::vector<double> values = program.features.at(k.sizes);
    for (std::size_t j = 0; j < values.size(); ++j) matched[j] |= values[j] != 0;
  }
  const std::vector<std::string> names(known.begin(), known.end());
  for (std::size_t j = 0; j < features.size(); ++j)
    if (matched[j] == 0)
      throw InputError(fmt::format("nothing in the measurement kernels matches {}{}; they have {}", features[j],
                                   did_you_mean(features[j], names), fmt::join(names, " ")));
}

void print(const expression::Calibration& c) {
  fmt::print("{}\n{} measurement kernels on {}, {}\n\n", c.expression, c.samples, c.device, c.date);
  report::TextTable rows({"parameter", "seconds a unit", "standard error", "units a second", ""});
  for (const expression::CalibratedParameter& p : c.parameters) {
    const bool edge = p.name.find("edge") != std::string::npos;
    rows.row({p.name, fmt::format("{:.3g}", p.value), fmt::format("{:.2g}", p.standard_error),
              p.value > 0 && !edge ? fmt::format("{:.3g}", 1 / p.value) : "",
              p.at_bound ? "at 0: the data see no cost" : ""});
  }
  fmt::print("{}", rows.str());
  fmt::print("\ngeometric mean of relative error {:.1f} %, residual {:.3g}, condition {:.2g}\n", 100 * c.mean_error,
             c.residual, c.condition);
  for (const std::string& p : c.not_told) fmt::print("note: no measurement kernel depends on {}\n", p);
  for (const auto& group : c.not_told_apart) fmt::print("note: only together determined: {}\n", fmt::join(group, ", "));
}

void calibrate_command(const Options& options) {
  const expression::Expression parsed = expression::parse(options.expression);
  const auto kernels = pick::kernels(generators_with(options.generators), pick::parse_filter(options.tags),
                                     pick::match_named(options.match));
  const auto device = run::open_device(options.device);
  Programs programs(parsed.features);
  check_matched(kernels, parsed.features, programs);
  const expression::CalibrationOptions how{.relative = !options.absolute};
  const auto times = measured_times(options, kernels, programs, *device);
  const Table samples = samples_of(kernels, parsed.features, how.output, times, programs);
  if (!options.samples.empty()) table::write_table(samples, options.samples);
  expression::Calibration calibration = expression::calibrate(parsed, samples, how);
  const run::DeviceInfo& info = device->info();
  calibration.device = info.name + (info.synthetic ? " (synthetic)" : "");
  calibration.driver = info.driver;
  calibration.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  print(calibration);
  if (options.output.empty()) return;
  expression::save(calibration, options.output);
  fmt::print(stderr, "wrote {}\n", options.output);
}

}  // namespace

void add_calibrate_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  run::CampaignOptions& campaign = options->campaign;
  campaign.program = "forewarp " FOREWARP_VERSION;
  CLI::App& command =
      add_documented_command(app, "calibrate", "what each part of a cost expression costs on a device that is here");
  command.add_option("expression", options->expression)->required();
  command.add_option("tags", options->tags)->required();
  command.add_option("--device", options->device)->required();
  command.add_option("--store", options->store)->required();
  command.add_option("-o,--output", options->output);
  command.add_option("--samples", options->samples);
  command.add_option("--match", options->match);
  command.add_option("--generators", options->generators)->allow_extra_args(false);
  command.add_flag("--absolute", options->absolute);
  command.add_option("--trials", campaign.trials)->check(CLI::Range(1u, 1'000'000u));
  command.add_option("--passes", campaign.passes)->check(CLI::Range(1u, 10'000u));
  command.add_option("--job-seconds", campaign.job_seconds)->check(CLI::NonNegativeNumber);
  command.add_option("--pass-seconds", campaign.pass_seconds)->check(CLI::Range(0.0, 3600.0));
  command.callback([options] { calibrate_command(*options); });
}

}  // namespace forewarp::tool
