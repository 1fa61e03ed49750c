// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/mangrove.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/group.hpp"
#include "forewarp/support/table/join.hpp"
#include "forewarp/support/table/rows.hpp"
#include "forewarp/support/table/sqlite.hpp"

namespace forewarp::table {
namespace {

constexpr std::array<std::string_view, 5> known = {"fluxmetrics", "fluxfeatures", "kerneltime", "kernelpower",
                                                   "samples"};

std::vector<std::string> keys_and(const std::string& column) {
  std::vector<std::string> names = launch_keys();
  names.push_back(column);
  return names;
}

/// Repetitions to their median; the unit that the file does not say.
Table repetitions(const Table& table, const std::string& measured, const std::string& unit) {
  Table merged = group(table, launch_keys(), {{measured, Aggregate::median}});
  Table with_unit = select_columns(merged, launch_keys());
  with_unit.add(measured, merged.numbers(measured), unit);
  return with_unit;
}

Table without_index(Table table) {
  return table.has("index") ? drop_columns(table, std::vector<std::string>{"index"}) : table;
}

}  // namespace

const std::vector<std::string>& launch_keys() {
  static const std::vector<std::string> keys = {"bench", "app", "dataset", "lseq"};
  return keys;
}

std::string mangrove_table(const std::filesystem::path& file) {
  std::vector<std::string> found;
  for (const std::string& name : sqlite_tables(file))
    if (std::ranges::find(known, name) != known.end()) found.push_back(name);
  if (found.size() != 1)
    throw InputError(fmt::format("'{}' holds {} of the tables {}: one is wanted", file.string(),
                                 found.empty() ? "none" : fmt::format("{}", fmt::join(found, ", ")),
                                 fmt::join(known, ", ")));
  return found.front();
}

Table read_mangrove(const std::filesystem::path& file) {
  const std::string name = mangrove_table(file);
  const Table table = without_index(read_sqlite(file, name));
  if (name == "fluxmetrics")
    return pivot(table, {.keys = keys_and("name"), .name_column = "metric", .value_column = "value"});
  if (name == "kerneltime") return repetitions(table, "time", "us");
  if (name == "kernelpower") return repetitions(table, "power", "W");
  return table;
}

Table without_measured(const Table& features, const Table& measured, const std::vector<std::string>& keys) {
  std::vector<std::string> kept;
  for (const Table::Column& column : features.columns())
    if (std::ranges::find(keys, column.name) != keys.end() || !measured.has(column.name)) kept.push_back(column.name);
  return select_columns(features, kept);
}

Table join_mangrove(const Table& features, const Table& measured) {
  return join(without_measured(features, measured, launch_keys()), measured, launch_keys());
}

}  // namespace forewarp::table
