// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "exec_verdicts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/report/verdict/expectation.hpp"
#include "forewarp/report/verdict/findings_view.hpp"
#include "forewarp/report/verdict/junit.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "program_arguments.hpp"

namespace forewarp::tool {
namespace {

constexpr int not_met = 4;

/// "5%", "5 %" or 0.05.
double tolerance_of(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const std::string rest(stop, end);
  const bool percent = rest == "%" || rest == " %";
  if (error != std::errc{} || (!percent && !rest.empty()) || !(value >= 0) || value > 1e6)
    throw InputError(fmt::format("--tolerance {}: expected a percentage, as in 5%", text));
  return percent ? value / 100 : value;
}

/// What a baseline of this run says; without measures where nothing has run yet.
report::Baseline baseline_of(const std::string& program, const runtime::RunOptions& options) {
  std::string command = program;
  for (const std::string& argument : program_arguments()) command += " " + argument;
  return {.forewarp = FOREWARP_VERSION, .program = command, .as_ncu = options.runtime.as_ncu, .devices = {}};
}

/// Processes of a program may begin and launch nothing; those of another number of devices do not exist.
std::vector<report::ProgramMeasures> measures_of(const runtime::ProgramRun& run) {
  std::vector<report::ProgramMeasures> out;
  if (run.recordings.empty()) return out;
  for (std::size_t d = 0; d < run.recordings.front().devices.size(); ++d)
    out.push_back(report::program_measures(run.recordings, d));
  return out;
}

std::string how_it_ended(const runtime::ProgramRun& run) {
  if (run.signal == 0) return fmt::format("it ended with status {}", run.exit_status);
  return fmt::format("it was ended by {}", signal_text(run.signal));
}

report::Verdict program_verdict(const std::string& program, const runtime::ProgramRun& run) {
  const bool started = !run.recordings.empty();
  return {.group = "program",
          .name = program,
          .device = {},
          .passed = run.exit_status == 0 && started,
          .message = run.timed_out ? "it was killed: --timeout"
                     : started     ? how_it_ended(run)
                                   : "it made no call of the CUDA runtime"};
}

/// One for each kernel that does not fit a device: the times that are judged there are those of another one.
void add_refused(const std::vector<report::ProgramMeasures>& devices, std::vector<report::Verdict>& out) {
  for (const report::ProgramMeasures& m : devices)
    for (const report::KernelMeasures& k : m.kernels)
      if (!k.cannot_run.empty())
        out.push_back({.group = "program",
                       .name = k.name,
                       .device = m.device,
                       .passed = false,
                       .message = "cannot run: " + k.cannot_run});
}

}  // namespace

void add_verdict_options(const Command& command, VerdictOptions& o) {
  command.add_option("--check", o.checks).delimiter(',').one_at_a_time();
  command.add_option("--expect", o.expectations).one_at_a_time();
  command.add_option("--save-baseline", o.save_baseline).writable();
  const Option against = command.add_option("--against", o.against);
  command.add_option("--tolerance", o.tolerance).needs(against);
  command.add_option("--junit", o.junit).writable();
}

void prepare_verdicts(VerdictOptions& o, runtime::RunOptions& run) {
  run.runtime.checks = runtime::checks_of(o.checks);
  o.parsed.clear();
  for (const std::string& text : o.expectations) o.parsed.push_back(report::parse_expectation(text));
  o.allowed = tolerance_of(o.tolerance);
  if (o.against.empty()) return;
  o.baseline = report::read_baseline(o.against);
  report::Baseline wanted = baseline_of("", run);
  for (const device::DeviceSpec& device : runtime::devices_of(run.runtime)) {
    wanted.devices.emplace_back();
    wanted.devices.back().device = device.name;
  }
  report::check_comparable(o.against, *o.baseline, wanted);
}

std::string signal_text(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name ? fmt::format("SIG{} ({})", name, sigdescr_np(signal)) : fmt::format("signal {}", signal);
}

int judge_program(const VerdictOptions& o, const std::string& program, const runtime::RunOptions& run_options,
                  const runtime::ProgramRun& run) {
  std::vector<report::Verdict> verdicts = report::check_verdicts(run.recordings);
  const bool found = !report::all_passed(verdicts);
  report::Baseline now = baseline_of(program, run_options);
  now.devices = measures_of(run);
  for (const expression::Tree& expectation : o.parsed)
    for (const report::ProgramMeasures& m : now.devices) verdicts.push_back(report::judge(expectation, m));
  if (o.baseline)
    for (report::Verdict& v : report::compare(*o.baseline, now, o.allowed)) verdicts.push_back(std::move(v));
  const bool demands = !o.parsed.empty() || o.baseline || run_options.runtime.checks.any();
  if (demands) add_refused(now.devices, verdicts);
  if (!verdicts.empty()) fmt::print(stderr, "\n{}", report::verdicts_text(verdicts));
  const report::Verdict ended = program_verdict(program, run);
  if (demands && now.devices.empty()) fmt::print(stderr, "\nnot met  {}: {}\n", ended.name, ended.message);
  const bool met = report::all_passed(verdicts) && !(demands && now.devices.empty());
  verdicts.insert(verdicts.begin(), ended);
  if (!o.junit.empty()) write_file(o.junit, report::junit_xml(program, verdicts));
  if (found) return not_met;
  if (run.exit_status != 0) {
    if (!o.save_baseline.empty()) fmt::print(stderr, "forewarp: no baseline is saved of a program that failed\n");
    return run.exit_status;
  }
  if (!o.save_baseline.empty()) {
    if (now.devices.empty()) throw InputError("--save-baseline: the program made no call of the CUDA runtime");
    report::save_baseline(o.save_baseline, now);
  }
  return met ? 0 : not_met;
}

}  // namespace forewarp::tool
