// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/training_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "forewarp/measure/campaign/inputs.hpp"
#include "forewarp/measure/campaign/measure.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/model/device/driver_name.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"

namespace forewarp::campaign {
namespace {

/// A row of the jobs' table and the launch of the corpus that it measured.
struct Pair {
  std::size_t job, launch;
};

std::vector<Pair> pairs_of(const Table& jobs, std::span<const CorpusLaunch> launches) {
  std::map<std::string, std::size_t> by_id;
  for (std::size_t i = 0; i < launches.size(); ++i) by_id.emplace(launches[i].id, i);
  const auto &names = jobs.texts("job"), &devices = jobs.texts("device");
  std::vector<Pair> pairs;
  for (std::size_t row = 0; row < jobs.rows(); ++row) {
    const auto found = by_id.find(names[row]);
    if (found != by_id.end() && jobs.numbers("trials")[row] > 0) pairs.push_back({row, found->second});
  }
  std::ranges::stable_sort(pairs, {}, [&](const Pair& p) { return std::pair(devices[p.job], p.launch); });
  return pairs;
}

/// The device's inputs of each row; nothing where a device has no data sheet.
std::optional<std::vector<DeviceFacts>> device_facts_of(const std::vector<const Prepared*>& rows,
                                                        const std::vector<std::string>& devices,
                                                        const std::optional<Clocks>& clocks) {
  std::map<std::string, std::optional<device::DeviceSpec>> sheets;
  for (const std::string& name : devices)
    if (!sheets.contains(name)) sheets.emplace(name, device::data_sheet_of(name));
  for (const auto& [name, sheet] : sheets)
    if (!sheet) return std::nullopt;
  if (clocks)
    for (auto& [name, sheet] : sheets) sheet = at(*sheet, *clocks);
  std::vector<DeviceFacts> facts(rows.size());
  parallel_for(rows.size(), [&](std::size_t i) {
    const kernel::Kernel& kernel = rows[i]->kernel;
    profile::ProfileOptions options;
    options.threads = 1;
    options.registers = kernel.code.registers;
    const device::DeviceSpec& sheet = *sheets.at(devices[i]);
    options.warp_size = sheet.warp_size;
    facts[i] = device_facts(model::predict(profile::profile(*kernel.module, kernel.launch, options), sheet), sheet);
  });
  return facts;
}

}  // namespace

std::string device_name(const run::StoreContents& contents, const std::string& key) {
  std::string name = key;
  for (const run::Session& session : contents.sessions)
    if (const auto found = session.facts.find("name"); session.device == key && found != session.facts.end())
      name = found->second;
  return name;
}

Table training_table(const run::StoreContents& contents, std::span<const CorpusLaunch> launches,
                     const FeatureStore& store, const std::optional<Clocks>& clocks) {
  const Table jobs = run::job_table(contents);
  std::vector<Pair> pairs = pairs_of(jobs, launches);
  std::vector<CorpusLaunch> measured;
  for (const Pair& pair : pairs) measured.push_back(launches[pair.launch]);
  const std::vector<Prepared> prepared = prepare(measured, 0, store);
  std::vector<const Prepared*> kept;
  std::vector<Pair> rows;
  std::vector<std::string> devices;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!prepared[i].failure.empty()) continue;
    rows.push_back(pairs[i]);
    kept.push_back(&prepared[i]);
    devices.push_back(device_name(contents, jobs.texts("device")[pairs[i].job]));
  }

  Table table;
  const auto text = [&](const char* name, auto get) {
    table::Table::Texts column;
    for (const Pair& row : rows) column.push_back(get(row));
    table.add(name, std::move(column));
  };
  const auto number = [&](const char* name, const char* from, const char* unit) {
    table::Table::Numbers column;
    for (const Pair& row : rows) column.push_back(jobs.numbers(from)[row.job]);
    table.add(name, std::move(column), unit);
  };
  table.add("device", devices);
  text("kernel", [&](const Pair& p) { return launches[p.launch].kernel; });
  text("area", [&](const Pair& p) { return launches[p.launch].area; });
  text("suite", [&](const Pair& p) { return launches[p.launch].suite; });
  text("launch", [&](const Pair& p) { return launches[p.launch].id; });
  text("source", [&](const Pair& p) { return jobs.numbers("synthetic")[p.job] != 0 ? "synthetic" : "measured"; });
  if (!kept.empty())
    for (const auto& [name, unused] : kept.front()->features.items()) {
      table::Table::Numbers column;
      for (const Prepared* one : kept) column.push_back(one->features.get(name, 0));
      table.add(name, std::move(column));
    }
  if (const auto facts = device_facts_of(kept, devices, clocks); facts && !facts->empty())
    for (const auto* names : {&bounds_inputs(), &sheet_inputs()})
      for (const std::string& name : *names) {
        table::Table::Numbers column;
        for (const DeviceFacts& one : *facts) column.push_back(one.at(name));
        table.add(name, std::move(column));
      }
  if (clocks) {
    table.add(std::string(core_clock_input), table::Table::Numbers(rows.size(), clocks->core_mhz), "MHz");
    if (clocks->memory_mhz > 0)
      table.add(std::string(memory_clock_input), table::Table::Numbers(rows.size(), clocks->memory_mhz), "MHz");
  }
  number("time", "median", "s");
  const auto has_power = [&](const Pair& p) { return std::isfinite(jobs.numbers("power")[p.job]); };
  if (std::ranges::any_of(rows, has_power)) number("power", "power", "W");
  return table;
}

}  // namespace forewarp::campaign
