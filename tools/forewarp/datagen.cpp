// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <set>

#include "command.hpp"
#include "datagen_device.hpp"
#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/model/advise/classes.hpp"
#include "forewarp/model/counters/compute.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "kernel_options.hpp"

namespace forewarp::tool {
namespace {

struct DatagenArguments {
  bool query = false;
  std::string line, run, out, classes, only, jobs, import, device = "TITAN V";
  Collect collect;
  std::size_t every = 1;
  profile::ProfileOptions profile;
};

std::string header() {
  std::vector<std::string> names = {"line", "class", "size", "device"};
  for (const counters::Metric& m : counters::catalogue()) names.push_back(fmt::format("{} [{}]", m.name, m.unit));
  return csv_line(names);
}

std::string sample(const advise::LaunchLine& line, const DatagenArguments& arguments, const device::DeviceSpec& device,
                   const std::vector<advise::KernelClass>& classes) {
  kernel::Request request = advise::request_of(line);
  request.device_capability = device.compute_capability;
  const kernel::Kernel kernel = kernel::load(request);
  KernelOptions options;
  options.profile = arguments.profile;
  profile::ProfileOptions run = profile_options_of(options, kernel);
  run.warp_size = device.warp_size;
  const auto values = counters::compute(profile::profile_of(kernel, run), device);
  std::vector<std::string> cells = {advise::text_of(line), class_of(classes, line.kernel), size_of(line), device.name};
  for (const auto& [metric, value] : values) cells.push_back(report::number_text(value));
  return csv_line(cells);
}

/// Lines of a test configuration that are not in the file of samples yet. A last line that a kill cut short is dropped.
std::set<std::string> done_in(const std::filesystem::path& file, const std::string& device) {
  if (!std::filesystem::exists(file)) return {};
  std::string text = read_file(file);
  if (const std::size_t end = text.rfind('\n'); end + 1 != text.size()) {
    text.resize(end == std::string::npos ? 0 : end + 1);
    write_file(file, text);
  }
  if (text.empty()) return {};
  if (!text.starts_with(header())) throw InputError(file.string() + ": not samples of this datagen");
  const table::Table table = table::parse_csv(text, file.string());
  std::set<std::string> done;
  if (table.rows() == 0) return done;
  for (std::size_t i = 0; i < table.rows(); ++i)
    if (table.texts("device")[i] == device) done.insert(table.texts("line")[i]);
  return done;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (end > start) lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

void query(const DatagenArguments& arguments) {
  const std::vector<advise::KernelClass> classes = advise::read_classes(arguments.classes);
  std::string text;
  for (const advise::KernelClass& c : classes) {
    if (!arguments.only.empty() && c.id != advise::find_class(classes, arguments.only).id) continue;
    std::size_t index = 0;
    for (const advise::LaunchLine& line : advise::launch_lines(c))
      if (index++ % arguments.every == 0) text += advise::text_of(line) + "\n";
  }
  if (arguments.out.empty())
    fmt::print("{}", text);
  else
    write_file(arguments.out, text);
}

std::vector<advise::LaunchLine> launches_of(const DatagenArguments& arguments) {
  std::vector<advise::LaunchLine> launches;
  std::size_t index = 0;
  for (const std::string& text : lines_of(read_file(arguments.run))) {
    advise::LaunchLine line = advise::parse_launch_line(text);
    if (index++ % arguments.every == 0) launches.push_back(std::move(line));
  }
  return launches;
}

void import_log(const DatagenArguments& arguments, const std::string& log) {
  if (arguments.out.empty()) throw InputError("--import needs --out: the file of samples");
  const Table samples = read_samples(log, advise::read_classes(arguments.classes));
  write_file(arguments.out, table::csv_text(samples));
  fmt::print("{} samples\n", samples.rows());
}

/// On hardware: what was counted is in the log beside the samples, which a later run continues.
void run_on_device(const DatagenArguments& arguments) {
  Collect collect = arguments.collect;
  collect.device = arguments.device;
  const std::string log = arguments.out + ".log";
  collect_counters(launches_of(arguments), log, collect);
  import_log(arguments, log);
}

void emulate_all(const DatagenArguments& arguments) {
  const device::DeviceSpec device = device::find_device(arguments.device);
  const std::vector<advise::KernelClass> classes = advise::read_classes(arguments.classes);
  const std::set<std::string> done = done_in(arguments.out, device.name);
  const bool fresh = !std::filesystem::exists(arguments.out) || std::filesystem::file_size(arguments.out) == 0;
  std::ofstream file(arguments.out, std::ios::app);
  if (!file) throw InputError(arguments.out + ": cannot be written");
  if (fresh) file << header();
  std::size_t made = 0;
  for (const advise::LaunchLine& line : launches_of(arguments)) {
    if (done.contains(advise::text_of(line))) continue;
    file << sample(line, arguments, device, classes) << std::flush;
    if (!file) throw InputError(arguments.out + ": cannot be written");
    ++made;
  }
  fmt::print("{} launches, {} already there\n", made, done.size());
}

void run_all(const DatagenArguments& arguments) {
  if (!arguments.jobs.empty())
    return write_launch_jobs(launches_of(arguments), device::find_device(arguments.device).compute_capability,
                             arguments.jobs);
  if (arguments.out.empty()) throw InputError("--run needs --out: the file of samples, which a later run continues");
  if (run::names_hardware(arguments.device))
    run_on_device(arguments);
  else
    emulate_all(arguments);
}

void run_one(const DatagenArguments& arguments) {
  const device::DeviceSpec device = device::find_device(arguments.device);
  fmt::print(
      "{}{}", header(),
      sample(advise::parse_launch_line(arguments.line), arguments, device, advise::read_classes(arguments.classes)));
}

}  // namespace

void add_datagen_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "datagen", "generate training samples for a classifier of kernels");
  auto arguments = std::make_shared<DatagenArguments>();
  arguments->profile.exact_below = 500'000, arguments->profile.budget = 1'000'000;
  const Option line = command.add_option("line", arguments->line);
  const Option query_option = command.add_flag("-q,--query", arguments->query).excludes(line);
  const Option run = command.add_option("--run", arguments->run).excludes(line).excludes(query_option);
  command.add_option("--jobs", arguments->jobs).needs(run);
  command.add_option("--import", arguments->import).excludes(line).excludes(query_option).excludes(run);
  const Option ncu = command.add_option("--ncu", arguments->collect.ncu);
  command.add_flag("--cupti", arguments->collect.cupti).excludes(ncu);
  command.add_option("--runner", arguments->collect.runner);
  command.add_option("--batch", arguments->collect.batch).in_range(1, 10'000);
  command.add_option("-o,--out", arguments->out);
  command.add_option("--device", arguments->device);
  command.add_option("--classes", arguments->classes);
  command.add_option("--class", arguments->only);
  command.add_option("--every", arguments->every).in_range(1, 1'000'000);
  command.add_option("--budget", arguments->profile.budget);
  command.callback([arguments] {
    arguments->profile.exact_below = std::min(arguments->profile.exact_below, arguments->profile.budget);
    if (arguments->query)
      query(*arguments);
    else if (!arguments->run.empty())
      run_all(*arguments);
    else if (!arguments->import.empty())
      import_log(*arguments, arguments->import);
    else if (!arguments->line.empty())
      run_one(*arguments);
    else
      throw InputError("nothing to do: give a launch line, -q for all of them, --run FILE, or --import LOG");
  });
}

}  // namespace forewarp::tool
