// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_trained.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/measure/campaign/data_sheet_limit.hpp"
#include "forewarp/measure/campaign/feature_store.hpp"
#include "forewarp/measure/campaign/models.hpp"
#include "forewarp/measure/campaign/recipe.hpp"
#include "forewarp/measure/campaign/training_table.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/driver_name.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

/// What is asked of: hardware that is here, or a data sheet.
struct Asked {
  std::string said, name;
  bool is_cpu = false;
  std::optional<device::DeviceSpec> sheet;
};

struct Row {
  std::string device, what;
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
  Row row{asked.said, what, answer.value, answer.low, answer.high, {}, {}};
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

Row row_of(const kernel::Kernel& kernel, const profile::Profile& profile, const campaign::FeatureStore& store,
           const Asked& asked, const std::string& what) {
  const auto found = campaign::find_model(asked.name, what, asked.is_cpu, asked.sheet.has_value());
  if (found) {
    campaign::LaunchFacts facts{store.get(kernel), {}};
    if (!asked.sheet || (what != "time" && !asks_for_device(*found))) return by_model(*found, facts, asked, what, {});
    const model::Summary summary = model::summarise(profile);
    if (asks_for_device(*found))
      facts.of_device = campaign::device_facts(model::predict(summary, *asked.sheet), *asked.sheet);
    if (what != "time") return by_model(*found, facts, asked, what, {});
    return by_model(*found, facts, asked, what, model::predict(summary, *asked.sheet, model::Caches::warm));
  }
  if (what == "time" && asked.sheet) {
    const model::Prediction p = model::predict(profile, *asked.sheet);
    Row row{asked.said, what, p.time_s, p.low_s, p.high_s, "the bounds model: this device was not measured", {}};
    if (!p.times_checked) row.warnings.emplace_back(model::unchecked_times_note);
    return row;
  }
  const std::string there = campaign::models_there();
  throw Unavailable(fmt::format("no model of {} for {}; 'forewarp campaign' and 'forewarp retrain' on it make one ({})",
                                what, asked.name, there.empty() ? "there is none at all" : "there is: " + there));
}

std::string amount(const std::string& what, double value) {
  return what == "time" ? report::time_text(value) : fmt::format("{:.1f} W", value);
}

void print_text(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    fmt::print("{} on {}: {}", row.what, row.device, amount(row.what, row.value));
    if (row.low && row.high) fmt::print(" ({} to {})", amount(row.what, *row.low), amount(row.what, *row.high));
    fmt::print("\n  by {}\n", row.by);
    for (const std::string& warning : row.warnings) fmt::print("  warning: {}\n", warning);
  }
}

void print_csv(const std::vector<Row>& rows) {
  fmt::print("device,what,value,low,high\n");
  for (const Row& row : rows)
    fmt::print("{},{},{},{},{}\n", row.device, row.what, row.value, row.low ? fmt::format("{}", *row.low) : "",
               row.high ? fmt::format("{}", *row.high) : "");
}

nlohmann::ordered_json json_of(const std::vector<Row>& rows) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    json.push_back({{"device", row.device}, {"what", row.what}, {"value", row.value}, {"by", row.by}});
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

void predict_trained(const KernelOptions& options, const std::vector<std::string>& devices,
                     const std::vector<std::string>& what, const std::string& page) {
  for (const std::string& one : what)
    if (one != "time" && one != "power") throw InputError(fmt::format("--what {}: expected time or power", one));
  if (devices.empty()) throw InputError("--device is missing: whose time or power?");
  const kernel::Kernel kernel = kernel::load(request_of(options));
  const profile::Profile profile = profile::profile_of(kernel, profile_options_of(options, kernel));
  const campaign::FeatureStore store(std::make_shared<source::CacheStore>());
  std::vector<Row> rows;
  for (const std::string& list : devices)
    for (std::size_t from = 0; from <= list.size();) {
      const std::size_t comma = std::min(list.find(',', from), list.size());
      const Asked asked = asked_of(list.substr(from, comma - from));
      for (const std::string& one : what) rows.push_back(row_of(kernel, profile, store, asked, one));
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
  save_report(page, "predict", json_of(rows));
}

}  // namespace forewarp::tool
