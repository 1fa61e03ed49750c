// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_trained.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/measure/campaign/data_sheet_limit.hpp"
#include "forewarp/measure/campaign/feature_store.hpp"
#include "forewarp/measure/campaign/models.hpp"
#include "forewarp/measure/campaign/recipe.hpp"
#include "forewarp/measure/campaign/training_table.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/device/conditions.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/driver_name.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "measured_text.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

/// What is asked of: hardware that is here, or a data sheet.
struct Asked {
  std::string said, name;
  bool is_cpu = false;
  std::optional<device::DeviceSpec> sheet;
};

using Clocks = std::optional<campaign::Clocks>;

struct Row {
  std::string device, what;
  Clocks clocks;
  double value = 0;
  std::optional<double> low, high;
  std::string by;  ///< which model
  std::vector<std::string> warnings;
};

Asked asked_of(const std::string& name) {
  Asked asked{name, name, false, std::nullopt};
  if (!run::names_hardware(name)) {
    asked.sheet = device::find_device(name);
    asked.name = asked.sheet->name;
    return asked;
  }
  const run::Hardware hardware = run::list_hardware();
  const auto found = std::ranges::find(hardware.devices, name, &run::DeviceInfo::spec);
  if (found == hardware.devices.end())
    throw Unavailable(fmt::format("--device {}: there is no such device here", name));
  asked.name = found->name;
  asked.is_cpu = found->kind == "cpu";
  asked.sheet = device::data_sheet_of(found->name);
  return asked;
}

/// limit: of the same launch, for a time on a device with a data sheet.
Row by_model(const campaign::FoundModel& found, const campaign::LaunchFacts& facts, const Asked& asked,
             const std::string& what, const std::optional<model::Prediction>& limit) {
  learn::Answer answer = campaign::answer_of(found.model, facts);
  const auto beaten = limit ? campaign::raise_to_data_sheet(answer, *limit) : std::nullopt;
  const learn::ModelNotes& notes = found.model.notes;
  Row row{asked.said, what, {}, answer.value, answer.low, answer.high, {}, {}};
  const auto recipe = notes.notes.find("recipe");
  row.by = fmt::format("{} ({}, {} launches of {}{})", found.file.filename().string(),
                       recipe == notes.notes.end() ? "a recipe of its own" : recipe->second, notes.data_rows,
                       notes.device, notes.date.empty() ? "" : ", " + notes.date);
  if (beaten) row.warnings.push_back(*beaten);
  if (!found.exact)
    row.warnings.push_back(
        notes.device == campaign::every_device
            ? fmt::format("{} was not measured: predicted from other devices and its data sheet", asked.name)
            : fmt::format("measured on another device: {}, not {}", notes.device, asked.name));
  if (const auto source = notes.notes.find("source"); source != notes.notes.end() && source->second == "synthetic")
    row.warnings.push_back("trained on synthetic times: nothing was measured");
  if (const auto outside = campaign::outside_of(found.model, facts); !outside.empty())
    row.warnings.push_back(fmt::format("outside what was learnt from: {}", fmt::join(outside, ", ")));
  return row;
}

bool asks_for_device(const campaign::FoundModel& found) {
  const auto ratio = found.model.notes.notes.find("ratio_to");
  if (ratio != found.model.notes.notes.end() && campaign::is_device_input(ratio->second)) return true;
  const auto& features = found.model.pipeline.spec().features;
  return std::ranges::any_of(features, [](const learn::Variable& v) { return campaign::is_device_input(v.name); });
}

bool has_feature(const campaign::FoundModel& found, std::string_view name) {
  const auto& features = found.model.pipeline.spec().features;
  return std::ranges::any_of(features, [&](const learn::Variable& v) { return v.name == name; });
}

/// What a launch is asked about: counted once, predicted at many clocks.
class Launch {
 public:
  Launch(const kernel::Kernel& kernel, const profile::Profile& profile)
      : kernel_(kernel), profile_(profile), store_(std::make_shared<source::CacheStore>()) {}
  [[nodiscard]] const profile::Profile& profile() const { return profile_; }
  [[nodiscard]] const feature::Features& features() {
    if (!features_) features_ = store_.get(kernel_);
    return *features_;
  }
  [[nodiscard]] const model::Summary& summary() {
    if (!summary_) summary_ = model::summarise(profile_);
    return *summary_;
  }

 private:
  const kernel::Kernel& kernel_;
  const profile::Profile& profile_;
  campaign::FeatureStore store_;
  std::optional<feature::Features> features_;
  std::optional<model::Summary> summary_;
};

/// The device at these clocks. Where only the cores are set, as `predict --clock` without --what has it.
device::DeviceSpec sheet_at(const Asked& asked, const Clocks& clocks) {
  if (!clocks) return *asked.sheet;
  return clocks->memory_mhz > 0 ? campaign::at(*asked.sheet, *clocks)
                                : device::under(*asked.sheet, {.clock_hz = clocks->core_mhz * 1e6});
}

