// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/job_times.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/frontend/kernel/lowest_target.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/model/bsp/alike.hpp"
#include "forewarp/model/bsp/measured.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/host_copies.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::schedule {
namespace {

using Devices = std::span<const device::DeviceSpec>;

profile::Profile profile_for(const kernel::Kernel& kernel, unsigned warp_size, Progress* progress) {
  profile::ProfileOptions how;
  how.warp_size = warp_size;
  profile::set_allocation(how, kernel::allocation_of(kernel, kernel::RegisterSource::automatic, nullptr, progress));
  return profile::profile_of(kernel, how, progress);
}

/// The range of one launch on one device; nothing where it cannot run, with the reason.
struct LaunchTime {
  std::optional<Range> time_s, power_w;
  std::string reason;
};

/// One launch on all devices. Devices that are alike are asked once.
/// One launch is emulated once per width of warps, not once per device: counts depend on nothing else. Measured runs
/// are launches of their own, at their sizes, and emulated likewise. A device named three times is predicted once.
class LaunchTimes {
 public:
  LaunchTimes(const JobText& job, const kernel::Request& request, Devices devices, const PredictOptions& options)
      : options_(options) {
    std::vector<device::DeviceSpec> all(devices.begin(), devices.end());
    for (const MeasuredJob& run : job.measured) all.push_back(device::find_device(run.device));
    std::vector<unsigned> capabilities;
    for (const device::DeviceSpec& d : all) capabilities.push_back(d.compute_capability);
    loaded_ = kernel::load_for(request, capabilities, options.progress);
    for (std::size_t i = 0; i < job.measured.size(); ++i) learn(request, job.measured[i], all[devices.size() + i]);
  }

  [[nodiscard]] LaunchTime on(const device::DeviceSpec& device) {
    const auto known = by_name_.find(device.name);
    if (known != by_name_.end()) return known->second;
    return by_name_[device.name] = computed(device);
  }

  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void learn(const kernel::Request& request, const MeasuredJob& run, const device::DeviceSpec& device) {
    kernel::Request measured = request;
    for (const std::string& set : run.set) {
      const std::string name = set.substr(0, set.find('=') + 1);
      std::erase_if(measured.set, [&](const std::string& other) { return other.starts_with(name); });
      measured.set.push_back(set);
    }
    measured.device_capability = loaded_.lowest;
    const kernel::Kernel kernel = kernel::load(measured, options_.progress);
    const model::Prediction p =
        model::predict(profile_for(kernel, device.warp_size, options_.progress), device, options_.caches);
    Runs& runs = runs_[device.name];
    runs.device = device;
    runs.by_size[size_of(kernel)] = {p.time_s, model::bsp::lambda_over(p, device.launch_overhead_s, run.time_s)};
    if (first_measured_on_.empty()) first_measured_on_ = device.name;
    if (const auto warning = model::bsp::beats_data_sheet(p, run.time_s, device.name)) warnings_.push_back(*warning);
  }

  /// Launches of equal text do equal work.
  static std::string size_of(const kernel::Kernel& kernel) { return fmt::format("{}", kernel.launch.parameters); }

  /// Corrected by the runs on the same device, with the ups and downs over sizes of devices alike, else by those on the
  /// device that was named first.
  [[nodiscard]] model::Prediction corrected(const model::Prediction& p, const device::DeviceSpec& device) const {
    if (runs_.empty()) return p;
    const auto here = runs_.find(device.name);
    const std::string& on = here == runs_.end() ? first_measured_on_ : device.name;
    std::vector<model::bsp::RunsBySize> others;
    for (const auto& [name, runs] : runs_)
      if (name != on && model::bsp::alike(runs.device, device)) others.push_back(runs.by_size);
    const double lambda =
        model::bsp::lambda_with_alike(runs_.at(on).by_size, others, size_of(loaded_.kernel), p.time_s);
    return model::bsp::with_lambda(p, device.launch_overhead_s, lambda, on);
  }

  [[nodiscard]] LaunchTime computed(const device::DeviceSpec& device) {
    const unsigned capability = device.compute_capability;
    if (!loaded_.refused.empty() && capability != 0 && capability < loaded_.lowest)
      return {std::nullopt, std::nullopt, "does not compile for it: " + loaded_.refused};
    try {
      const model::Prediction p = corrected(model::predict(summary(device.warp_size), device, options_.caches), device);
      LaunchTime time{Range{p.time_s, p.low_s, p.high_s}, std::nullopt, {}};
      if (options_.power_of) time.power_w = options_.power_of(loaded_.kernel, device);
      return time;
    } catch (const InputError& error) {
      return {std::nullopt, std::nullopt, error.what()};
    }
  }

