// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/run_view.hpp"

#include <vector>

#include <fmt/format.h>

#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string set_aside(const Table& jobs, std::size_t row) {
  const double slow = jobs.numbers("slow")[row], anomalies = jobs.numbers("anomalies")[row];
  std::string text;
  if (slow > 0) text = fmt::format("{} slow", slow);
  if (anomalies > 0)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", anomalies, anomalies == 1 ? "anomaly" : "anomalies");
  if (jobs.numbers("from plateaus")[row] != 0) text += " (too few others: used)";
  return text;
}

std::string range_text(const Table& jobs, std::size_t row) {
  return std::isnan(jobs.numbers("low")[row])
             ? "-"
             : time_text(jobs.numbers("low")[row]) + " - " + time_text(jobs.numbers("high")[row]);
}

std::string jobs_text(const Table& jobs, const std::string& device) {
  TextTable table(
      {"job", "time", "median", "range", "spread", "trials", "power", "set aside"},
      {Align::left, Align::right, Align::right, Align::left, Align::right, Align::right, Align::right, Align::left});
  std::string failures;
  for (std::size_t row = 0; row < jobs.rows(); ++row) {
    if (jobs.texts("device")[row] != device) continue;
    const std::string& job = jobs.texts("job")[row];
    if (!jobs.texts("failure")[row].empty())
      failures += fmt::format("{}: failed: {}\n", job, first_line(jobs.texts("failure")[row]));
    const auto seconds = [&](const char* column) { return time_text(jobs.numbers(column)[row]); };
    const double watts = jobs.numbers("power")[row];
    if (jobs.numbers("trials")[row] > 0)
      table.row({job, seconds("time"), seconds("median"), range_text(jobs, row), seconds("spread"),
                 fmt::format("{}", jobs.numbers("trials")[row]),
                 std::isnan(watts) ? "" : fmt::format("{:.1f} W", watts), set_aside(jobs, row)});
  }
  return (table.empty() ? "" : table.str()) + failures;
}

std::string steadiness(const run::DeviceReport& device) {
  std::string text;
  if (device.canary_runs > 0)
    text = fmt::format("the canary ran {} times, {} of them in a slow plateau; drift {:.3f}\n", device.canary_runs,
                       percent_text(device.slow_share), device.drift);
  if (device.idle_watts > 0) text += fmt::format("{:.1f} W idle before anything ran", device.idle_watts);
  if (device.power_period_s > 0)
    text += fmt::format("{}its meter changes {:.1f} times a second", text.ends_with('\n') || text.empty() ? "" : "; ",
                        1 / device.power_period_s);
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  if (device.drift > 1.1) text += "the device became slower while it measured: does it throttle?\n";
  if (device.slowed_by_heat) text += "the driver reported thermal throttling\n";
  if (device.slowed_by_power) text += "the driver reported throttling by the power limit\n";
  return text;
}

}  // namespace

std::string run_text(const run::StoreContents& contents) {
  const Table jobs = run::job_table(contents);
  std::string text;
  for (const run::DeviceReport& device : run::device_reports(contents))
    text += fmt::format("{}{}{}\n{}{}", text.empty() ? "" : "\n", device.device,
                        device.synthetic ? "  SYNTHETIC: times of a model, nothing was measured" : "",
                        jobs_text(jobs, device.device), steadiness(device));
  return text.empty() ? "nothing was measured yet\n" : text;
}

}  // namespace forewarp::report
