// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/kernel_times.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/measure/pick/job.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/read.hpp"

namespace forewarp::calibrate {

namespace expression = model::expression;

namespace {
constexpr int folds = 4;
constexpr double power_seconds = 3;  // of launches back to back: meters average over a second

bool is_own(const std::string& feature) {
  return expression::parse_feature(feature).kind == expression::Feature::Class::own;
}
}  // namespace

Output output_named(std::string_view name) {
  if (name == "time" || name.starts_with("f_cl_wall_time")) return Output::time;
  if (name == "power" || name == "f_power") return Output::power;
  if (name == "energy" || name == "f_energy") return Output::energy;
  throw InputError(fmt::format("'{}' is no output that is measured: time, power or energy", name));
}

std::string feature_of(Output output) {
  return output == Output::time ? "f_cl_wall_time" : output == Output::power ? "f_power" : "f_energy";
}

std::string unit_of(Output output) { return output == Output::time ? "s" : output == Output::power ? "W" : "J"; }

SizedKernel sized(const pick::MeasurementKernel& kernel) {
  return {kernel.name, kernel.generator, kernel.loop_program, kernel.sizes};
}

struct Programs::Program {
  loop::Program program;
  expression::FeatureValues features;
  std::vector<std::string> names;
};

Programs::Programs(std::vector<std::string> features, Table own)
    : features_(std::move(features)), own_(std::move(own)) {
  std::vector<std::string> columns;
  for (const Table::Column& column : own_.columns()) columns.push_back(column.name);
  for (const std::string& feature : features_) {
    if (!is_own(feature)) {
      counted_.push_back(feature);
    } else if (!own_.has(feature)) {
      throw InputError(fmt::format("{} is no feature that is counted: define it, or give its values as a column{}",
                                   feature, did_you_mean(feature, columns)));
    }
  }
  if (own_.columns().empty()) return;
  if (!own_.has("kernel")) throw InputError("a table of features has a column 'kernel', the names of the kernels");
}
Programs::~Programs() = default;
Programs::Programs(Programs&&) noexcept = default;
Programs& Programs::operator=(Programs&&) noexcept = default;

Programs::Program& Programs::of(const SizedKernel& kernel) {
  auto& place = programs_[kernel.loop_program];
  if (!place) {
    loop::Program program = loop::parse(kernel.loop_program, kernel.name);
    const auto counts = count::cached_counts(program);
    place = std::make_unique<Program>(
        Program{std::move(program), expression::FeatureValues(*counts, counted_, {}, expression::Unmatched::is_zero),
                expression::feature_names_of(*counts)});
  }
  return *place;
}

std::vector<double> Programs::values(const SizedKernel& kernel) {
  Program& program = of(kernel);
  expression::Sizes sizes = kernel.sizes;
  sizes.insert(program.program.fixed.begin(), program.program.fixed.end());
  const std::vector<double> counted = program.features.at(sizes);
  if (counted_.size() == features_.size()) return counted;
  std::vector<double> all;
  std::size_t next = 0;
  for (const std::string& feature : features_)
    all.push_back(is_own(feature) ? own_value(feature, kernel.name) : counted[next++]);
  return all;
}

double Programs::own_value(const std::string& feature, const std::string& kernel) const {
  const Table::Texts& names = own_.texts("kernel");
  const auto row = std::ranges::find(names, kernel);
  if (row == names.end()) throw InputError(fmt::format("the table of features has no row for the kernel '{}'", kernel));
  return own_.numbers(feature)[static_cast<std::size_t>(row - names.begin())];
}

const std::vector<std::string>& Programs::names(const SizedKernel& kernel) { return of(kernel).names; }

std::optional<Programs::AccessUnit> Programs::access_unit(const SizedKernel& kernel, const std::string& feature) {
  const auto counts = count::cached_counts(of(kernel).program);
  const expression::Feature wanted = expression::parse_feature(feature);
  for (const count::MemoryAccess& row : counts->accesses)
    if (expression::matches(wanted, *counts, row, kernel.sizes)) return AccessUnit{row.granularity, row.bytes};
  return std::nullopt;
}

run::Job Programs::job(const SizedKernel& kernel, run::Language language) {
  return pick::job_of(of(kernel).program, kernel.sizes, language, kernel.name);
}

Times measure(run::Device& device, std::span<const SizedKernel> kernels, Programs& programs, run::SampleStore& store,
              const run::CampaignOptions& options, Progress* progress, Output output, run::PowerMeter* meter) {
  const run::Language language =
      device.info().api == run::Api::opencl ? run::Language::opencl_c : run::Language::cuda_cpp;
  std::vector<run::Job> jobs;
  for (const SizedKernel& kernel : kernels) {
    jobs.push_back(programs.job(kernel, language));
    if (output != Output::time) jobs.back().power_s = power_seconds;
  }
  run::CampaignOutcome outcome = run::run_jobs(device, jobs, store, options, progress, meter);
  Times times;
  times.failures = std::move(outcome.failures);
  times.trials = outcome.trials;
  times.cancelled = outcome.cancelled;
  const run::StoreContents contents = store.read();
  const std::string key = run::device_key(device.info());
  const Table table = run::job_table(contents, options.rules);
  const std::string column = output == Output::power ? "power" : "energy";
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (table.texts("device")[i] != key || !(table.numbers("time")[i] > 0)) continue;
    const std::string& name = table.texts("job")[i];
    times.seconds[name] = table.numbers("time")[i];
    if (output != Output::time && table.numbers(column)[i] > 0) times.outputs[name] = table.numbers(column)[i];
  }
  if (output != Output::time && times.outputs.empty() && !times.cancelled)
    throw Unavailable(fmt::format("no measurement kernel has a {} on {}", column, device.info().spec));
  for (const run::DeviceReport& report : run::device_reports(contents))
    if (report.device == key) times.slow_share = report.slow_share;
  return times;
}

