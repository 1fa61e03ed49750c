// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Warp instructions that are estimated from PTX (frontend/analysis/lowering.hpp, model/bounds/expansion.def) against
/// those of the machine code, over the bundled kernels. Needs a ptxas.
/// Usage: bench_mix [--json | --list] [--device NAME] [KERNEL..]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/machine_codes.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {

struct Asked {
  bool json = false, list = false;
  std::string device = "A100";
  std::vector<std::string> kernels;
};

Asked parse(int argc, char** argv) {
  Asked asked;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json")
      asked.json = true;
    else if (argument == "--list")
      asked.list = true;
    else if (argument == "--device" && i + 1 < argc)
      asked.device = argv[++i];
    else if (argument.starts_with("-"))
      throw InputError(fmt::format("unknown option '{}': [--json | --list] [--device NAME] [KERNEL..]", argument));
    else
      asked.kernels.emplace_back(argument);
  }
  if (asked.kernels.empty()) asked.kernels = launch::corpus_names();
  return asked;
}

struct Case {
  std::string kernel;
  double estimated = 0, read = 0;
  [[nodiscard]] double ratio() const { return estimated / read; }
};

std::vector<Case> cases_of(const Asked& asked, const device::DeviceSpec& device) {
  std::vector<Case> cases;
  for (const std::string& name : asked.kernels) {
    kernel::Request request;
    request.path = name;
    const kernel::Kernel kernel = kernel::load(request);
    profile::ProfileOptions options;
    options.registers = kernel::registers_of(kernel, kernel::RegisterSource::automatic);
    const profile::Profile p = profile::profile(*kernel.module, kernel.launch, options);
    model::MachineCodes codes(kernel);
    const model::MachineWork work = codes.on(device, p);
    const model::Summary s = model::summarise(p);
    try {
      if (work.mix)
        cases.push_back({name, model::demand(s, device).issue, work.mix->issue});
      else if (asked.list)
        fmt::print("{:30} left out: {}\n", name, work.reason);
    } catch (const InputError& e) {
      if (asked.list) fmt::print("{:30} left out: {}\n", name, e.what());
    }
  }
  if (cases.empty()) throw Unavailable("no machine code was read: set FOREWARP_PTXAS to a ptxas");
  return cases;
}

int run(int argc, char** argv) {
  const Asked asked = parse(argc, argv);
  std::vector<double> ratios, errors;
  for (const Case& c : cases_of(asked, device::find_device(asked.device))) {
    ratios.push_back(c.ratio());
    errors.push_back(100 * std::abs(c.ratio() - 1));
    if (asked.list) fmt::print("{:30} {:12.0f} of {:12.0f} {:6.2f}\n", c.kernel, c.estimated, c.read, c.ratio());
  }
  const Row row{
      .id = fmt::format("mix.{}", asked.device),
      .what = "instructions estimated from PTX against machine code, median error",
      .unit = "%",
      .ours = median(errors),
      .target = 10,
      .note = fmt::format("{} kernels; median estimated/read {:.2f}; 90 % of errors below {:.0f} %, largest "
                          "{:.0f} %",
                          ratios.size(), median(ratios), quantile(errors, 0.9), *std::ranges::max_element(errors))};
  print_rows({row}, asked.json);
  return 0;
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) { return forewarp::bench::guarded("bench_mix", forewarp::bench::run, argc, argv); }