/// A model that was trained at one clock would answer for that one whatever is asked.
void check_clocks(const campaign::FoundModel& found, const Clocks& clocks, const std::string& what) {
  if (!clocks) return;
  if (!has_feature(found, campaign::core_clock_input))
    throw InputError(
        fmt::format("--clock: the model of {} ({}) was not trained over clocks; 'forewarp campaign --clock' "
                    "and 'forewarp retrain' make one",
                    what, found.file.filename().string()));
  if (clocks->memory_mhz > 0 && !has_feature(found, campaign::memory_clock_input))
    throw InputError(fmt::format("--clock {}: the model of {} ({}) knows core clocks alone",
                                 campaign::clock_text(*clocks), what, found.file.filename().string()));
}

Row from_found(const campaign::FoundModel& found, Launch& launch, const Asked& asked, const std::string& what,
               const Clocks& clocks) {
  check_clocks(found, clocks, what);
  campaign::LaunchFacts facts{launch.features(), {}};
  if (clocks && !asked.sheet) {
    facts.of_device[std::string(campaign::core_clock_input)] = clocks->core_mhz;
    if (clocks->memory_mhz > 0) facts.of_device[std::string(campaign::memory_clock_input)] = clocks->memory_mhz;
  }
  if (!asked.sheet || (what != "time" && !asks_for_device(found))) return by_model(found, facts, asked, what, {});
  const device::DeviceSpec sheet = clocks ? campaign::at(*asked.sheet, *clocks) : *asked.sheet;
  if (asks_for_device(found)) facts.of_device = campaign::device_facts(model::predict(launch.summary(), sheet), sheet);
  if (what != "time") return by_model(found, facts, asked, what, {});
  return by_model(found, facts, asked, what, model::predict(launch.summary(), sheet, model::Caches::warm));
}

Row row_of(Launch& launch, const Asked& asked, const std::string& what, const Clocks& clocks) {
  const auto found = campaign::find_model(asked.name, what, asked.is_cpu, asked.sheet.has_value());
  if (found) return from_found(*found, launch, asked, what, clocks);
  if (what == "time" && asked.sheet) {
    const model::Prediction p = model::predict(launch.profile(), sheet_at(asked, clocks));
    Row row{asked.said, what, {}, p.time_s, p.low_s, p.high_s, "the bounds model: this device was not measured", {}};
    if (!p.errors) row.warnings.emplace_back(model::unchecked_times_note);
    return row;
  }
  const std::string there = campaign::models_there();
  throw Unavailable(fmt::format("no model of {} for {}; 'forewarp campaign' and 'forewarp retrain' on it make one ({})",
                                what, asked.name, there.empty() ? "there is none at all" : "there is: " + there));
}

/// The clocks that --clock names; "all": those that the models were trained at. One without clocks where none is asked.
std::vector<Clocks> clocks_of(const TrainedRequest& request, const Asked& asked) {
  if (request.clocks.empty()) return {std::nullopt};
  std::string list = request.clocks;
  if (list == "all") {
    list.clear();
    for (const char* target : {"time", "power"}) {
      const auto found = campaign::find_model(asked.name, target, asked.is_cpu, asked.sheet.has_value());
      if (!found || !list.empty()) continue;
      const auto note = found->model.notes.notes.find("clocks");
      if (note != found->model.notes.notes.end()) list = note->second;
    }
    std::ranges::replace(list, ' ', ',');
    if (list.empty())
      throw InputError(
          fmt::format("--clock all: no model of {} was trained over clocks; name them, as 1380,945", asked.name));
  }
  std::vector<Clocks> all;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    all.emplace_back(campaign::clocks_from(std::string_view(list).substr(from, comma - from)));
    from = comma + 1;
  }
  return all;
}

/// Energy of a launch: its time times its power. The range holds if both do.
Row energy_of(const Row& time, const Row& power) {
  Row row{time.device, "energy", {}, time.value * power.value, {}, {}, time.by + ", and " + power.by, time.warnings};
  if (time.low && power.low) row.low = *time.low * *power.low;
  if (time.high && power.high) row.high = *time.high * *power.high;
  for (const std::string& warning : power.warnings)
    if (std::ranges::find(row.warnings, warning) == row.warnings.end()) row.warnings.push_back(warning);
  return row;
}

void multiply(Row& row, double factor) {
  row.value *= factor;
  if (row.low) *row.low *= factor;
  if (row.high) *row.high *= factor;
}

/// Time and power at some clocks, corrected by a measured run; of each what was measured over what is predicted for it.
class Answers {
 public:
  Answers(Launch& launch, const Asked& asked, const std::string& measured) : launch_(launch), asked_(asked) {
    if (measured.empty()) return;
    run_ = parse_clocked_run(measured);
  }

  [[nodiscard]] Row get(const std::string& what, const Clocks& clocks) {
    Row row =
        what == "energy" ? energy_of(get("time", clocks), get("power", clocks)) : row_of(launch_, asked_, what, clocks);
    row.clocks = clocks;
    if (what == "energy" || !run_) return row;
    const double measured = what == "time" ? run_->time_s : run_->power_w;
    if (!(measured > 0)) return row;
    const auto [at, is_new] = factors_.try_emplace(what, 0.0);
    if (is_new) at->second = measured / row_of(launch_, asked_, what, run_->clocks).value;
    multiply(row, at->second);
    row.by += fmt::format(", times {:.3g} by the measured run", at->second);
    return row;
  }