  const model::Summary& summary(unsigned warp_size) {
    const auto known = summaries_.find(warp_size);
    if (known != summaries_.end()) return known->second;
    return summaries_.emplace(warp_size, model::summarise(profile_for(loaded_.kernel, warp_size, options_.progress)))
        .first->second;
  }

  const PredictOptions& options_;
  kernel::ForSeveral loaded_;
  struct Runs {
    device::DeviceSpec device;
    model::bsp::RunsBySize by_size;
  };
  std::map<std::string, Runs> runs_;  ///< by device
  std::string first_measured_on_;
  std::vector<std::string> warnings_;
  std::map<unsigned, model::Summary> summaries_;
  std::map<std::string, LaunchTime> by_name_;
};

Gpu gpu_of(const device::DeviceSpec& device, const JobsFile& file) {
  Gpu gpu{device.name, device::host_copy_bytes_per_s(device), device.host_latency_s, 0};
  for (const GpuText& text : file.gpus) {
    if (device::find_device(text.device).name != device.name) continue;
    gpu.link_bytes_per_s = text.link_bytes_per_s.value_or(gpu.link_bytes_per_s);
    gpu.link_latency_s = text.link_latency_s.value_or(gpu.link_latency_s);
    gpu.idle_w = text.idle_w.value_or(gpu.idle_w);
  }
  return gpu;
}

/// "V100 #2" of the second GPU of that name.
// The first of a name keeps it, so that files which name one GPU of a kind read the same.
void number_alike(std::vector<Gpu>& gpus) {
  std::map<std::string, int> seen;
  for (Gpu& gpu : gpus)
    if (const int number = ++seen[gpu.name]; number > 1) gpu.name += fmt::format(" #{}", number);
}

/// Values by device name as the file writes it, by the name of the data sheet.
std::map<std::string, double> by_sheet(const JobText& job, const char* key, const std::map<std::string, double>& stated,
                                       Devices devices) {
  std::map<std::string, double> all;
  for (const auto& [name, value] : stated) {
    const std::string sheet = device::find_device(name).name;
    if (std::ranges::find(devices, sheet, &device::DeviceSpec::name) == devices.end()) continue;
    if (!all.emplace(sheet, value).second)
      throw ParseError(job.where, fmt::format("job '{}': '{}' names {} twice", job.name, key, sheet));
  }
  return all;
}

class Builder {
 public:
  Builder(const JobsFile& file, Devices devices, const PredictOptions& options)
      : file_(file), devices_(devices), options_(options) {
    for (const device::DeviceSpec& device : devices) result_.problem.gpus.push_back(gpu_of(device, file));
    for (const GpuText& text : file.gpus) check_named(text);
    number_alike(result_.problem.gpus);
    result_.notes = file.notes;
  }

  PredictedJobs build() {
    for (const JobText& text : file_.jobs) {
      result_.problem.jobs.push_back(job_of(text));
      add_actual(text);
    }
    for (std::size_t j = 0; j < file_.jobs.size(); ++j) add_needs(j);
    if (has_actual_ && std::ranges::any_of(result_.actual_s, &std::vector<double>::empty))
      throw InputError("some jobs have 'actual' times and others have none: all or none");
    if (!has_actual_) result_.actual_s.clear();
    if (!by_share_.empty())
      result_.notes.push_back(fmt::format(
          "power on {}: no job states it and no model was trained there; {:.0f} % of the board power ({:.0f} to {:.0f} "
          "%), as of 50 kernels on a V100 and a GTX 1080 Ti",
          fmt::join(by_share_, ", "), 100 * board_power_share.likely, 100 * board_power_share.low,
          100 * board_power_share.high));
    if (std::ranges::none_of(result_.problem.gpus, [](const Gpu& gpu) { return gpu.idle_w > 0; }))
      result_.notes.emplace_back("energy is that of running jobs; state idle_w in a [[gpu]] to count idle GPUs, too");
    check(result_.problem);
    return std::move(result_);
  }

 private:
  void check_named(const GpuText& text) const {
    const std::string sheet = device::find_device(text.device).name;
    if (std::ranges::find(devices_, sheet, &device::DeviceSpec::name) == devices_.end())
      throw ParseError(text.where, fmt::format("[[gpu]] is about {}, which is not among the devices", sheet));
  }

