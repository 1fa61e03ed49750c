// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/measure/figures/base.hpp"
#include "forewarp/measure/figures/fit.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/device_text.hpp"
#include "forewarp/report/figures_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::tool {
namespace {
namespace fs = std::filesystem;

struct FiguresOptions {
  std::string board, data, like, name, source, date, out;
  std::vector<std::string> settings;
  bool force = false, json = false;
};

/// --data or FOREWARP_DATA, or the folder microbench in it.
fs::path data_folder(const FiguresOptions& options) {
  const char* environment = std::getenv("FOREWARP_DATA");
  const fs::path named = !options.data.empty() ? options.data : environment != nullptr ? environment : "";
  if (named.empty())
    throw InputError("--data is missing: the folder with stream.csv, small_kernels.csv, latency.csv, ...");
  return fs::is_directory(named / "microbench") ? named / "microbench" : named;
}

device::DeviceSpec similar_device(const FiguresOptions& options, const std::string& name) {
  if (!options.like.empty()) return device::find_device(options.like);
  try {
    return device::find_device(name);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}; --like names a device to begin with", error.what()));
  }
}

void check_date(const std::string& date) {
  bool is_date = date.size() == 10;
  for (std::size_t i = 0; is_date && i < date.size(); ++i)
    is_date = i == 4 || i == 7 ? date[i] == '-' : is_digit(date[i]);
  if (!date.empty() && !is_date) throw InputError(fmt::format("--date {}: expected YYYY-MM-DD", date));
}

std::string today() {
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return fmt::format("{:04}-{:02}-{:02}", int(day.year()), unsigned(day.month()), unsigned(day.day()));
}

/// Checked as every device file before it is written.
void write_device(const device::DeviceSpec& device, const fs::path& file) {
  const std::string text = device::device_text(device);
  static_cast<void>(device::parse_device(text, file));
  write_file(file, text);
  fmt::print(stderr, "forewarp: wrote {}; --device {} uses it\n", file.string(), file.string());
}

void run(const FiguresOptions& options) {
  check_date(options.date);
  if (!options.out.empty() && !options.force && fs::exists(options.out))
    throw InputError(fmt::format("{} is there already: --force replaces it", options.out));
  const std::string name = options.name.empty() ? options.board : options.name;
  const device::DeviceSpec like = similar_device(options, name);
  const std::string set_on = options.date.empty() ? today() : options.date;
  const device::DeviceSpec base =
      figures::base_for(name, like, options.settings, fmt::format("given with --set ({})", set_on));
  static_cast<void>(device::parse_device(device::device_text(base), "the base of " + name));

  std::vector<std::string> other_names = base.aliases;
  other_names.push_back(base.name);
  const figures::BoardRows rows = figures::read_rows(data_folder(options), options.board, other_names);
  const figures::Fit fit = figures::fit(base, rows, {.measured_by = options.source, .date = options.date});
  fmt::print("{}", options.json ? report::json_text(report::figures_json(fit, like.name)) + "\n"
                                : report::figures_text(fit, like.name));
  if (!options.out.empty()) write_device(fit.device, options.out);
}

}  // namespace

void add_figures_command(CLI::App& app) {
  const auto options = std::make_shared<FiguresOptions>();
  const Command command = add_documented_command(app, "figures", "fit a device file to measurements of a board");
  command.add_option("board", options->board).required();
  command.add_option("--data", options->data);
  command.add_option("--like", options->like);
  command.add_option("--name", options->name);
  command.add_option("--set", options->settings).one_at_a_time();
  command.add_option("--source", options->source);
  command.add_option("--date", options->date);
  const Option out = command.add_option("-o,--out", options->out);
  command.add_flag("--force", options->force).needs(out);
  command.add_flag("--json", options->json);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
