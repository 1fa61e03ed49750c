// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// forewarp run for machines where nothing can be installed: no library beyond C++'s own, drivers by dlopen, a job file
/// in, a CSV file out. forewarp run reads that file; a run that was killed goes on where it was.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/run/campaign.hpp"
#include "forewarp/run/hardware.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

constexpr const char* help = R"(usage: forewarp_runner JOBS --device opencl:0|cuda:0 -o RESULTS.csv [options]
       forewarp_runner --devices
Measures the kernels of a job file (a JSON object a line, see forewarp's docs/run.md). Every sample is in RESULTS.csv before
the next one is taken; the same command goes on where a killed one was. On any machine with forewarp,
'forewarp run -o RESULTS.csv' shows the times and --table, --samples make tables of them.
  --trials COUNT      a job at most (60)
  --passes COUNT      at least (5)
  --width SHARE       done when the 95 % range of the median is so narrow; 0: all trials (0.01)
  --job-seconds S     done after its passes when its launches took so long together (20)
  --pass-seconds S    a pass takes at least so long (1)
  --seed COUNT        of the order within passes
  --retry             tries jobs again that failed before
Exit status: 0; 1 our fault; 2 bad input, or some job could not be measured; 3 something needed is not there.
)";

struct Options {
  std::string jobs, device, output;
  CampaignOptions campaign;
  bool devices = false, help = false;
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
    } else if (word == "--retry") {
      options.campaign.retry = true;
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
      throw Unavailable(fmt::format("job '{}' asks for power, which {} does not tell", job.id, device.spec));
    return open_nvml(device.pci_bus);
  }
  return nullptr;
}

int measure(const Options& options) {
  if (options.jobs.empty() || options.device.empty() || options.output.empty())
    throw InputError("JOBS, --device and -o are needed; see --help");
  const std::vector<Job> jobs = read_jobs(options.jobs);
  const auto device = open_hardware(options.device);
  const auto store = open_csv_store(options.output);
  const auto meter = meter_for(jobs, device->info());
  Lines lines;
  const CampaignOutcome outcome = run_jobs(*device, jobs, *store, options.campaign, &lines, meter.get());
  std::fprintf(stderr, "%zu trials taken, %zu were there\n", outcome.trials, outcome.resumed);
  for (const auto& failure : outcome.failures)
    std::fprintf(stderr, "%s: failed: %s\n", failure.job.c_str(), failure.why.c_str());
  return outcome.failures.empty() ? 0 : 2;
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
    return measure(options);
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