  Job job_of(const JobText& text) {
    Job job{.name = text.name, .time_s = {}, .power_w = {}};
    const auto stated = by_sheet(text, "times", text.time_s, devices_);
    const auto watts = by_sheet(text, "power_w", text.power_w, devices_);
    std::vector<LaunchTimes> launches;
    for (const CountedLaunch& launch : text.launches) {
      launches.emplace_back(text, launch.request, devices_, options_);
      for (const std::string& warning : launches.back().warnings())
        result_.notes.push_back(fmt::format("job '{}': {}", text.name, warning));
    }
    std::string reason;
    for (std::size_t g = 0; g < devices_.size(); ++g) {
      const device::DeviceSpec& device = devices_[g];
      Total total = text.launches.empty() ? total_of(stated, device) : total_of(text, launches, device, reason);
      if (total.time_s) add_input(text, g, *total.time_s);
      job.time_s.push_back(total.time_s);
      job.power_w.push_back(power_of(watts, total, device));
    }
    if (std::ranges::none_of(job.time_s, [](const auto& time) { return time.has_value(); }))
      throw InputError(
          fmt::format("job '{}' can run on none of the devices{}{}", text.name, reason.empty() ? "" : ": ", reason));
    return job;
  }

  struct Total {
    std::optional<Range> time_s = {}, power_w = {};
  };

  static Total total_of(const std::map<std::string, double>& stated, const device::DeviceSpec& device) {
    const auto time = stated.find(device.name);
    if (time == stated.end()) return {};
    return {Range{time->second, time->second, time->second}, std::nullopt};
  }

  /// Power is the mean over time.
  /// Ranges add up end by end: all launches at their low ends, all at their high ends, as errors of one model on one
  /// device go in one direction more often than not.
  Total total_of(const JobText& text, std::vector<LaunchTimes>& launches, const device::DeviceSpec& device,
                 std::string& reason) {
    Range time, joules;
    bool powered = true;
    for (std::size_t i = 0; i < launches.size(); ++i) {
      const LaunchTime one = launches[i].on(device);
      if (!one.time_s) {
        reason = one.reason;
        if (cannot_.insert(text.name + " on " + device.name).second)
          result_.notes.push_back(fmt::format("job '{}' cannot run on {}: {}", text.name, device.name,
                                              reason.substr(0, reason.find('\n'))));
        return {};
      }
      const double count = text.launches[i].count;
      time.add(*one.time_s, count);
      powered = powered && one.power_w;
      if (powered) joules.add(*one.power_w, count * one.time_s->likely);
    }
    if (!powered) return {time, std::nullopt};
    return {time, Range{joules.likely / time.likely, joules.low / time.likely, joules.high / time.likely}};
  }

  void add_input(const JobText& text, std::size_t g, Range& time) const {
    if (text.input_bytes <= 0) return;
    const Gpu& gpu = result_.problem.gpus[g];
    if (gpu.link_bytes_per_s <= 0)
      throw InputError(
          fmt::format("job '{}' has input, and the link of {} has no known bandwidth; state link_gb_per_s "
                      "in a [[gpu]]",
                      text.name, gpu.name));
    const double copy = gpu.link_latency_s + text.input_bytes / gpu.link_bytes_per_s;
    time.add({copy, copy, copy}, 1);
  }

  Range power_of(const std::map<std::string, double>& stated, const Total& total, const device::DeviceSpec& device) {
    if (const auto watts = stated.find(device.name); watts != stated.end())
      return {watts->second, watts->second, watts->second};
    if (total.power_w) return *total.power_w;
    by_share_.insert(device.name);
    return {board_power_share.likely * device.tdp_w, board_power_share.low * device.tdp_w,
            board_power_share.high * device.tdp_w};
  }

  void add_actual(const JobText& text) {
    std::vector<double>& row = result_.actual_s.emplace_back();
    const auto actual = by_sheet(text, "actual", text.actual_s, devices_);
    if (text.actual_s.empty()) return;
    has_actual_ = true;
    for (std::size_t g = 0; g < devices_.size(); ++g) {
      const auto time = actual.find(devices_[g].name);
      const bool runs = result_.problem.jobs.back().time_s[g].has_value();
      if (runs && time == actual.end())
        throw ParseError(text.where, fmt::format("job '{}': 'actual' has no time on {}", text.name, devices_[g].name));
      row.push_back(runs ? time->second : Instance::cannot_run);
    }
  }

  void add_needs(std::size_t job) {
    for (const std::string& other : file_.jobs[job].after) {
      const auto found = std::ranges::find(file_.jobs, other, &JobText::name);
      result_.problem.jobs[job].after.push_back(
          {static_cast<std::size_t>(found - file_.jobs.begin()), found->output_bytes});
    }
  }

  const JobsFile& file_;
  Devices devices_;
  const PredictOptions& options_;
  PredictedJobs result_;
  bool has_actual_ = false;
  std::set<std::string> by_share_, cannot_;
};

}  // namespace

PredictedJobs predicted_jobs(const JobsFile& file, Devices devices, const PredictOptions& options) {
  if (devices.empty()) throw InputError("there is no GPU to run jobs on");
  return Builder(file, devices, options).build();
}

}  // namespace forewarp::schedule
