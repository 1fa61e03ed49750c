// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// forewarp run for machines where nothing can be installed: no library beyond C++'s own, drivers by dlopen, a job file
/// in, a CSV file out. forewarp run reads that file; a run that was killed goes on where it was.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/measure/run/counters/cupti.hpp"
#include "forewarp/measure/run/counters/nsight.hpp"
#include "forewarp/measure/run/counters/once.hpp"
#include "forewarp/measure/run/cuda/devices.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

constexpr const char* help = R"(usage: forewarp_runner JOBS --device opencl:0|cuda:0 -o RESULTS.csv [options]
       forewarp_runner JOBS --device cuda:0 --counters COUNTERS.log [--cupti | --ncu PROGRAM]
       forewarp_runner JOBS --device cuda:0 --once
       forewarp_runner --devices
       forewarp_runner --cupti-metrics CHIP
Measures the kernels of a job file (a JSON object a line, see forewarp's docs/run.md). Every sample is in RESULTS.csv before
the next one is taken; the same command goes on where a killed one was. On any machine with forewarp,
'forewarp run -o RESULTS.csv' shows the times and --table, --samples make tables of them.
  --trials COUNT      a job at most (60)
  --passes COUNT      at least (5)
  --width SHARE       done when the 95 % range of the median is so narrow; 0: all trials (0.01)
  --job-seconds S     done after its passes when its launches took so long together (20)
  --pass-seconds S    a pass takes at least so long (1)
  --power-readings COUNT
                      of each job that asks for power (1)
  --no-power          time only, whatever the jobs ask
  --round COUNT       so many jobs interleaved, then the next ones: who is stopped early has the first jobs whole (0: all)
  --seed COUNT        of the order within passes
  --retry             tries jobs again that failed before
Counters instead of times; 'forewarp datagen --import COUNTERS.log -o samples.csv' reads them:
  --counters LOG      launches each job's kernel once under Nsight Compute and appends what it counted; goes on as above
  --ncu PROGRAM       Nsight Compute's command line (ncu, from PATH)
  --batch COUNT       jobs a start of it (32)
  --cupti             CUPTI's range profiler in its place (CUDA 12.6 and later, Turing and later)
  --cupti-metrics CHIP
                      which of the metrics CUPTI has for a chip, as GH100, and in how many passes
  --once              launches each job's kernel once and nothing else, for a profiler that is put around this program
Exit status: 0; 1 our fault; 2 bad input, or some job could not be measured; 3 something needed is not there.
)";

struct Options {
  std::string jobs, device, output, counters, ncu = "ncu", chip;
  std::size_t batch = 32;
  CampaignOptions campaign;
  std::size_t round = 0;
  bool devices = false, help = false, once = false, cupti = false, no_power = false;
};

template <typename T>
T number(std::string_view option, std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw InputError(fmt::format("{} {}: expected a number", option, text));
  return value;
}

/// Whether the option takes a value; then it is set.
bool set(Options& options, std::string_view option, std::string_view value) {
  CampaignOptions& campaign = options.campaign;
  if (option == "--device")
    options.device = value;
  else if (option == "-o" || option == "--output")
    options.output = value;
  else if (option == "--counters")
    options.counters = value;
  else if (option == "--cupti-metrics")
    options.chip = value;
  else if (option == "--ncu")
    options.ncu = value;
  else if (option == "--batch")
    options.batch = number<std::size_t>(option, value);
  else if (option == "--trials")
    campaign.trials = number<unsigned>(option, value);
  else if (option == "--passes")
    campaign.passes = number<unsigned>(option, value);
  else if (option == "--width")
    campaign.width = number<double>(option, value);
  else if (option == "--job-seconds")
    campaign.job_seconds = number<double>(option, value);
  else if (option == "--pass-seconds")
    campaign.pass_seconds = number<double>(option, value);
  else if (option == "--round")
    options.round = number<std::size_t>(option, value);
  else if (option == "--power-readings")
    campaign.power_readings = number<unsigned>(option, value);
  else if (option == "--seed")
    campaign.seed = number<std::uint64_t>(option, value);
  else
    return false;
  return true;
}

Options parse(int argc, char** argv) {
  Options options;
  options.campaign.program = "forewarp_runner";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--devices") {
      options.devices = true;
    } else if (word == "--help" || word == "-h") {
      options.help = true;
    } else if (word == "--cupti") {
      options.cupti = true;
    } else if (word == "--once") {
      options.once = true;
    } else if (word == "--retry") {
      options.campaign.retry = true;
    } else if (word == "--no-power") {
      options.no_power = true;
    } else if (!word.starts_with("-") && options.jobs.empty()) {
      options.jobs = word;
    } else if (i + 1 >= argc || !set(options, word, argv[i + 1])) {
      throw InputError(fmt::format("there is no option '{}', or its value is missing; see --help", word));
    } else {
      ++i;
    }
  }
  return options;
}

void print_devices() {
  const Hardware hardware = list_hardware();
  for (const DeviceInfo& d : hardware.devices)
    std::printf("%s\t%s, driver %s, %u compute units, %.0f MHz, %.1f GiB\n", d.spec.c_str(), d.name.c_str(),
                d.driver.c_str(), d.compute_units, d.clock_hz / 1e6, static_cast<double>(d.memory_bytes) / (1u << 30));
  for (const Missing& m : hardware.missing) std::printf("not here\t%s: %s\n", m.what.c_str(), m.why.c_str());
}

