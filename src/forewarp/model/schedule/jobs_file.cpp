// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/jobs_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/quantity_text.hpp"
#include "forewarp/support/toml.hpp"

namespace forewarp::schedule {
namespace {

namespace fs = std::filesystem;

using Quantity = std::optional<double> (*)(std::string_view);

double quantity(TomlTable& table, const char* key, Quantity read, const char* example, double fallback) {
  const toml::node* node = table.find(key);
  if (!node) return fallback;
  const std::string text = table.text(key);
  if (const auto value = read(text)) return *value;
  table.fail(*node, fmt::format("'{}' is '{}'; expected a number with a unit, as \"{}\"", key, text, example));
}

/// { V100 = "12 ms" }
std::map<std::string, double> times(TomlTable& table, const char* key) {
  std::map<std::string, double> all;
  const toml::node* node = table.find(key);
  if (!node) return all;
  if (!node->is_table()) table.fail(*node, fmt::format("'{}' must be a table: {{ V100 = \"12 ms\" }}", key));
  for (const auto& [device, value] : *node->as_table()) {
    const auto* text = value.as_string();
    const auto seconds = text ? seconds_in(text->get()) : std::nullopt;
    if (!seconds) table.fail(value, fmt::format("'{}': expected a time with a unit, as \"12 ms\"", key));
    all[std::string(device.str())] = *seconds;
  }
  return all;
}

/// { V100 = 180 }, in watts.
std::map<std::string, double> watts(TomlTable& table) {
  std::map<std::string, double> all;
  const toml::node* node = table.find("power_w");
  if (!node) return all;
  if (!node->is_table()) table.fail(*node, "'power_w' must be a table: { V100 = 180 }");
  for (const auto& [device, value] : *node->as_table()) {
    const auto number = value.value<double>();
    if (!number || !(*number > 0)) table.fail(value, "'power_w': expected a number of watts above 0");
    all[std::string(device.str())] = *number;
  }
  return all;
}

MeasuredJob measured_run(const toml::table& node, const std::string& file) {
  TomlTable table(node, file);
  MeasuredJob run;
  (void)table.required_text("time");
  run.time_s = quantity(table, "time", seconds_in, "8.9 ms", 0);
  run.device = table.required_text("device");
  run.set = table.texts("set");
  table.finish();
  return run;
}

/// One table or a list of them.
std::vector<MeasuredJob> measured(TomlTable& table) {
  const toml::node* node = table.find("measured");
  if (!node) return {};
  if (node->is_table()) return {measured_run(*node->as_table(), table.file())};
  std::vector<MeasuredJob> runs;
  const toml::array* list = node->as_array();
  if (list)
    for (const toml::node& element : *list) {
      if (!element.is_table()) break;
      runs.push_back(measured_run(*element.as_table(), table.file()));
    }
  if (!list || runs.empty() || runs.size() != list->size())
    table.fail(*node, "'measured' must be a table, or a list of tables: { time = \"8.9 ms\", device = \"K20\" }");
  return runs;
}

/// A path that is there beside the file, else the text itself: a path from here, or a bundled kernel.
std::string located(const std::string& text, const fs::path& folder) {
  const fs::path beside = folder / text;
  return fs::exists(beside) ? beside.string() : text;
}

kernel::Request request_of(TomlTable& table, const fs::path& folder) {
  kernel::Request request;
  request.path = located(table.required_text("kernel"), folder);
  request.kernel = table.text("entry");
  request.defines = table.texts("define");
  request.set = table.texts("set");
  request.grid = table.text("grid");
  request.block = table.text("block");
  request.shared = table.text("shared");
  request.arguments = table.texts("arg");
  return request;
}

/// "folder,launches" as "forewarp exec --save" writes it beside the folders.
std::map<std::string, double> counts_of(const fs::path& folder) {
  std::map<std::string, double> counts;
  const fs::path file = folder / "launches.csv";
  if (!fs::exists(file)) return counts;
  const std::string text = read_file(file, 1 << 24), name = file.string();
  CsvReader reader(text, name);
  (void)reader.next();  // the header
  while (!reader.done()) {
    const std::uint32_t line = reader.line();
    const std::vector<std::string> row = reader.next();
    double count = 0;
    const bool two = row.size() == 2;
    const auto [end, error] = two ? std::from_chars(row[1].data(), row[1].data() + row[1].size(), count)
                                  : std::from_chars_result{nullptr, std::errc::invalid_argument};
    if (error != std::errc{} || end != row[1].data() + row[1].size() || !(count >= 0))
      reader.fail(line, "expected a folder and how often its launch is made");
    counts[row[0]] = count;
  }
  return counts;
}

/// The launches of a program that was saved, each as often as it was made.
/// A launch that is made 1000 times is emulated once: its time counts 1000 times. Folders are sorted, so that the sum
/// does not depend on the order in which the file system names them.
std::vector<CountedLaunch> program_launches(const std::string& path, JobsFile& file) {
  if (!fs::is_directory(path))
    throw InputError(fmt::format("program '{}': no such folder; 'forewarp exec --save {}' writes one", path, path));
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(path))
    if (fs::exists(entry.path() / "launch.toml")) folders.push_back(entry.path());
  if (folders.empty()) throw InputError(fmt::format("program '{}': no folder in it has a launch.toml", path));
  std::ranges::sort(folders);
  const std::map<std::string, double> counts = counts_of(path);
  if (counts.empty())
    file.notes.push_back(fmt::format("{} has no launches.csv: each of its launches is taken to be made once", path));
  std::vector<CountedLaunch> launches;
  for (const fs::path& folder : folders) {
    const auto count = counts.find(folder.filename().string());
    kernel::Request request;
    request.path = folder.string();
    launches.push_back({request, count == counts.end() ? 1.0 : count->second});
  }
  std::erase_if(launches, [](const CountedLaunch& l) { return l.count <= 0; });
  if (launches.empty()) throw InputError(fmt::format("program '{}': launches.csv says that it launches nothing", path));
  return launches;
}

/// Exactly one of the three; `launches` multiplies whichever it is.
void read_work(TomlTable& table, const fs::path& folder, JobText& job, JobsFile& file) {
  const bool kernel = table.has("kernel"), program = table.has("program"), stated = table.has("times");
  if (kernel + program + stated != 1)
    throw ParseError(job.where, fmt::format("job '{}' needs one of kernel, program and times", job.name));
  double count = 1;
  if (const toml::node* node = table.find("launches")) {
    count = table.real("launches", 1);
    if (!(count > 0)) table.fail(*node, "'launches' must be positive");
  }
  if (kernel) job.launches = {{request_of(table, folder), count}};
  if (program) {
    job.launches = program_launches(located(table.required_text("program"), folder), file);
    for (CountedLaunch& launch : job.launches) launch.count *= count;
  }
  job.time_s = times(table, "times");
  for (auto& [device, seconds] : job.time_s) seconds *= count;
  if (stated && job.time_s.empty()) throw ParseError(job.where, fmt::format("job '{}': 'times' is empty", job.name));
}

JobText job_of(TomlTable& table, const fs::path& folder, JobsFile& file) {
  JobText job;
  job.where = table.where();
  job.name = table.required_text("name");
  read_work(table, folder, job, file);
  job.measured = measured(table);
  if (!job.measured.empty() && job.launches.size() != 1)
    throw ParseError(job.where, fmt::format("job '{}': 'measured' goes with a kernel", job.name));
  job.power_w = watts(table);
  job.actual_s = times(table, "actual");
  job.after = table.texts("after");
  job.input_bytes = quantity(table, "input", bytes_in, "64 MB", 0);
  job.output_bytes = quantity(table, "output", bytes_in, "64 MB", 0);
  table.finish();
  return job;
}

GpuText gpu_of(TomlTable& table) {
  GpuText gpu;
  gpu.where = table.where();
  gpu.device = table.required_text("device");
  const auto number = [&](const char* key, double factor) -> std::optional<double> {
    const toml::node* node = table.find(key);
    if (!node) return std::nullopt;
    const double value = table.real(key, 0);
    if (!(value >= 0)) table.fail(*node, fmt::format("'{}' must not be negative", key));
    return value * factor;
  };
  gpu.link_bytes_per_s = number("link_gb_per_s", 1e9);
  gpu.link_latency_s = number("link_us", 1e-6);
  gpu.idle_w = number("idle_w", 1);
  table.finish();
  return gpu;
}

/// Circles are found later (problem.cpp), where jobs are numbers. Here a name is wrong at a place in the file, and the
/// message has the nearest name that there is.
void check_names(const JobsFile& file) {
  std::vector<std::string> names;
  for (const JobText& job : file.jobs) {
    if (std::ranges::find(names, job.name) != names.end())
      throw ParseError(job.where, fmt::format("there are two jobs named '{}'", job.name));
    names.push_back(job.name);
  }
  for (const JobText& job : file.jobs) {
    std::set<std::string> seen;
    for (const std::string& other : job.after) {
      if (std::ranges::find(names, other) == names.end())
        throw ParseError(job.where, fmt::format("job '{}' is after '{}', and there is no such job{}", job.name, other,
                                                did_you_mean(other, names)));
      if (!seen.insert(other).second)
        throw ParseError(job.where, fmt::format("job '{}' is after '{}' twice", job.name, other));
    }
  }
}

/// Each element of an array of tables.
template <class Read>
void each_table(TomlTable& table, const char* key, const Read& read) {
  const toml::node* node = table.find(key);
  if (!node) return;
  if (!node->is_array_of_tables()) table.fail(*node, fmt::format("'{0}' must be tables: [[{0}]]", key));
  for (const toml::node& element : *node->as_array()) {
    TomlTable one(*element.as_table(), table.file());
    read(one);
  }
}

}  // namespace

JobsFile load_jobs(const fs::path& path) { return parse_jobs(read_file(path, 1 << 24), path); }

JobsFile parse_jobs(std::string_view text, const fs::path& file) {
  const std::string name = file.string();
  const toml::table parsed = parse_toml(text, name);
  TomlTable table(parsed, name);
  JobsFile jobs;
  jobs.devices = table.texts("devices");
  each_table(table, "gpu", [&](TomlTable& one) { jobs.gpus.push_back(gpu_of(one)); });
  each_table(table, "job", [&](TomlTable& one) { jobs.jobs.push_back(job_of(one, file.parent_path(), jobs)); });
  table.finish();
  if (jobs.jobs.empty()) throw InputError(fmt::format("{}: has no [[job]]", name));
  check_names(jobs);
  return jobs;
}

}  // namespace forewarp::schedule
