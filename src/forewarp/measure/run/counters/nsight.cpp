// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/counters/nsight.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "forewarp/measure/run/counters/once.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"

namespace forewarp::run {
namespace fs = std::filesystem;
namespace {

template <typename Action>
void each_line(std::string_view text, Action action) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    action(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The first cell of a line where it is a whole number: 12 of "12","vector_add",... This tells rows
/// of launches from the two lines of headings, whose first cell is "ID" or empty (the units).
std::optional<long> id_of(std::string_view line) {
  if (line.starts_with('"')) line.remove_prefix(1);
  long id = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), id);
  const bool whole = end != line.data() + line.size() && (*end == '"' || *end == ',');
  return error == std::errc{} && whole ? std::optional(id) : std::nullopt;
}

/// What the runner reported under ncu, one line per job in the order of the jobs
/// (counters/once.hpp).
struct Said {
  std::string device;
  std::vector<std::string> launched;
  std::map<std::string, std::string> failed;  // why
};

Said read_said(std::string_view text, std::span<const Job> jobs) {
  Said said;
  each_line(text, [&](std::string_view line) {
    if (line.starts_with(once_device)) said.device = line.substr(once_device.size());
    if (line.starts_with(once_launched)) said.launched.emplace_back(line.substr(once_launched.size()));
    if (!line.starts_with(once_failed)) return;
    line.remove_prefix(once_failed.size());
    for (const Job& job : jobs)
      if (line.starts_with(job.id + ": ")) said.failed[job.id] = line.substr(job.id.size() + 2);
  });
  return said;
}

/// The reason for a failure: what the runner said, else ncu's last error, else its last warning. Of
/// several lines of a kind the last one counts. 10 and 12 are the lengths of "==ERROR== " and
/// "==WARNING== ".
std::string complaint(std::string_view text, int status) {
  constexpr std::string_view runner = "forewarp_runner: ";
  std::string said, error, warning;
  each_line(text, [&](std::string_view line) {
    if (line.starts_with(runner)) said = line.substr(runner.size());
    if (line.starts_with("==ERROR==")) error = line.substr(std::min<std::size_t>(10, line.size()));
    if (line.starts_with("==WARNING==")) warning = line.substr(std::min<std::size_t>(12, line.size()));
  });
  if (!said.empty()) return said;
  if (!error.empty()) return "ncu: " + error;
  return warning.empty() ? fmt::format("ncu ended with status {}", status) : "ncu: " + warning;
}

class NsightCollector {
 public:
  NsightCollector(std::span<const Job> jobs, CounterLog& log, const NsightOptions& options)
      : log_(log), options_(options), metrics_(options.metrics) {
    for (const Job& job : jobs)
      if (log.has(job.id, job_digest(job), options.retry))
        ++outcome_.there;
      else
        missing_.push_back(job);
  }

  CounterOutcome run() {
    if (missing_.empty()) return outcome_;
    require_nsight(options_.program);
    const std::size_t batch = std::max<std::size_t>(1, options_.batch);
    for (std::size_t i = 0; i < missing_.size(); i += batch) {
      if (stopped()) break;
      const std::span<const Job> jobs(missing_.data() + i, std::min(batch, missing_.size() - i));
      if (!take(jobs))
        for (const Job& job : jobs)
          if (!stopped() && !log_.has(job.id, job_digest(job), options_.retry)) take({&job, 1});
      if (options_.progress) options_.progress(std::min(i + batch, missing_.size()), missing_.size());
    }
    for (const char* end : {".jobs", ".csv", ".said"}) fs::remove(beside(end));
    return outcome_;
  }

 private:
  [[nodiscard]] fs::path beside(const char* end) const { return log_.file().string() + end; }

  bool stopped() { return outcome_.stopped = outcome_.stopped || (options_.stop && options_.stop()); }

  /// Runs ncu once over these jobs. False where the jobs have to be tried one by one.
  ///
  /// ncu numbers the launches that it profiled and does not know our jobs; the runner names the
  /// jobs that it launched and does not know ncu's numbers. The two lists are joined by position,
  /// which is right only if they are complete: as many launches in the CSV as launched jobs, and
  /// every job either launched or failed. Example with jobs A, B, C: launched A and C, failed B,
  /// and the CSV has IDs 0 and 1: ID 0 is A, ID 1 is C. With one ID less, or without an answer
  /// about C, nothing can be assigned.
  ///
  /// Then, in this order: metrics that ncu complains of are dropped and the batch is repeated (each
  /// repetition drops at least one, so it ends); a batch of several is split into single jobs (at
  /// most 1 + batch starts of ncu); a single job is stored as failed with the best complaint that
  /// was printed.
  bool take(std::span<const Job> jobs) {
    const int status = profile(jobs);
    const std::string chatter = read_file(beside(".said")), csv = csv_text();
    if ((chatter + csv).find("ERR_NVGPUCTRPERM") != std::string::npos)
      throw Unavailable("ncu may not read counters on this device (ERR_NVGPUCTRPERM): " + counter_permission_advice());
    const Said said = read_said(chatter, jobs);
    const std::vector<std::string> launches = split_launches(csv);
    const bool agree =
        launches.size() == said.launched.size() && said.launched.size() + said.failed.size() == jobs.size();
    if (!agree && drop_unknown_metrics(chatter + "\n" + csv)) return take(jobs);
    // An interrupted ncu also disagrees. That is no failure of its jobs: nothing is stored for
    // them.
    if (!agree && (jobs.size() > 1 || stopped())) return false;
    for (std::size_t i = 0; agree && i < launches.size(); ++i) keep(jobs, said, i, launches[i]);
    for (const Job& job : jobs)
      if (!agree)
        fail(job, said.device, complaint(chatter + "\n" + csv, status));
      else if (const auto why = said.failed.find(job.id); why != said.failed.end())
        fail(job, said.device, why->second);
    return true;
  }