/// A line a second at most.
class Lines final : public Progress {
 public:
  void advance(std::size_t done, std::size_t total, std::string_view what) override {
    const auto now = std::time(nullptr);
    if (now == last_) return;
    last_ = now;
    std::fprintf(stderr, "%zu of at most %zu trials; %.*s\n", done, total, static_cast<int>(what.size()), what.data());
  }

 private:
  std::time_t last_ = 0;
};

/// Null where no job asks for power.
std::unique_ptr<PowerMeter> meter_for(const std::vector<Job>& jobs, const DeviceInfo& device) {
  for (const Job& job : jobs) {
    if (job.power_s <= 0) continue;
    if (device.pci_bus.empty())
      throw Unavailable(fmt::format("job '{}' asks for power, which {} does not predict", job.id, device.spec));
    return open_nvml(device.pci_bus);
  }
  return nullptr;
}

int measure(const Options& options) {
  if (options.output.empty()) throw InputError("-o or --counters is needed; see --help");
  const std::vector<Job> jobs = read_jobs(options.jobs);
  const auto device = open_hardware(options.device);
  const auto store = open_csv_store(options.output);
  const auto meter = options.no_power ? nullptr : meter_for(jobs, device->info());
  Lines lines;
  CampaignOutcome outcome;
  const std::size_t round = options.round == 0 ? jobs.size() : options.round;
  for (std::size_t from = 0; from < jobs.size(); from += round) {
    const std::span some = std::span(jobs).subspan(from, std::min(round, jobs.size() - from));
    if (round < jobs.size())
      std::fprintf(stderr, "jobs %zu to %zu of %zu\n", from + 1, from + some.size(), jobs.size());
    const CampaignOutcome now = run_jobs(*device, some, *store, options.campaign, &lines, meter.get());
    outcome.trials += now.trials;
    outcome.resumed += now.resumed;
    outcome.failures.insert(outcome.failures.end(), now.failures.begin(), now.failures.end());
  }
  std::fprintf(stderr, "%zu trials taken, %zu were there\n", outcome.trials, outcome.resumed);
  for (const auto& failure : outcome.failures)
    std::fprintf(stderr, "%s: failed: %s\n", failure.job.c_str(), failure.why.c_str());
  return outcome.failures.empty() ? 0 : 2;
}

/// This very program, for ncu to start.
std::string own_path() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw Unavailable("/proc/self/exe: " + error.message());
  return path.string();
}

std::vector<std::string> metrics() {
  std::vector<std::string> names;
  for (const std::string_view name : counters::nsight_metrics()) names.emplace_back(name);
  return names;
}

CounterOutcome count_with_ncu(const Options& options, CounterLog& log) {
  (void)cuda::devices();  // throws where there is none; no context is made, which would stand in the way of the other
  return collect_with_nsight(read_jobs(options.jobs), log,
                             {.program = options.ncu,
                              .runner = own_path(),
                              .device = options.device,
                              .metrics = metrics(),
                              .batch = options.batch,
                              .retry = options.campaign.retry,
                              .progress = [](std::size_t done, std::size_t total) {
                                std::fprintf(stderr, "%zu of %zu jobs\n", done, total);
                              }});
}

CounterOutcome count_with_cupti(const Options& options, CounterLog& log) {
  return collect_with_cupti(*open_hardware(options.device), read_jobs(options.jobs), log,
                            {.metrics = metrics(), .retry = options.campaign.retry});
}

int count(const Options& options) {
  CounterLog log(options.counters);
  const CounterOutcome outcome = options.cupti ? count_with_cupti(options, log) : count_with_ncu(options, log);
  for (const std::string& name : outcome.without) std::fprintf(stderr, "not to be had here: %s\n", name.c_str());
  std::fprintf(stderr, "%zu launches counted, %zu were there, %zu failed\n", outcome.taken, outcome.there,
               outcome.failed);
  return outcome.failed == 0 ? 0 : 2;
}

int print_chip(const std::string& chip) {
  const ChipMetrics all = cupti_metrics(chip, metrics());
  std::printf("%zu metrics in %zu passes\n", all.known.size(), all.passes);
  for (const std::string& name : all.unknown) std::printf("not on %s: %s\n", chip.c_str(), name.c_str());
  return 0;
}

int once(const Options& options) {
  return launch_once(*open_hardware(options.device), read_jobs(options.jobs), stdout) == 0 ? 0 : 2;
}

int fail(int status, const char* what) {
  std::fprintf(stderr, "forewarp_runner: %s\n", what);
  return status;
}

int run(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    if (options.help) return std::fputs(help, stdout), 0;
    if (options.devices) return print_devices(), 0;
    if (!options.chip.empty()) return print_chip(options.chip);
    if (options.jobs.empty() || options.device.empty()) throw InputError("JOBS and --device are needed; see --help");
    if (options.once) return once(options);
    return options.counters.empty() ? measure(options) : count(options);
  } catch (const InputError& error) {
    return fail(2, error.what());
  } catch (const Error& error) {
    return fail(3, error.what());
  } catch (const std::exception& error) {
    return fail(1, error.what());
  }
}

}  // namespace
}  // namespace forewarp::run

int main(int argc, char** argv) { return forewarp::run::run(argc, argv); }
