// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/import.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/counters/derive.hpp"
#include "forewarp/model/counters/number_format.hpp"
#include "forewarp/model/counters/unit.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::counters {
namespace {

using table::Table;

/// One value as the profiler has it. Four layouts are read, and told from each other by their
/// columns:
///
///     ncu, page details        "ID","Kernel Name","Metric Name","Metric Unit","Metric Value"  a line per metric
///     ncu, page raw            "ID","Kernel Name","dram__bytes.sum",... and a row of units    a column per metric
///     nvprof --csv             "Kernel","Metric Name","Avg",...                               a line per metric
///     nvprof, trace            "Kernel","gld_efficiency",... and a row of units               a column per metric
///
/// Numbers may be written by any locale, with units behind them ("12.3GB/s"), scaled ("Kbyte"), or
/// as levels ("Low (2)").
struct Reading {
  std::string id, kernel, metric, unit, text;
};

std::string without_chatter(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    const std::string_view line = text.substr(0, end + 1);
    const bool blank = line.find_first_not_of(" \r\n") == std::string_view::npos;
    if (!line.starts_with("==") && !blank) kept += line;
    text.remove_prefix(end + 1);
  }
  return kept;
}

std::vector<std::string> texts_of(const Table& t, std::string_view name) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < t.rows(); ++i) all.push_back(table::cell_text(t.column(name), i));
  return all;
}

/// A line a metric, as ncu's details page and nvprof's summary are.
std::vector<Reading> read_long(const Table& t, const char* id, const char* kernel, const char* unit,
                               const char* value) {
  const auto ids = texts_of(t, id), kernels = texts_of(t, kernel), metrics = texts_of(t, "Metric Name"),
             values = texts_of(t, value);
  const auto units = unit ? texts_of(t, unit) : std::vector<std::string>(t.rows());
  std::vector<Reading> all;
  for (std::size_t i = 0; i < t.rows(); ++i)
    if (!metrics[i].empty() && !values[i].empty()) all.push_back({ids[i], kernels[i], metrics[i], units[i], values[i]});
  return all;
}

/// A column a metric. The first row holds units where it has no kernel.
std::vector<Reading> read_wide(const Table& t, const char* id, const char* kernel) {
  const auto kernels = texts_of(t, kernel);
  const bool units = t.rows() > 0 && kernels[0].empty();
  const auto ids = id ? texts_of(t, id) : std::vector<std::string>();
  std::vector<Reading> all;
  for (const Table::Column& column : t.columns()) {
    if (column.name != kernel && (find_metric(column.name) || column.name.find("__") != std::string::npos)) {
      const std::string unit = units ? table::cell_text(column, 0) : column.unit;
      for (std::size_t i = units ? 1 : 0; i < t.rows(); ++i)
        if (const std::string text = table::cell_text(column, i); !text.empty())
          all.push_back({id ? ids[i] : fmt::format("{}", i - (units ? 1 : 0)), kernels[i], column.name, unit, text});
    }
  }
  return all;
}

std::vector<Reading> readings(const Table& t, std::string& format) {
  if (t.has("Metric Name") && t.has("Metric Value") && t.has("Kernel Name") && t.has("ID")) {
    format = "Nsight Compute, long";
    return read_long(t, "ID", "Kernel Name", t.has("Metric Unit") ? "Metric Unit" : nullptr, "Metric Value");
  }
  if (t.has("Kernel Name") && t.has("ID")) {
    format = "Nsight Compute, wide";
    return read_wide(t, "ID", "Kernel Name");
  }
  if (t.has("Metric Name") && t.has("Kernel") && t.has("Avg")) {
    format = "nvprof, summary";
    return read_long(t, "Kernel", "Kernel", nullptr, "Avg");
  }
  if (t.has("Kernel")) {
    format = "nvprof, trace";
    return read_wide(t, nullptr, "Kernel");
  }
  throw InputError(
      "neither Nsight Compute's nor nvprof's columns: expected 'ID' and 'Kernel Name', or 'Kernel', perhaps with "
      "'Metric Name' and 'Metric Value' (or 'Avg')");
}