  int profile(std::span<const Job> jobs) {
    std::string lines;
    for (const Job& job : jobs) lines += job_line(job) + "\n";
    write_file(beside(".jobs"), lines);
    fs::remove(beside(".csv"));
    std::string names;
    for (const std::string& metric : metrics_) names += (names.empty() ? "" : ",") + metric;
    // Base units, or ncu would choose Kbyte or Mbyte per value, and the units would change from
    // launch to launch.
    return run_to_file(
        {options_.program, "--csv", "--page", "raw", "--print-units", "base", "--metrics", names, "--log-file",
         beside(".csv").string(), options_.runner, beside(".jobs").string(), "--device", options_.device, "--once"},
        beside(".said"));
  }
  [[nodiscard]] std::string csv_text() const {
    return fs::exists(beside(".csv")) ? read_file(beside(".csv")) : std::string();
  }

  void keep(std::span<const Job> jobs, const Said& said, std::size_t launch, const std::string& text) {
    for (const Job& job : jobs)
      if (job.id == said.launched[launch]) {
        log_.add({job.id, job_digest(job), said.device, text, ""});
        ++outcome_.taken;
      }
  }
  void fail(const Job& job, const std::string& device, const std::string& why) {
    log_.add({job.id, job_digest(job), device, "", why});
    ++outcome_.failed;
  }

  /// Not every device has every metric: those that ncu's errors name are not requested again.
  bool drop_unknown_metrics(std::string_view text) {
    std::vector<std::string> unknown;
    each_line(text, [&](std::string_view line) {
      if (!line.starts_with("==ERROR==") && !line.starts_with("==WARNING==")) return;
      for (const std::string& metric : metrics_)
        if (line.find(metric) != std::string_view::npos) unknown.push_back(metric);
    });
    const std::size_t erased = std::erase_if(
        metrics_, [&](const std::string& m) { return std::find(unknown.begin(), unknown.end(), m) != unknown.end(); });
    for (const std::string& m : unknown)
      if (std::find(outcome_.without.begin(), outcome_.without.end(), m) == outcome_.without.end())
        outcome_.without.push_back(m);
    return erased > 0 && !metrics_.empty();
  }

  CounterLog& log_;
  const NsightOptions& options_;
  std::vector<std::string> metrics_;
  std::vector<Job> missing_;
  CounterOutcome outcome_;
};

}  // namespace

std::string counter_permission_advice() {
  return "run as root or with CAP_SYS_ADMIN (a container: --cap-add=SYS_ADMIN), or let the machine's owner write "
         "'options nvidia NVreg_RestrictProfilingToAdminUsers=0' to /etc/modprobe.d/nvidia.conf and load the driver "
         "again; /proc/driver/nvidia/params has RmProfilingAdminOnly: 0 when it is permitted";
}

/// Rows are gathered by ID, however many a launch has and in whatever order they come. Headings
/// precede the first row; later repetitions are left out.
std::vector<std::string> split_launches(std::string_view csv) {
  std::string heading;
  std::map<long, std::string> rows;
  each_line(csv, [&](std::string_view line) {
    if (line.empty() || line.starts_with("==")) return;
    if (const auto id = id_of(line))
      rows[*id].append(line).append("\n");
    else if (line.starts_with('"') || line.starts_with("ID,") || line.starts_with(','))
      heading.append(rows.empty() ? line : "").append(rows.empty() ? "\n" : "");
  });
  std::vector<std::string> launches;
  for (const auto& [id, text] : rows) launches.push_back(heading + text);
  return launches;
}

void require_nsight(const std::string& program) {
  if (find_program(program)) return;
  throw Unavailable(fmt::format(
      "{} is not on PATH: it is Nsight Compute's command line, which comes with the CUDA toolkit", program));
}

CounterOutcome collect_with_nsight(std::span<const Job> jobs, CounterLog& log, const NsightOptions& options) {
  return NsightCollector(jobs, log, options).run();
}

}  // namespace forewarp::run
