// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Files of configurations that were run: Kernel Tuner's caches and T4 results. Times are in ms in both.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "forewarp/model/rank/tuner/detail/readers.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::rank::detail {
namespace {

constexpr double s_per_ms = 1e-3;
/// What Kernel Tuner of before 2021 wrote as the time of a configuration that failed.
constexpr double failed_ms = 1e20;

std::vector<std::string> names_in(const JsonPlace& list) {
  std::vector<std::string> names;
  for (const JsonPlace& one : list.elements()) {
    if (!is_identifier(one.text())) one.fail(fmt::format("'{}' is no name of a macro", one.text()));
    if (std::ranges::find(names, one.text()) != names.end()) one.fail(fmt::format("'{}' comes twice", one.text()));
    names.push_back(one.text());
  }
  if (names.empty()) list.fail("has no parameter");
  return names;
}

/// The time in a cell that may also have the name of an error ("CompilationFailedConfig"), or null.
std::optional<double> seconds_in(const JsonPlace& cell) {
  if (!cell.value().is_number()) {
    if (cell.value().is_string() || cell.value().is_null()) return std::nullopt;
    cell.fail("expected a time in ms or the name of an error");
  }
  const auto ms = cell.value().get<double>();
  if (ms == failed_ms) return std::nullopt;
  if (!(ms > 0) || !std::isfinite(ms)) cell.fail(fmt::format("expected a time above 0 ms, here is {}", ms));
  return ms * s_per_ms;
}

void refuse_missing(const TuningFile& file, const JsonPlace& root, const std::string& objective) {
  if (!objective.empty() && file.measured_s.empty())
    throw InputError(fmt::format("{}: no configuration has a measured '{}'", root.name(), objective));
}

Configuration configuration_of(const JsonPlace& entry, const std::vector<std::string>& names) {
  Configuration configuration;
  for (const std::string& name : names) configuration[name] = value_text(entry.member(name));
  return configuration;
}

/// tune_params of a cache without configurations: a product.
Space product_of(const JsonPlace& params, const std::vector<std::string>& names) {
  Space space;
  for (const std::string& name : names) {
    const JsonPlace values = params.member(name);
    space.dimensions.push_back(
        dimension_of(name, python_value(values), [&](const std::string& message) { values.fail(message); }));
  }
  return space;
}

}  // namespace

TuningFile read_cache(const JsonPlace& root, const std::string& objective) {
  TuningFile file;
  const std::vector<std::string> names = names_in(root.member("tune_params_keys"));
  if (const auto name = root.find("kernel_name")) file.kernel_name = name->text();
  if (const auto name = root.find("device_name")) file.device_name = name->text();
  if (const auto size = root.find("problem_size")) file.problem_size = python_value(*size);
  const auto entries = root.member("cache").members();
  ListedSpace space(names);
  for (const auto& [key, entry] : entries) {
    const Configuration configuration = configuration_of(entry, names);
    if (!space.add(configuration)) entry.fail("the configuration comes twice");
    if (objective.empty()) continue;
    const auto cell = entry.find(objective);
    if (const auto time = cell ? seconds_in(*cell) : std::nullopt) file.measured_s[configuration] = *time;
  }
  file.space = entries.empty() ? product_of(root.member("tune_params"), names) : space.take();
  refuse_missing(file, root, objective);
  return file;
}

TuningFile read_t4(const JsonPlace& root, const std::string& objective) {
  TuningFile file;
  const auto results = root.member("results").elements();
  if (results.empty()) root.member("results").fail("has no configuration");
  std::vector<std::string> names;
  for (const auto& [name, value] : results.front().member("configuration").members()) names.push_back(name);
  if (names.empty()) results.front().member("configuration").fail("has no parameter");
  ListedSpace space(names);
  for (const JsonPlace& result : results) {
    const JsonPlace stated = result.member("configuration");
    if (stated.members().size() != names.size())
      stated.fail(fmt::format("has other parameters than the first: {}", fmt::join(names, ", ")));
    const Configuration configuration = configuration_of(stated, names);
    if (!space.add(configuration)) stated.fail("the configuration comes twice");
    const auto measurements = result.find("measurements");
    if (objective.empty() || !measurements) continue;
    for (const JsonPlace& one : measurements->elements()) {
      if (one.member("name").text() != objective) continue;
      if (const auto time = seconds_in(one.member("value"))) file.measured_s[configuration] = *time;
    }
  }
  file.space = space.take();
  refuse_missing(file, root, objective);
  return file;
}

}  // namespace forewarp::rank::detail