 private:
  Launch& launch_;
  const Asked& asked_;
  std::optional<ClockedRun> run_;
  std::map<std::string, double> factors_;
};

std::string amount(const std::string& what, double value) {
  if (what == "energy") return fmt::format("{:.3g} J", value);
  return what == "time" ? report::time_text(value) : fmt::format("{:.1f} W", value);
}

/// Where clocks were asked for with energy: the one that needs least, against the highest clock of the cores.
std::string least_energy_text(const std::vector<Row>& rows, const std::string& device) {
  const Row *least = nullptr, *highest = nullptr;
  for (const Row& row : rows) {
    if (row.what != "energy" || row.device != device || !row.clocks) continue;
    if (least == nullptr || row.value < least->value) least = &row;
    if (highest == nullptr || row.clocks->core_mhz > highest->clocks->core_mhz) highest = &row;
  }
  if (least == nullptr || least == highest) return "";
  return fmt::format("least energy on {}: {:.3g} J at {} MHz, {:.1f} % less than at {} MHz\n", device, least->value,
                     campaign::clock_text(*least->clocks), 100 * (1 - least->value / highest->value),
                     campaign::clock_text(*highest->clocks));
}

void print_text(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    fmt::print("{} on {}{}: {}", row.what, row.device,
               row.clocks ? fmt::format(" at {} MHz", campaign::clock_text(*row.clocks)) : "",
               amount(row.what, row.value));
    if (row.low && row.high) fmt::print(" ({} to {})", amount(row.what, *row.low), amount(row.what, *row.high));
    fmt::print("\n  by {}\n", row.by);
    for (const std::string& warning : row.warnings) fmt::print("  warning: {}\n", warning);
  }
  std::set<std::string> devices;
  for (const Row& row : rows)
    if (devices.insert(row.device).second) fmt::print("{}", least_energy_text(rows, row.device));
}

void print_csv(const std::vector<Row>& rows) {
  const bool clocks = std::ranges::any_of(rows, [](const Row& row) { return row.clocks.has_value(); });
  fmt::print("device,what,{}value,low,high\n", clocks ? "clock_mhz," : "");
  for (const Row& row : rows)
    fmt::print("{},{},{}{},{},{}\n", row.device, row.what,
               clocks ? (row.clocks ? campaign::clock_text(*row.clocks) : "") + "," : "", row.value,
               row.low ? fmt::format("{}", *row.low) : "", row.high ? fmt::format("{}", *row.high) : "");
}

nlohmann::ordered_json json_of(const std::vector<Row>& rows) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    json.push_back({{"device", row.device}, {"what", row.what}, {"value", row.value}, {"by", row.by}});
    if (row.clocks) json.back()["core_clock_mhz"] = row.clocks->core_mhz;
    if (row.clocks && row.clocks->memory_mhz > 0) json.back()["memory_clock_mhz"] = row.clocks->memory_mhz;
    if (row.low) json.back()["low"] = *row.low;
    if (row.high) json.back()["high"] = *row.high;
    json.back()["warnings"] = row.warnings;
  }
  return json;
}

}  // namespace

bool names_hardware(const std::vector<std::string>& devices) {
  return std::ranges::any_of(devices, [](const std::string& name) { return run::names_hardware(name); });
}

void predict_trained(const KernelOptions& options, const TrainedRequest& request) {
  for (const std::string& one : request.what)
    if (one != "time" && one != "power" && one != "energy")
      throw InputError(fmt::format("--what {}: expected time, power or energy", one));
  if (request.devices.empty()) throw InputError("--device is missing: whose time or power?");
  const kernel::Kernel kernel = kernel::load(request_of(options));
  const profile::Profile profile = profile::profile_of(kernel, profile_options_of(options, kernel));
  Launch launch(kernel, profile);
  std::vector<Row> rows;
  for (const std::string& list : request.devices)
    for (std::size_t from = 0; from <= list.size();) {
      const std::size_t comma = std::min(list.find(',', from), list.size());
      const Asked asked = asked_of(list.substr(from, comma - from));
      Answers answers(launch, asked, request.measured);
      for (const Clocks& clocks : clocks_of(request, asked))
        for (const std::string& one : request.what) rows.push_back(answers.get(one, clocks));
      from = comma + 1;
    }
  for (const profile::Mark& mark : profile.marks)
    for (Row& row : rows) row.warnings.push_back(mark.text);
  if (options.json)
    fmt::print("{}\n", report::json_text(json_of(rows)));
  else if (options.csv)
    print_csv(rows);
  else
    print_text(rows);
  if (!options.json && !options.csv)
    for (const std::string& note : kernel.notes) fmt::print("note: {}\n", note);
  save_report(request.page, "predict", json_of(rows));
}

}  // namespace forewarp::tool
