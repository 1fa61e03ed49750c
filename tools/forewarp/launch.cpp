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
#include "forewarp/frontend/kernel/lowest_target.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/bounds/roof.hpp"
#include "forewarp/model/wave/suggest.hpp"
#include "forewarp/model/wave/sweep.hpp"
#include "forewarp/model/wave/wave_model.hpp"
#include "forewarp/query/device_profiles.hpp"
#include "forewarp/report/launch_view.hpp"
#include "forewarp/report/prediction_view.hpp"
#include "forewarp/report/sweep_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "measured_text.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

namespace wave = model::wave;

struct LaunchArguments {
  KernelOptions kernel;
  std::vector<std::string> devices, measured;
  std::string measured_on;
  std::uint64_t threads_total = 0;
  std::size_t top = 5;
  bool sweep = false;
  std::string sweep_blocks = "16:1248:16", sweep_threads = "32:1024:32", equations = "wave", report;
};

/// What the model expects of each device before any measurement, and what is to be launched.
struct Expected {
  wave::Work work;
  std::vector<wave::Candidate> candidates;
  std::string origin;
  bool seconds_known = false;
  std::vector<report::RefusedDevice> refused = {};
  std::vector<profile::Mark> marks = {};  ///< of the launch that was emulated
  std::vector<std::string> notes;
  std::map<std::string, double> printed_tau_s = {};  ///< by device, where launches were measured
};

/// Adds what the model expects of a device, or why it cannot run the launch: that stops no other device.
template <class Expect>
void add_device(Expected& e, const device::DeviceSpec& device, const Expect& expect) {
  try {
    e.candidates.push_back(expect(device));
  } catch (const InputError& error) {
    const std::string_view reason = error.what();
    e.refused.push_back({device.name, std::string(reason.substr(0, reason.find('\n')))});
  }
}

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
  if (arguments.threads_total == 0 && !arguments.sweep)
    throw InputError("--threads-total is missing: how many threads there are to launch, or name a KERNEL");
  if (!arguments.kernel.registers.empty() && stated_registers(arguments.kernel) == 0)
    throw InputError(fmt::format("--registers {}: without a KERNEL it must be a count", arguments.kernel.registers));
  Expected e;
  // A sweep states its own threads; what fits a device is asked with one warp.
  e.work = {arguments.threads_total > 0 ? arguments.threads_total : 32, stated_registers(arguments.kernel),
            shared_bytes_of(r.shared)};
  for (const device::DeviceSpec& device : devices)
    add_device(e, device, [](const auto& d) { return wave::Candidate{d, wave::of_dependent_arithmetic(d)}; });
  e.origin = "dependent arithmetic";
  e.notes.emplace_back(
      "no kernel is named: every instruction is taken to wait for the one before it; name a KERNEL, or --measured "
      "launches, for what yours does");
  return e;
}

/// A launch emulated once for each width of a warp.
class Emulated {
 public:
  Emulated(const LaunchArguments& arguments, const kernel::ForSeveral& loaded, Progress& progress)
      : arguments_(arguments), loaded_(loaded), progress_(progress) {}

  /// Throws InputError where the device cannot run the launch.
  wave::Candidate expected_on(const device::DeviceSpec& device) {
    if (const auto reason = query::reason_against(loaded_, device)) throw InputError(*reason);
    const model::Demand demand = model::demand(summary_for(device.warp_size), device);
    const auto roofs = model::roofs_of(demand, device);
    return {.device = device,
            .constants = wave::constants_from(demand, device),
            .overhead_s = device.launch_overhead_s,
            .min_s = roofs.empty() ? 0 : roofs.front().time_s};
  }
  [[nodiscard]] const model::Summary& any_summary() const { return by_warp_size_.begin()->second; }
  [[nodiscard]] const std::vector<profile::Mark>& marks() const { return marks_; }

 private:
  const model::Summary& summary_for(unsigned warp_size) {
    const auto found = by_warp_size_.find(warp_size);
    if (found != by_warp_size_.end()) return found->second;
    const profile::Profile profile = query::profile_for(arguments_.kernel, loaded_.kernel, warp_size, &progress_);
    if (by_warp_size_.empty()) marks_ = profile.marks;
    return by_warp_size_.emplace(warp_size, model::summarise(profile)).first->second;
  }

