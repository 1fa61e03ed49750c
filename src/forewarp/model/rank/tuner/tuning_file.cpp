// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/tuner/tuning_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "forewarp/model/rank/tuner/detail/readers.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/quantity_text.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::rank {
namespace detail {

python::Value python_value(const JsonPlace& place) {
  const nlohmann::json& json = place.value();
  if (json.is_boolean()) return {json.get<bool>()};
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) place.fail("a number beyond 64 bits");
  if (json.is_number_integer()) return {json.get<std::int64_t>()};
  if (json.is_number_float()) return {json.get<double>()};
  if (json.is_string()) return {json.get<std::string>()};
  if (!json.is_array()) place.fail(fmt::format("expected a value or a list, here is {}", json.type_name()));
  python::List list;
  for (const JsonPlace& one : place.elements()) list.push_back(python_value(one));
  return {std::move(list)};
}

std::string value_text(const JsonPlace& place) {
  const python::Value value = python_value(place);
  if (!value.is_number() && value.text() == nullptr) place.fail("expected a number or a text");
  return python::str(value);
}

}  // namespace detail

namespace {

constexpr std::size_t max_bytes = std::size_t{256} << 20, max_script_bytes = std::size_t{4} << 20;

/// A cache that is still written to ends after an entry, perhaps with a comma: Kernel Tuner closes it when it reads it.
nlohmann::json parse_perhaps_open(std::string_view text, const std::string& file) {
  try {
    return parse_json_document(text, file);
  } catch (const ParseError&) {
    if (text.find("\"cache\"") == std::string_view::npos) throw;
    std::string closed(trimmed(text));
    if (closed.ends_with(',')) closed.pop_back();
    try {
      return parse_json_document(closed + "}}", file);
    } catch (const ParseError&) {
      // The message about the text as it is says more than one about the text that was tried.
    }
    throw;
  }
}

}  // namespace

TuningFile parse_tuning_json(std::string_view text, const std::string& file, const std::string& objective) {
  const nlohmann::json json = parse_perhaps_open(text, file);
  const JsonPlace root(file, json);
  if (root.has("cache")) return detail::read_cache(root, objective);
  if (root.has("results")) return detail::read_t4(root, objective);
  if (!root.has("ConfigurationSpace"))
    root.fail(
        "is neither T1 input (a member ConfigurationSpace), nor a cache of Kernel Tuner (cache), nor T4 results "
        "(results)");
  if (!objective.empty()) throw InputError(fmt::format("{}: T1 input has no measured times", file));
  return detail::read_t1(root);
}

bool is_tuning_file(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".json") || name.ends_with(".json.gz") || name.ends_with(".py");
}

TuningFile load_tuning_file(const std::filesystem::path& file, const std::string& objective) {
  if (file.extension() != ".py") {
    const bool packed = file.extension() == ".gz";
    return parse_tuning_json(packed ? table::read_gzip(file, max_bytes) : read_file(file, max_bytes), file.string(),
                             objective);
  }
  if (!objective.empty()) throw InputError(fmt::format("{}: a script has no measured times", file.string()));
  return parse_tuning_script(read_file(file, max_script_bytes), file.string());
}

namespace {

/// Seconds of one unit of a column: "time [ms]", "ms" or "time_ms". Nothing where it states no unit of time.
std::optional<double> seconds_each(const Table::Column& column) {
  const std::string& name = column.name;
  const std::string unit = column.unit.empty() ? name.substr(name.rfind('_') + 1) : column.unit;
  return is_identifier(unit) ? seconds_in("1 " + unit) : std::nullopt;
}

TuningFile configurations_of(const Table& table, const std::string& file, const std::string& measured) {
  const auto fail_at = [&](std::size_t row, const std::string& message) {
    throw InputError(fmt::format("{}: row {}: {}", file, row + 1, message));
  };
  const Table::Column* times = measured.empty() ? nullptr : &table.column(measured);
  const std::optional<double> each = times != nullptr ? seconds_each(*times) : std::nullopt;
  if (times != nullptr && !times->is_number())
    throw InputError(fmt::format("{}: '{}' is no column of numbers", file, measured));
  if (times != nullptr && !each)
    throw InputError(
        fmt::format("{}: the column '{}' does not state its unit: name it \"{} [ms]\", with s, ms, us or ns", file,
                    measured, measured));
  std::vector<std::string> names;
  for (const Table::Column& column : table.columns())
    if (&column != times) names.push_back(column.name);
  if (names.empty() || table.rows() == 0) throw InputError(file + ": has no configuration");
  detail::ListedSpace space(names);
  TuningFile result;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    Configuration configuration;
    for (const std::string& name : names) {
      configuration[name] = table::cell_text(table.column(name), row);
      if (configuration[name].empty()) fail_at(row, fmt::format("'{}' has no value", name));
    }
    if (!space.add(configuration)) fail_at(row, "the configuration comes twice");
    if (times == nullptr) continue;
    const double value = std::get<Table::Numbers>(times->cells)[row];
    if (std::isnan(value)) continue;
    if (!(value > 0) || !std::isfinite(value))
      fail_at(row, fmt::format("'{}' must be above 0, here is {}", measured, value));
    result.measured_s[configuration] = value * *each;
  }
  if (times != nullptr && result.measured_s.empty())
    throw InputError(fmt::format("{}: the column '{}' is empty", file, measured));
  result.space = space.take();
  return result;
}

}  // namespace

TuningFile parse_configurations(std::string_view text, const std::string& file, const std::string& measured) {
  return configurations_of(table::parse_csv(text, file), file, measured);
}

TuningFile load_configurations(const std::filesystem::path& file, const std::string& measured) {
  return configurations_of(table::read_csv(file, max_bytes), file.string(), measured);
}

}  // namespace forewarp::rank
