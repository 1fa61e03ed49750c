// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/campaign/training_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "forewarp/campaign/measure.hpp"
#include "forewarp/run/sample_table.hpp"

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

}  // namespace

std::string device_name(const run::StoreContents& contents, const std::string& key) {
  std::string name = key;
  for (const run::Session& session : contents.sessions)
    if (const auto found = session.facts.find("name"); session.device == key && found != session.facts.end())
      name = found->second;
  return name;
}

Table training_table(const run::StoreContents& contents, std::span<const CorpusLaunch> launches,
                     const FeatureStore& store) {
  const Table jobs = run::job_table(contents);
  std::vector<Pair> pairs = pairs_of(jobs, launches);
  std::vector<CorpusLaunch> measured;
  for (const Pair& pair : pairs) measured.push_back(launches[pair.launch]);
  const std::vector<Prepared> prepared = prepare(measured, 0, store);
  std::vector<const feature::Features*> features;
  std::vector<Pair> rows;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (prepared[i].failure.empty()) rows.push_back(pairs[i]), features.push_back(&prepared[i].features);

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
  text("device", [&](const Pair& p) { return device_name(contents, jobs.texts("device")[p.job]); });
  text("kernel", [&](const Pair& p) { return launches[p.launch].kernel; });
  text("area", [&](const Pair& p) { return launches[p.launch].area; });
  text("suite", [&](const Pair& p) { return launches[p.launch].suite; });
  text("launch", [&](const Pair& p) { return launches[p.launch].id; });
  text("source", [&](const Pair& p) { return jobs.numbers("synthetic")[p.job] != 0 ? "synthetic" : "measured"; });
  if (!features.empty())
    for (const auto& [name, unused] : features.front()->items()) {
      table::Table::Numbers column;
      for (const feature::Features* f : features) column.push_back(f->get(name, 0));
      table.add(name, std::move(column));
    }
  number("time", "median", "s");
  const auto has_power = [&](const Pair& p) { return std::isfinite(jobs.numbers("power")[p.job]); };
  if (std::ranges::any_of(rows, has_power)) number("power", "power", "W");
  return table;
}

}  // namespace forewarp::campaign