/// nvprof writes units behind the number where it has them: "12.3GB/s", "98.5%", "Low (2)".
void split_unit(Reading& r) {
  if (const std::size_t open = r.text.find('('); open != std::string::npos && r.text.back() == ')') {
    r.text = r.text.substr(open + 1, r.text.size() - open - 2);
    r.unit = "level";
    return;
  }
  const std::size_t end = r.text.find_last_of("0123456789");
  if (end == std::string::npos || end + 1 == r.text.size()) return;
  if (r.unit.empty()) r.unit = r.text.substr(end + 1);
  r.text.resize(end + 1);
}

/// What the tools write where a metric could not be measured: "n/a", "(!) n/a", "(!) nan", "<OVERFLOW>".
bool not_measured(std::string_view text) {
  if (text.starts_with("(!)")) text.remove_prefix(3);
  while (text.starts_with(' ')) text.remove_prefix(1);
  return text == "n/a" || text == "nan" || text == "-nan" || text == "inf" || text == "<OVERFLOW>" || text == "no data";
}

/// The unit in the file decides; without one the tool's default for this metric is assumed and
/// noted. nvprof's levels run from 0 to 10, so "Low (2)" is 20 % of the peak.
double in_our_unit(const Metric& metric, const Reading& r, double value, std::set<std::string>& unitless) {
  if (r.unit == "level") return 10 * value;  // nvprof's 0 to 10 of the peak
  const bool is_nsight = r.metric == metric.nsight;
  try {
    // Wavefronts have no unit of their own in Nsight Compute.
    const bool wavefronts = r.unit == "1/second" && r.metric.find("wavefronts") != std::string::npos;
    if (!r.unit.empty()) return value * unit_factor(wavefronts ? "wavefront/second" : r.unit, metric.unit);
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}' of {}: {}", r.metric, r.kernel, error.what()));
  }
  if (metric.unit != "1") unitless.insert(r.metric);
  return is_nsight ? value * metric.from_nsight : value;
}

/// Collects readings into a table with a row per launch and a column per metric. A launch is
/// identified by ID and kernel, because nvprof's summaries have no ID and use the kernel's name
/// twice.
class Rows {
 public:
  /// The launch's row; a new one where nothing was read of it yet.
  std::size_t row_of(const Reading& r) {
    const auto [at, is_new] = index_.try_emplace({r.id, r.kernel}, ids_.size());
    if (is_new) ids_.push_back(r.id), kernels_.push_back(r.kernel);
    return at->second;
  }

  [[nodiscard]] std::size_t size() const { return ids_.size(); }
  [[nodiscard]] std::optional<std::size_t> find(const std::string& id, const std::string& kernel) const {
    const auto at = index_.find({id, kernel});
    return at == index_.end() ? std::nullopt : std::optional(at->second);
  }

  /// A profiler repeats a kernel in passes and may report a metric in each: equal values are one,
  /// different ones mean that the kernel did not do the same twice, and no value would be right.
  void set(const Reading& r, const Metric& metric, double value) {
    const std::size_t row = row_of(r);
    auto& column = values_[metric.name];
    column.resize(std::max(column.size(), row + 1), std::numeric_limits<double>::quiet_NaN());
    double& cell = column[row];
    if (!std::isnan(cell) && std::abs(cell - value) > 1e-6 * std::max(std::abs(cell), std::abs(value)))
      throw InputError(fmt::format("launch {} of {}: '{}' is {} in one pass and {} in another", r.id, r.kernel,
                                   r.metric, cell, value));
    cell = value;
  }

