// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/sample_table.hpp"

#include <cmath>
#include <cstdlib>
#include <set>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/file.hpp"

namespace forewarp::run {
namespace {

using Numbers = table::Table::Numbers;
using Texts = table::Table::Texts;
using Name = std::pair<std::string, std::string>;  // device, job

std::map<std::string, Plateaus> plateaus_of(const StoreContents& contents, const TimingRules& rules) {
  std::map<std::string, std::vector<Timed>> runs;
  for (const Sample& s : contents.samples)
    if (s.kind == SampleKind::canary) runs[s.device].push_back({s.seconds, s.at_s});
  std::map<std::string, Plateaus> plateaus;
  for (auto& [device, canary] : runs) plateaus.emplace(device, Plateaus(std::move(canary), rules));
  return plateaus;
}

std::set<std::string> synthetic_devices(const StoreContents& contents) {
  std::set<std::string> synthetic;
  for (const Session& session : contents.sessions)
    if (session.synthetic) synthetic.insert(session.device);
  for (const Sample& s : contents.samples)  // even where the session is missing
    if (s.clock == Clock::model) synthetic.insert(s.device);
  return synthetic;
}

/// The trials of one job in the order in which they were taken, with their rows in the table of
/// samples, so that a mark can be written back to its sample.
struct Trials {
  std::vector<std::size_t> rows;  // of the samples
  std::vector<Timed> times;
};

std::map<Name, Trials> trials_of(const StoreContents& contents) {
  std::map<Name, Trials> trials;
  for (std::size_t i = 0; i < contents.samples.size(); ++i) {
    const Sample& s = contents.samples[i];
    if (s.kind != SampleKind::trial) continue;
    Trials& of_job = trials[{s.device, s.job}];
    of_job.rows.push_back(i);
    of_job.times.push_back({s.seconds, s.at_s});
  }
  return trials;
}

/// Marks of every sample; 0 for samples that are not trials.
struct Marks {
  Numbers anomaly, slow;
};

Marks marks_of(const StoreContents& contents, const TimingRules& rules) {
  Marks marks{Numbers(contents.samples.size(), 0), Numbers(contents.samples.size(), 0)};
  const std::map<std::string, Plateaus> plateaus = plateaus_of(contents, rules);
  // A device without a canary has no plateaus: none of its trials is slow, and only anomalies are
  // marked.
  for (const auto& [name, trials] : trials_of(contents)) {
    const auto of_device = plateaus.find(name.first);
    const std::vector<Marked> marked =
        mark(trials.times, of_device == plateaus.end() ? Plateaus() : of_device->second, rules);
    for (std::size_t i = 0; i < marked.size(); ++i) {
      marks.anomaly[trials.rows[i]] = marked[i].anomaly;
      marks.slow[trials.rows[i]] = marked[i].slow;
    }
  }
  return marks;
}

template <typename Rows, typename Get>
Numbers numbers(const Rows& rows, Get get) {
  Numbers column;
  for (const auto& row : rows) column.push_back(static_cast<double>(get(row)));
  return column;
}

template <typename Rows, typename Get>
Texts texts(const Rows& rows, Get get) {
  Texts column;
  for (const auto& row : rows) column.emplace_back(get(row));
  return column;
}

/// A job and everything measured of it.
struct Row {
  const JobRecord* job;
  TimingSummary timing;
  std::string clock;
  std::vector<double> watts;
  double idle_watts = not_measured, joules = not_measured, host_s = not_measured, celsius = not_measured;
  std::string no_power;
  bool synthetic = false;
  [[nodiscard]] double seconds(double value) const { return timing.trials == 0 ? not_measured : value; }
};

/// Of a sample (n - 1 in the denominator): readings 98, 100 and 102 W deviate by 2 W. Needs two
/// values.
double standard_deviation(const std::vector<double>& x) {
  double squares = 0;
  for (const double value : x) squares += (value - mean(x)) * (value - mean(x));
  return std::sqrt(squares / static_cast<double>(x.size() - 1));
}

/// Median over the samples that have the field.
double median_of(const StoreContents& contents, const std::vector<std::size_t>& rows, double Sample::*field) {
  std::vector<double> values;
  for (const std::size_t i : rows)
    if (std::isfinite(contents.samples[i].*field)) values.push_back(contents.samples[i].*field);
  return values.empty() ? not_measured : median(values);
}

/// One row per job: samples grouped by (device, job), summarised with the plateaus of their device.
std::vector<Row> rows_of(const StoreContents& contents, const TimingRules& rules) {
  const std::map<std::string, Plateaus> plateaus = plateaus_of(contents, rules);
  const std::set<std::string> synthetic = synthetic_devices(contents);
  const std::map<Name, Trials> trials = trials_of(contents);
  std::map<Name, std::vector<const Sample*>> power;
  for (const Sample& s : contents.samples)
    if (s.kind == SampleKind::power) power[{s.device, s.job}].push_back(&s);
  std::vector<Row> rows;
  for (const JobRecord& job : contents.jobs) {
    Row row{.job = &job, .timing = {}, .clock = {}, .watts = {}, .no_power = {}};
    const Name name{job.device, job.job};
    if (const auto found = trials.find(name); found != trials.end()) {
      const auto of_device = plateaus.find(job.device);
      row.timing = summarise(found->second.times, of_device == plateaus.end() ? Plateaus() : of_device->second, rules);
      row.clock = name_of(contents.samples[found->second.rows.front()].clock);
      row.host_s = median_of(contents, found->second.rows, &Sample::host_seconds);
      row.celsius = median_of(contents, found->second.rows, &Sample::celsius);
    }
    if (const auto found = power.find(name); found != power.end()) {
      for (const Sample* s : found->second) row.watts.push_back(s->watts);
      // Idle power was read once, before the job's first reading; later readings start on a device
      // that is warm already.
      row.idle_watts = found->second.front()->idle_watts;
      row.joules = found->second.front()->joules;
    }
    if (const auto found = contents.settings.find({job.device, "no power of " + job.job});
        found != contents.settings.end())
      row.no_power = found->second;
    row.synthetic = synthetic.contains(job.device);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::unique_ptr<SampleStore> open_store(const std::filesystem::path& file) {
  if (file.extension() == ".csv") return open_csv_store(file);
  if (table::kind_of(file) == table::FileKind::sqlite) return open_sqlite_store(file);
  throw InputError("samples are kept in .csv, .db, .sqlite or .sqlite3 files, not in '" + file.string() + "'");
}

Table sample_table(const StoreContents& contents, const TimingRules& rules) {
  const std::vector<Sample>& samples = contents.samples;
  const std::set<std::string> synthetic = synthetic_devices(contents);
  Marks marks = marks_of(contents, rules);
  Table table;
  table.add("device", texts(samples, [](const Sample& s) { return s.device; }));
  table.add("job", texts(samples, [](const Sample& s) { return s.job; }));
  table.add("kind", texts(samples, [](const Sample& s) { return name_of(s.kind); }));
  table.add("trial", numbers(samples, [](const Sample& s) { return s.trial; }));
  table.add("pass", numbers(samples, [](const Sample& s) { return s.pass; }));
  table.add("time", numbers(samples, [](const Sample& s) { return s.seconds; }), "s");
  table.add("clock", texts(samples, [](const Sample& s) { return name_of(s.clock); }));
  table.add("at", numbers(samples, [](const Sample& s) { return s.at_s; }), "s");
  table.add("launches", numbers(samples, [](const Sample& s) { return s.launches; }));
  table.add("power", numbers(samples, [](const Sample& s) { return s.watts; }), "W");
  table.add("idle power", numbers(samples, [](const Sample& s) { return s.idle_watts; }), "W");
  const auto measured = [&](const char* name, double Sample::*field, const char* unit) {
    table.add(name, numbers(samples, [field](const Sample& s) { return s.*field; }), unit);
  };
  measured("energy", &Sample::joules, "J");
  measured("host time", &Sample::host_seconds, "s");
  measured("SM clock", &Sample::sm_clock_hz, "Hz");
  measured("memory clock", &Sample::memory_clock_hz, "Hz");
  measured("temperature", &Sample::celsius, "C");
  table.add("anomaly", std::move(marks.anomaly));
  table.add("slow", std::move(marks.slow));
  table.add("synthetic", numbers(samples, [&](const Sample& s) { return synthetic.contains(s.device); }));
  return table;
}

Table job_table(const StoreContents& contents, const TimingRules& rules) {
  const std::vector<Row> rows = rows_of(contents, rules);
  Table table;
  const auto text = [&](const char* name, auto get) { table.add(name, texts(rows, get)); };
  const auto seconds = [&](const char* name, auto get) {
    table.add(name, numbers(rows, [&](const Row& r) { return r.seconds(get(r.timing)); }), "s");
  };
  const auto count = [&](const char* name, auto get, const char* unit = "") {
    table.add(name, numbers(rows, get), unit);
  };
  text("device", [](const Row& r) { return r.job->device; });
  text("job", [](const Row& r) { return r.job->job; });
  text("entry", [](const Row& r) { return r.job->entry; });
  text("shape", [](const Row& r) { return r.job->shape; });
  seconds("time", [](const TimingSummary& t) { return t.estimate; });
  seconds("average", [](const TimingSummary& t) { return t.average; });
  seconds("median", [](const TimingSummary& t) { return t.median; });
  seconds("lowest", [](const TimingSummary& t) { return t.lowest; });
  seconds("highest", [](const TimingSummary& t) { return t.highest; });
  seconds("spread", [](const TimingSummary& t) { return t.spread; });
  seconds("low", [](const TimingSummary& t) { return std::isfinite(t.range.low) ? t.range.low : not_measured; });
  seconds("high", [](const TimingSummary& t) { return std::isfinite(t.range.high) ? t.range.high : not_measured; });
  count("trials", [](const Row& r) { return r.timing.trials; });
  count("used", [](const Row& r) { return r.timing.used; });
  count("anomalies", [](const Row& r) { return r.timing.anomalies; });
  count("slow", [](const Row& r) { return r.timing.slow; });
  count("from plateaus", [](const Row& r) { return r.timing.from_plateaus; });
  count(
      "power", [](const Row& r) { return r.watts.empty() ? not_measured : mean(r.watts); }, "W");
  count(
      "power deviation", [](const Row& r) { return r.watts.size() < 2 ? not_measured : standard_deviation(r.watts); },
      "W");
  count("power readings", [](const Row& r) { return r.watts.size(); });
  count(
      "idle power", [](const Row& r) { return r.idle_watts; }, "W");
  count(
      "energy", [](const Row& r) { return r.joules; }, "J");
  count(
      "host time", [](const Row& r) { return r.host_s; }, "s");
  count(
      "temperature", [](const Row& r) { return r.celsius; }, "C");
  count("registers", [](const Row& r) { return r.job->kernel.registers; });
  count(
      "shared", [](const Row& r) { return r.job->kernel.shared_bytes; }, "B");
  count(
      "private", [](const Row& r) { return r.job->kernel.private_bytes; }, "B");
  text("clock", [](const Row& r) { return r.clock; });
  count("synthetic", [](const Row& r) { return r.synthetic; });
  text("no power", [](const Row& r) { return r.no_power; });
  text("failure", [](const Row& r) { return r.job->failure; });
  return table;
}

std::vector<DeviceReport> device_reports(const StoreContents& contents, const TimingRules& rules) {
  const std::map<std::string, Plateaus> plateaus = plateaus_of(contents, rules);
  const std::set<std::string> synthetic = synthetic_devices(contents);
  std::set<std::string> names;
  for (const Session& session : contents.sessions) names.insert(session.device);
  std::vector<DeviceReport> reports;
  for (const std::string& name : names) {
    const auto setting = [&](const char* what) {
      const auto found = contents.settings.find({name, what});
      return found == contents.settings.end() ? 0 : std::strtod(found->second.c_str(), nullptr);
    };
    DeviceReport report{.device = name, .synthetic = synthetic.contains(name)};
    if (const auto found = plateaus.find(name); found != plateaus.end()) {
      report.slow_share = found->second.slow_share();
      report.drift = found->second.drift();
    }
    for (const Sample& s : contents.samples) report.canary_runs += s.device == name && s.kind == SampleKind::canary;
    report.idle_watts = setting("idle power, W");
    report.power_period_s = setting("power update period, s");
    report.slowed_by_heat = contents.settings.contains({name, "slowed by heat"});
    report.slowed_by_power = contents.settings.contains({name, "slowed by power"});
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace forewarp::run