  const LaunchArguments& arguments_;
  const kernel::ForSeveral& loaded_;
  Progress& progress_;
  std::map<unsigned, model::Summary> by_warp_size_;
  std::vector<profile::Mark> marks_;
};

Expected expected_of_kernel(const LaunchArguments& arguments, const std::vector<device::DeviceSpec>& devices) {
  ProgressBar bar;
  const kernel::ForSeveral loaded =
      kernel::load_for(request_of(arguments.kernel), query::capabilities_of(devices), &bar);
  const kernel::Kernel& kernel = loaded.kernel;
  Emulated emulated(arguments, loaded, bar);
  Expected e;
  for (const device::DeviceSpec& device : devices)
    add_device(e, device, [&](const auto& d) { return emulated.expected_on(d); });
  if (e.candidates.empty()) throw InputError(e.refused.front().reason);
  const model::Summary& summary = emulated.any_summary();
  e.marks = emulated.marks();
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

const wave::Candidate& measured_device(const LaunchArguments& arguments, const Expected& e, const std::string& named) {
  for (const wave::Candidate& c : e.candidates)
    if (c.device.name == named) return c;
  for (const report::RefusedDevice& refused : e.refused)
    if (refused.device == named)
      throw InputError(fmt::format("--measured: {} cannot run the launch: {}", named, refused.reason));
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
void learn(const LaunchArguments& arguments, const device::DeviceSpec& first, Expected& e) {
  if (arguments.measured.empty()) {
    if (!arguments.measured_on.empty()) throw InputError("--measured-on needs --measured");
    return;
  }
  const std::string named =
      arguments.measured_on.empty() ? first.name : devices_of({arguments.measured_on}).front().name;
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
  const double printed_tau_s = wave::printed_tau_from(wave::symbols_of(there.device), launches);
  for (wave::Candidate& c : e.candidates) {
    e.printed_tau_s[c.device.name] = printed_tau_s * (c.constants.tau_s / there.constants.tau_s);
    c.constants = wave::carried_over(learnt.constants, there.constants, c.constants);
    c.overhead_s = 0;  // it is in what was measured
  }
  e.origin = fmt::format("from {} measured launch{} on {}", launches.size(), launches.size() == 1 ? "" : "es",
                         there.device.name);
  e.seconds_known = true;
  if (learnt.summary) e.notes.push_back(fit_note(there.device.name, *learnt.summary));
}

/// Once, with the devices that it is said of.
void add_sharpness_notes(report::ShapeAdvice& advice) {
  std::vector<std::string> devices;
  std::string text;
  for (const report::LaunchDevice& d : advice.devices) {
    const auto note = wave::sharpness_note(d.candidate.constants, d.candidate.device);
    if (!note) continue;
    text = *note;
    devices.push_back(d.candidate.device.name);
  }
  if (!text.empty()) advice.notes.push_back(fmt::format("{} ({})", text, report::named_devices(devices)));
}

/// Once, with the devices whose architecture it is said of.
void add_unchecked_note(report::ShapeAdvice& advice) {
  std::vector<std::string> devices;
  for (const report::LaunchDevice& d : advice.devices)
    if (d.candidate.device.checked.empty()) devices.push_back(d.candidate.device.name);
  if (!devices.empty())
    advice.notes.push_back(fmt::format("{} ({})", model::unchecked_times_note, report::named_devices(devices)));
}

/// Those that some block fits; the others are refused.
void keep_able(Expected& e) {
  std::vector<wave::Candidate> candidates = std::move(e.candidates);
  e.candidates.clear();
  for (const wave::Candidate& candidate : candidates)
    add_device(e, candidate.device, [&](const auto&) {
      (void)wave::suggestions({&candidate, 1}, e.work);
      return candidate;
    });
  if (e.candidates.empty()) throw InputError(e.refused.front().reason);
}

Expected expected_of(const LaunchArguments& arguments) {
  const std::vector<device::DeviceSpec> devices = devices_of(arguments.devices);
  Expected e = arguments.kernel.request.path.empty() ? expected_of_resources(arguments, devices)
                                                     : expected_of_kernel(arguments, devices);
  learn(arguments, devices.front(), e);
  keep_able(e);
  return e;
}

report::ShapeAdvice advice_of(const LaunchArguments& arguments) {
  const Expected e = expected_of(arguments);
  report::ShapeAdvice advice{
      .work = e.work, .devices = {}, .suggestions = {}, .refused = e.refused, .marks = e.marks, .notes = e.notes};
  advice.seconds_known = e.seconds_known;
  for (const wave::Candidate& c : e.candidates) advice.devices.push_back({c, e.origin});
  add_sharpness_notes(advice);
  add_unchecked_note(advice);
  std::map<std::string, std::size_t> listed;
  for (wave::Suggestion& s : wave::suggestions(e.candidates, e.work)) {
    if (arguments.top > 0 && listed[s.device]++ >= arguments.top)
      ++advice.left_out;
    else
      advice.suggestions.push_back(std::move(s));
  }
  return advice;
}

/// The notes that both answers have.
std::vector<std::string> notes_of(const Expected& e) {
  report::ShapeAdvice advice{.work = e.work, .devices = {}, .suggestions = {}, .notes = e.notes};
  for (const wave::Candidate& c : e.candidates) advice.devices.push_back({c, e.origin});
  add_sharpness_notes(advice);
  add_unchecked_note(advice);
  return advice.notes;
}

report::SweepAnswer sweep_of(const LaunchArguments& arguments) {
  const Expected e = expected_of(arguments);
  report::SweepAnswer answer{
      .work = e.work,
      .devices = {},
      .equations = arguments.equations == "wave" ? report::Equations::wave : report::Equations::printed,
      .seconds_known = e.seconds_known,
      .refused = e.refused,
      .marks = e.marks,
      .notes = notes_of(e)};
  const wave::SweepRanges ranges{wave::parse_steps("--sweep-blocks", arguments.sweep_blocks, 16),
                                 wave::parse_steps("--sweep-threads", arguments.sweep_threads, 32)};
  for (const wave::Candidate& c : e.candidates) {
    const auto measured = e.printed_tau_s.find(c.device.name);
    const double tau_s = measured == e.printed_tau_s.end() ? c.constants.tau_s : measured->second;
    answer.devices.push_back({{c, e.origin}, tau_s, wave::sweep(c, e.work, tau_s, ranges)});
  }
  return answer;
}

void run_sweep(const LaunchArguments& arguments) {
  const report::SweepAnswer answer = sweep_of(arguments);
  if (arguments.kernel.json)
    fmt::print("{}\n", report::json_text(report::sweep_json(answer)));
  else
    fmt::print("{}", arguments.kernel.csv ? report::sweep_csv(answer) : report::sweep_text(answer));
  save_report(arguments.report, "launch", report::sweep_json(answer));
}

void run(const LaunchArguments& arguments) {
  if (arguments.sweep) {
    run_sweep(arguments);
    return;
  }
  const report::ShapeAdvice advice = advice_of(arguments);
  if (arguments.kernel.json)
    fmt::print("{}\n", report::json_text(report::launch_json(advice)));
  else
    fmt::print("{}", arguments.kernel.csv ? report::launch_csv(advice) : report::launch_text(advice));
  save_report(arguments.report, "launch", report::launch_json(advice));
}

}  // namespace

void add_launch_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "launch", "suggest block size, grid and device for a number of threads");
  const auto arguments = std::make_shared<LaunchArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  command.add_option("--device", arguments->devices).one_at_a_time();
  command.add_option("--threads-total", arguments->threads_total).in_range(std::uint64_t{1}, std::uint64_t{1} << 60);
  command.add_option("--measured", arguments->measured).one_at_a_time();
  command.add_option("--measured-on", arguments->measured_on);
  const Option top = command.add_option("--top", arguments->top).in_range(std::size_t{0}, std::size_t{100000});
  const Option sweep = command.add_flag("--sweep", arguments->sweep).excludes(top);
  command.add_option("--sweep-blocks", arguments->sweep_blocks).needs(sweep);
  command.add_option("--sweep-threads", arguments->sweep_threads).needs(sweep);
  command.add_option("--equations", arguments->equations).one_of({"wave", "printed"}).needs(sweep);
  command.add_option("--report", arguments->report).writable();
  command.callback([arguments] { run(*arguments); });
}

}  // namespace forewarp::tool
