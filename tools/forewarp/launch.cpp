// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/bounds/roof.hpp"
#include "forewarp/model/wave/suggest.hpp"
#include "forewarp/model/wave/wave_model.hpp"
#include "forewarp/report/launch_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "measured_text.hpp"

namespace forewarp::tool {
namespace {

namespace wave = model::wave;

struct LaunchArguments {
  KernelOptions kernel;
  std::vector<std::string> devices, measured;
  std::string measured_on;
  std::uint64_t threads_total = 0;
  std::size_t top = 5;
};

/// What the model expects of each device before any measurement, and what is to be launched.
struct Expected {
  wave::Work work;
  std::vector<wave::Candidate> candidates;
  std::string origin;
  bool seconds_known = false;
  std::vector<std::string> notes;
};

std::uint64_t shared_bytes_of(const std::string& text) {
  std::uint64_t bytes = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, bytes);
  if (!text.empty() && (error != std::errc{} || stop != end))
    throw InputError(fmt::format("--shared {}: expected a number of bytes a block", text));
  return bytes;
}

/// Nothing but the resources of a block is known.
Expected expected_of_resources(const LaunchArguments& arguments, const std::vector<device::DeviceSpec>& devices) {
  const kernel::Request& r = arguments.kernel.request;
  if (!r.kernel.empty() || !r.defines.empty() || !r.set.empty() || !r.grid.empty() || !r.block.empty() ||
      !r.arguments.empty())
    throw InputError("--kernel, -D, --set, --grid, --block and --arg are of a KERNEL, and none is named");
  if (arguments.threads_total == 0)
    throw InputError("--threads-total is missing: how many threads there are to launch, or name a KERNEL");
  if (!arguments.kernel.registers.empty() && stated_registers(arguments.kernel) == 0)
    throw InputError(fmt::format("--registers {}: without a KERNEL it must be a count", arguments.kernel.registers));
  Expected e;
  e.work = {arguments.threads_total, stated_registers(arguments.kernel), shared_bytes_of(r.shared)};
  for (const device::DeviceSpec& device : devices)
    e.candidates.push_back({device, wave::of_dependent_arithmetic(device)});
  e.origin = "dependent arithmetic";
  e.notes.emplace_back(
      "no kernel is named: every instruction is taken to wait for the one before it; name a KERNEL, or --measured "
      "launches, for what yours does");
  return e;
}

profile::Profile profile_for(const LaunchArguments& arguments, const kernel::Kernel& kernel, unsigned warp_size) {
  profile::ProfileOptions options = profile_options_of(arguments.kernel, kernel);
  options.warp_size = warp_size;
  return profile::profile(*kernel.module, kernel.launch, options);
}

unsigned lowest_capability(const std::vector<device::DeviceSpec>& devices) {
  unsigned lowest = 0;
  for (const device::DeviceSpec& d : devices)
    if (d.compute_capability != 0 && (lowest == 0 || d.compute_capability < lowest)) lowest = d.compute_capability;
  return lowest;
}

Expected expected_of_kernel(const LaunchArguments& arguments, const std::vector<device::DeviceSpec>& devices) {
  kernel::Request request = request_of(arguments.kernel);
  request.device_capability = lowest_capability(devices);
  const kernel::Kernel kernel = kernel::load(request);
  std::map<unsigned, model::Summary> by_warp_size;
  Expected e;
  for (const device::DeviceSpec& device : devices) {
    if (!by_warp_size.contains(device.warp_size))
      by_warp_size.emplace(device.warp_size, model::summarise(profile_for(arguments, kernel, device.warp_size)));
    const model::Demand demand = model::demand(by_warp_size.at(device.warp_size), device);
    const auto roofs = model::roofs_of(demand, device);
    e.candidates.push_back({.device = device,
                            .constants = wave::constants_from(demand, device),
                            .overhead_s = device.launch_overhead_s,
                            .min_s = roofs.empty() ? 0 : roofs.front().time_s});
  }
  const model::Summary& summary = by_warp_size.begin()->second;
  const std::uint64_t described = kernel.launch.grid.count() * kernel.launch.block.count();
  e.work = {arguments.threads_total > 0 ? arguments.threads_total : described, summary.registers, summary.shared_bytes};
  const double part = static_cast<double>(e.work.threads) / static_cast<double>(described);
  for (wave::Candidate& c : e.candidates) c.min_s *= part;
  e.origin = "from the emulated kernel";
  e.seconds_known = true;
  e.notes = kernel.notes;
  e.notes.push_back(
      fmt::format("each thread is taken to do what it does in a block of {}; where a kernel's work changes with its "
                  "block, forewarp "
                  "rank emulates each",
                  kernel.launch.block.count()));
  return e;
}

const wave::Candidate& measured_device(const LaunchArguments& arguments, const Expected& e,
                                       const std::vector<device::DeviceSpec>& named) {
  if (named.empty()) return e.candidates.front();
  for (const wave::Candidate& c : e.candidates)
    if (c.device.name == named.front().name) return c;
  throw InputError(fmt::format("--measured-on {}: it is not one of the devices", arguments.measured_on));
}

std::string fit_note(const std::string& device, const fit::Summary& summary) {
  const auto& tau = summary.at("tau");
  const auto& warps = summary.at("saturation_warps");
  const auto& sharpness = summary.at("sharpness");
  return fmt::format("fitted on {}: tau {} +- {}, saturated by {:.1f} +- {:.1f} warps, sharpness {:.1f} +- {:.1f}; {}",
                     device, report::time_text(tau.value), report::time_text(tau.standard_error), warps.value,
                     warps.standard_error, sharpness.value, sharpness.standard_error, summary.message);
}

/// Puts what was measured in the place of what was expected.
void learn(const LaunchArguments& arguments, Expected& e) {
  if (arguments.measured.empty()) {
    if (!arguments.measured_on.empty()) throw InputError("--measured-on says where --measured was, and there is none");
    return;
  }
  const auto named =
      arguments.measured_on.empty() ? std::vector<device::DeviceSpec>{} : devices_of({arguments.measured_on});
  const wave::Candidate there = measured_device(arguments, e, named);
  std::vector<wave::Measured> launches;
  for (const std::string& text : arguments.measured) {
    const MeasuredText m = parse_measured(text);
    const double min_s = there.min_s * double(m.blocks) * m.threads / static_cast<double>(e.work.threads);
    if (m.time_s < min_s)
      e.notes.push_back(fmt::format("--measured {}: shorter than the data sheet of {} allows, {}; check its unit", text,
                                    there.device.name, report::time_text(min_s)));
    launches.push_back({{m.blocks, {m.threads, e.work.registers_per_thread, e.work.shared_bytes}}, m.time_s});
  }
  const wave::Learnt learnt = wave::learn_from(there.device, launches, there.constants);
  for (wave::Candidate& c : e.candidates) {
    c.constants = wave::carried_over(learnt.constants, there.constants, c.constants);
    c.overhead_s = 0;  // it is in what was measured
  }
  e.origin = fmt::format("from {} measured launch{} on {}", launches.size(), launches.size() == 1 ? "" : "es",
                         there.device.name);
  e.seconds_known = true;
  if (learnt.summary) e.notes.push_back(fit_note(there.device.name, *learnt.summary));
}

/// Once, with the devices that it is said of.
void add_sharpness_notes(report::LaunchAdvice& advice) {
  std::string devices, said;
  for (const report::LaunchDevice& d : advice.devices) {
    const auto note = wave::sharpness_note(d.candidate.constants, d.candidate.device);
    if (!note) continue;
    said = *note;
    devices += (devices.empty() ? "" : ", ") + d.candidate.device.name;
  }
  if (!said.empty()) advice.notes.push_back(fmt::format("{} ({})", said, devices));
}

report::LaunchAdvice advice_of(const LaunchArguments& arguments) {
  const std::vector<device::DeviceSpec> devices = devices_of(arguments.devices);
  Expected e = arguments.kernel.request.path.empty() ? expected_of_resources(arguments, devices)
                                                     : expected_of_kernel(arguments, devices);
  learn(arguments, e);
  report::LaunchAdvice advice{.work = e.work, .devices = {}, .suggestions = {}, .notes = e.notes};
  advice.seconds_known = e.seconds_known;
  for (const wave::Candidate& c : e.candidates) advice.devices.push_back({c, e.origin});
  add_sharpness_notes(advice);
  std::map<std::string, std::size_t> listed;
  for (wave::Suggestion& s : wave::suggestions(e.candidates, e.work)) {
    if (arguments.top > 0 && listed[s.device]++ >= arguments.top)
      ++advice.left_out;
    else
      advice.suggestions.push_back(std::move(s));
  }
  return advice;
}

void run(const LaunchArguments& arguments) {
  const report::LaunchAdvice advice = advice_of(arguments);
  if (arguments.kernel.json)
    fmt::print("{}\n", report::json_text(report::launch_json(advice)));
  else
    fmt::print("{}", arguments.kernel.csv ? report::launch_csv(advice) : report::launch_text(advice));
}

}  // namespace

void add_launch_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "launch", "which block and grid to launch with, and on which device");
  const auto arguments = std::make_shared<LaunchArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  command.add_option("--device", arguments->devices).one_at_a_time();
  command.add_option("--threads-total", arguments->threads_total).in_range(std::uint64_t{1}, std::uint64_t{1} << 60);
  command.add_option("--measured", arguments->measured).one_at_a_time();
  command.add_option("--measured-on", arguments->measured_on);
  command.add_option("--top", arguments->top).in_range(std::size_t{0}, std::size_t{100000});
  command.callback([arguments] { run(*arguments); });
}

}  // namespace forewarp::tool