Table samples_of(std::span<const SizedKernel> kernels, Programs& programs, const Times& times,
                 const std::string& output) {
  const std::vector<std::string>& features = programs.features();
  std::vector<Table::Numbers> columns(features.size());
  Table::Numbers seconds;
  Table::Texts names, groups, left_out;
  std::map<std::string, int> sizes_seen;  // of each program
  for (const SizedKernel& kernel : kernels) {
    const auto& measured = times.outputs.empty() ? times.seconds : times.outputs;
    const auto time = measured.find(kernel.name);
    if (time == measured.end()) continue;
    const std::vector<double> values = programs.values(kernel);
    for (std::size_t j = 0; j < features.size(); ++j) columns[j].push_back(values[j]);
    seconds.push_back(time->second);
    names.push_back(kernel.name);
    groups.push_back(kernel.group);
    left_out.push_back(fmt::format("size {}", sizes_seen[kernel.loop_program]++ % folds));
  }
  Table table;
  table.add("kernel", std::move(names));
  table.add("group", std::move(groups));
  table.add("left_out", std::move(left_out));
  for (std::size_t j = 0; j < features.size(); ++j) table.add(features[j], std::move(columns[j]));
  table.add(output, std::move(seconds),
            output == feature_of(Output::power)    ? "W"
            : output == feature_of(Output::energy) ? "J"
                                                   : "s");
  return table;
}

void check_matched(std::span<const SizedKernel> kernels, Programs& programs) {
  const std::vector<std::string>& features = programs.features();
  std::set<std::string> known;
  std::vector<char> matched(features.size(), 0);
  for (const SizedKernel& kernel : kernels) {
    const auto& names = programs.names(kernel);
    known.insert(names.begin(), names.end());
    const std::vector<double> values = programs.values(kernel);
    for (std::size_t j = 0; j < values.size(); ++j) matched[j] |= values[j] != 0;
  }
  const std::vector<std::string> names(known.begin(), known.end());
  for (std::size_t j = 0; j < features.size(); ++j)
    if (matched[j] == 0)
      throw InputError(fmt::format("nothing in the measurement kernels matches {}{}; they have {}", features[j],
                                   did_you_mean(features[j], names), fmt::join(names, " ")));
}

}  // namespace forewarp::calibrate
