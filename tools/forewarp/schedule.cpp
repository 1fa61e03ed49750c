// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/measure/campaign/feature_store.hpp"
#include "forewarp/measure/campaign/models.hpp"
#include "forewarp/measure/campaign/recipe.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/schedule/job_times.hpp"
#include "forewarp/report/schedule_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/quantity_text.hpp"
#include "kernel_options.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct ScheduleArguments {
  std::string file, objective = "time", deadline, method = "best", caches = "usual", report;
  std::vector<std::string> devices;
  std::uint64_t nodes = schedule::SearchOptions{}.max_nodes, seed = 1;
  std::size_t draws = 100;
  bool json = false, csv = false;
};

/// Each name is a GPU: the same one twice is two GPUs. "all" and architectures give one GPU of each of their devices.
std::vector<device::DeviceSpec> gpus_of(const std::vector<std::string>& names) {
  std::vector<device::DeviceSpec> all;
  for (const std::string& list : names)
    for (std::size_t from = 0; from <= list.size();) {
      const std::size_t comma = std::min(list.find(',', from), list.size());
      for (device::DeviceSpec& device : devices_of({list.substr(from, comma - from)})) all.push_back(std::move(device));
      from = comma + 1;
    }
  if (all.empty())
    throw InputError("no GPU is named: give --devices, or devices = [...] in the file; 'forewarp devices' lists them");
  return all;
}

schedule::Objective objective_of(const ScheduleArguments& a) {
  schedule::Objective objective;
  if (a.objective == "energy") objective.what = schedule::Objective::What::energy;
  if (a.deadline.empty()) return objective;
  if (a.objective != "energy")
    throw InputError("--deadline goes with --objective energy: the least makespan is sought otherwise");
  const auto seconds = seconds_in(a.deadline);
  if (!seconds) throw InputError(fmt::format("--deadline {}: expected a time with a unit, as 12ms", a.deadline));
  objective.deadline_s = *seconds;
  return objective;
}

/// Of models that campaigns on the device made (forewarp retrain).
schedule::PowerOf trained_power() {
  const auto store = std::make_shared<campaign::FeatureStore>(std::make_shared<source::CacheStore>());
  return [store](const kernel::Kernel& kernel, const device::DeviceSpec& device) -> std::optional<schedule::Range> {
    const auto found = campaign::find_model(device.name, "power");
    if (!found || !found->exact) return std::nullopt;
    const campaign::LaunchFacts facts{store->get(kernel), {}};
    const learn::Answer answer = campaign::answer_of(found->model, facts);
    return schedule::Range{answer.value, answer.low.value_or(answer.value), answer.high.value_or(answer.value)};
  };
}

void run(const ScheduleArguments& a) {
  const schedule::Objective objective = objective_of(a);
  const schedule::JobsFile file = schedule::load_jobs(a.file);
  const std::vector<device::DeviceSpec> devices = gpus_of(a.devices.empty() ? file.devices : a.devices);
  schedule::PredictedJobs jobs;
  {
    ProgressBar bar;
    jobs = schedule::predicted_jobs(
        file, devices, {.caches = model::caches_called(a.caches), .power_of = trained_power(), .progress = &bar});
  }
  report::ScheduleAnswer answer{.problem = std::move(jobs.problem),
                                .objective = objective,
                                .comparison = {},
                                .method = a.method,
                                .notes = std::move(jobs.notes)};
  answer.comparison =
      schedule::compare(answer.problem, jobs.actual_s,
                        {.search = {.objective = objective, .max_nodes = a.nodes}, .seed = a.seed, .draws = a.draws});
  if (a.method == "best") answer.method = schedule::best_of(answer.comparison, objective).method;
  if (!answer.comparison.proved)
    answer.notes.push_back(
        fmt::format("the search for the optimum was stopped after {} branches (--nodes); a better "
                    "plan may exist",
                    a.nodes));
  const schedule::Schedule& shown = schedule::method_called(answer.comparison, answer.method).schedule;
  if (shown.makespan_s > objective.deadline_s)
    answer.notes.push_back(
        fmt::format("no plan of this method ends by the deadline, {}", report::time_text(objective.deadline_s)));
  if (a.json)
    fmt::print("{}\n", schedule_json(answer).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  else
    fmt::print("{}", a.csv ? report::schedule_csv(answer) : report::schedule_text(answer));
  save_report(a.report, "schedule", schedule_json(answer));
}

}  // namespace

void add_schedule_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "schedule", "place jobs on several GPUs by predicted time and energy");
  const auto a = std::make_shared<ScheduleArguments>();
  command.add_option("jobs", a->file).required();
  command.add_option("--devices,--device", a->devices).one_at_a_time();
  command.add_option("--objective", a->objective).one_of({"time", "energy"});
  command.add_option("--deadline", a->deadline);
  std::vector<std::string> methods = schedule::method_names();
  methods.insert(methods.begin(), "best");
  command.add_option("--method", a->method).one_of(methods);
  command.add_option("--nodes", a->nodes).in_range(std::uint64_t{1}, std::uint64_t{1} << 40);
  command.add_option("--draws", a->draws).in_range(std::size_t{1}, std::size_t{1000000});
  command.add_option("--seed", a->seed);
  command.add_option("--caches", a->caches);
  command.add_flag("--json", a->json);
  command.add_flag("--csv", a->csv);
  add_report_option(command, a->report);
  command.callback([a] { run(*a); });
}

}  // namespace forewarp::tool