  Table table() {
    Table t;
    t.add("id", ids_);
    t.add("kernel", kernels_);
    for (const auto* list : {&catalogue(), &counted_metrics()})
      for (const Metric& metric : *list) {
        const auto at = values_.find(metric.name);
        if (at == values_.end()) continue;
        at->second.resize(ids_.size(), std::numeric_limits<double>::quiet_NaN());
        t.add(std::string(metric.name), at->second, std::string(metric.unit));
      }
    return t;
  }

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> index_;
  Table::Texts ids_, kernels_;
  std::map<std::string_view, Table::Numbers> values_;
};

/// "(4096, 1, 1)" and "4096,1,1"; nothing for any other text.
std::optional<launch::Dim3> extent_of(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '(' || c == ')' || c == ','; }, ' ');
  std::istringstream in(text);
  launch::Dim3 d;
  std::string rest;
  if (!(in >> d.x >> d.y >> d.z) || in >> rest || d.count() == 0) return std::nullopt;
  return d;
}

/// Nsight Compute's columns "Grid Size" and "Block Size", by launch.
std::vector<Extents> extents_of(const Table& raw, Rows& rows) {
  std::vector<Extents> all(rows.size());
  if (!raw.has("ID") || !raw.has("Kernel Name") || !raw.has("Grid Size") || !raw.has("Block Size")) return all;
  const auto ids = texts_of(raw, "ID"), kernels = texts_of(raw, "Kernel Name"), grids = texts_of(raw, "Grid Size"),
             blocks = texts_of(raw, "Block Size");
  for (std::size_t i = 0; i < raw.rows(); ++i)
    if (const auto row = rows.find(ids[i], kernels[i])) all[*row] = {extent_of(grids[i]), extent_of(blocks[i])};
  return all;
}

Decimal decimal_of(const std::vector<Reading>& all) {
  std::vector<std::string> texts;
  for (const Reading& r : all) texts.push_back(r.text);
  return decimal_mark(texts);
}

}  // namespace

/// Parse, recognise the layout, drop unknown metrics (they are listed), split units off, decide
/// between decimal point and comma from all numbers together, convert. Rows are made before values,
/// so that a launch none of whose metrics was measured keeps its place.
Imported import_counters(std::string_view text, const std::string& file_name) {
  Imported result;
  const Table raw = table::parse_csv(without_chatter(text), file_name);
  std::vector<Reading> all = readings(raw, result.format);
  std::erase_if(all, [&](const Reading& r) {
    if (find_metric(r.metric)) return false;
    if (std::ranges::count(result.unknown, r.metric) == 0) result.unknown.push_back(r.metric);
    return true;
  });
  Rows rows;
  for (const Reading& r : all) (void)rows.row_of(r);  // in the order of the file, holes or not
  std::set<std::string> absent;
  std::erase_if(all, [&](const Reading& r) { return not_measured(r.text) && (absent.insert(r.metric), true); });
  if (all.empty()) throw InputError(file_name + ": no metric of the catalogue (\"forewarp counters --list\" has them)");
  for (Reading& r : all) split_unit(r);
  const Decimal decimal = decimal_of(all);
  std::set<std::string> unitless;
  for (const Reading& r : all) {
    const Metric& metric = *find_metric(r.metric);
    const auto value = parse_number(r.text, decimal);
    if (!value || !std::isfinite(*value))
      throw InputError(fmt::format("{}: '{}' of {} is not a number: '{}'", file_name, r.metric, r.kernel, r.text));
    rows.set(r, metric, in_our_unit(metric, r, *value, unitless));
  }
  result.table = rows.table();
  result.extents = extents_of(raw, rows);
  const std::vector<std::string> derived = derive(result.table);
  if (decimal == Decimal::comma) result.notes.emplace_back("numbers have decimal commas");
  if (!derived.empty()) result.notes.push_back(fmt::format("worked out of others: {}", fmt::join(derived, ", ")));
  if (!absent.empty())
    result.notes.push_back(fmt::format("not measured in some launches: {}", fmt::join(absent, ", ")));
  if (!unitless.empty())
    result.notes.push_back(fmt::format("no unit given, the tool's default is used: {}", fmt::join(unitless, ", ")));
  return result;
}

}  // namespace forewarp::counters
