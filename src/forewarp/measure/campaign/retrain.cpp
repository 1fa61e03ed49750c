// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/retrain.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/measure/campaign/models.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::campaign {
namespace {

constexpr std::size_t max_alone = 300;  // rows that are left out one by one; more: in ten folds

std::size_t distinct(const std::vector<std::string>& texts) {
  return std::set<std::string>(texts.begin(), texts.end()).size();
}

/// Each once, the lowest first.
std::vector<std::string> distinct_clocks(const std::vector<std::string>& texts) {
  const std::set<std::string> different(texts.begin(), texts.end());
  std::vector<std::string> clocks(different.begin(), different.end());
  std::erase(clocks, "");
  std::ranges::sort(clocks, {}, [](const std::string& text) {
    const Clocks c = clocks_from(text);
    return std::pair(c.core_mhz, c.memory_mhz);
  });
  return clocks;
}

std::vector<validate::Scheme> schemes_of(const Measured& m, std::uint64_t seed) {
  const std::size_t rows = m.values.size();
  std::vector<validate::Scheme> schemes;
  if (rows <= max_alone)
    schemes.push_back({"each launch left out alone", validate::leave_one_out(rows), {}});
  else
    schemes.push_back({"random folds", validate::k_fold(rows, 10, seed), {}});
  const auto by = [&](const char* name, const std::vector<std::string>& groups) {
    if (distinct(groups) < 2) return;
    if (distinct(groups) > 40)
      schemes.push_back({fmt::format("by {}, whole groups", name), validate::group_k_fold(groups, 20, seed), groups});
    else
      schemes.push_back({fmt::format("by {}, each left out", name), validate::leave_one_group_out(groups), groups});
  };
  by("kernel", m.kernels);
  by("suite", m.suites);
  by("device", m.devices);
  by("clock", m.clocks);
  return schemes;
}

/// By its errors on kernels left out: what most users ask.
const validate::SchemeResult& decisive(const validate::Evaluation& evaluation) {
  for (const validate::SchemeResult& scheme : evaluation.schemes)
    if (scheme.name.starts_with("by kernel")) return scheme;
  return evaluation.schemes.front();
}

std::size_t best_of(const validate::SchemeResult& scheme) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < scheme.methods.size(); ++i)
    if (!scheme.methods[i].baseline &&
        (scheme.methods[best].baseline || scheme.methods[i].errors->median < scheme.methods[best].errors->median))
      best = i;
  return best;
}

/// Factors that leave (1 - level) / 2 of measured / predicted on either side.
std::optional<learn::Range> range_of(std::span<const double> predicted, std::span<const double> measured,
                                     double level) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < measured.size(); ++i)
    if (std::isfinite(predicted[i]) && predicted[i] > 0) ratios.push_back(measured[i] / predicted[i]);
  if (static_cast<double>(ratios.size() + 1) * (1 - level) / 2 < 1) return std::nullopt;
  const double tail = (1 - level) / 2;
  return learn::Range{learn::Range::Kind::factor, level, quantile(ratios, tail), quantile(ratios, 1 - tail)};
}

/// The range's own test: calibrated on the answers for every other kernel left out, it is tried on the rest, and the
/// other way.
std::optional<double> coverage_of(const Measured& m, std::span<const double> predicted, double level) {
  std::map<std::string, int> side;
  for (const std::string& kernel : m.kernels) side.try_emplace(kernel, static_cast<int>(side.size() % 2));
  std::size_t within = 0, tried = 0;
  for (const int calibrate : {0, 1}) {
    std::vector<double> p, y;
    for (std::size_t i = 0; i < m.values.size(); ++i)
      if (side[m.kernels[i]] == calibrate) p.push_back(predicted[i]), y.push_back(m.values[i]);
    const auto range = range_of(p, y, level);
    if (!range) return std::nullopt;
    for (std::size_t i = 0; i < m.values.size(); ++i) {
      if (side[m.kernels[i]] == calibrate) continue;
      const double ratio = m.values[i] / predicted[i];
      ++tried;
      within += ratio >= range->low && ratio <= range->high;
    }
  }
  return tried == 0 ? std::nullopt : std::optional(static_cast<double>(within) / static_cast<double>(tried));
}

/// No more rows of one kernel than the cap, chosen at random.
Measured capped(const Measured& m, std::size_t cap, std::uint64_t seed) {
  std::vector<std::size_t> order(m.values.size()), rows;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  SplitMix(seed, 77).shuffle(std::span(order));
  std::map<std::string, std::size_t> taken;
  for (const std::size_t i : order)
    if (++taken[m.kernels[i] + "\n" + m.devices[i]] <= cap) rows.push_back(i);
  std::ranges::sort(rows);
  Measured few{.target = m.target, .samples = m.samples.select_rows(rows), .synthetic = m.synthetic};
  for (const std::size_t i : rows) {
    few.values.push_back(m.values[i]);
    few.kernels.push_back(m.kernels[i]);
    few.suites.push_back(m.suites[i]);
    few.devices.push_back(m.devices[i]);
    few.clocks.push_back(m.clocks[i]);
  }
  return few;
}

void nested_search(Retrained& result, const Measured& m, const Recipe& braun, const RetrainOptions& options,
                   const validate::CrossOptions& cross) {
  constexpr std::size_t folds = 3;
  if (options.iterations == 0 || m.values.size() < 20) return;
  std::vector<validate::Method> settings;
  const std::map<std::string, std::string> grid = {
      {"trees", options.trees > 64 ? fmt::format("64|{}", options.trees) : fmt::format("{}", options.trees)},
      {"max_features", "all|sqrt"},
      {"criterion", "mse|mae"}};
  for (const auto& point : validate::expand_grid(grid)) {
    Recipe one = braun;
    std::string name;
    for (const auto& [key, value] : point) {
      one.spec.settings[key] = value;
      name += (name.empty() ? "" : ",") + key + "=" + value;
    }
    result.grid.push_back(name);
    settings.push_back(method_of(one));
  }
  const validate::Splitter splitter =
      m.target == "time" ? validate::duration_splitter(m.values, folds) : validate::k_fold_splitter(folds);
  result.nested = validate::search(m.samples, {m.values, {}}, settings, splitter,
                                   {.iterations = options.iterations, .cross = cross});
}

learn::ModelFile fitted(const Retrained& result, const Measured& m, const Recipe& recipe,
                        const validate::SchemeResult& scheme, std::size_t which, const RetrainOptions& options) {
  learn::Target target{m.values, {}};
  if (!recipe.ratio_to.empty()) {
    const auto& names = m.samples.names();
    const auto j = static_cast<std::size_t>(std::ranges::find(names, recipe.ratio_to) - names.begin());
    for (std::size_t i = 0; i < target.values.size(); ++i) target.values[i] /= m.samples.at(i, j);
  }
  learn::ModelFile file{
      learn::Pipeline::fit(recipe.spec, m.samples, target, {.seed = options.seed, .threads = options.threads}), {}};
  if (const auto range = range_of(scheme.methods[which].predicted, m.values, options.level))
    file.pipeline.set_range(*range);
  file.notes.data_digest = learn::training_digest(m.samples, {m.values, {}});
  file.notes.data_rows = m.values.size();
  file.notes.split = scheme.name;
  for (const validate::SchemeResult& s : result.evaluation.schemes) {
    file.notes.errors.push_back({s.name, "median", "%", 100 * s.methods[which].errors->median});
    file.notes.errors.push_back({s.name, "MAPE", "%", 100 * s.methods[which].errors->mape});
  }
  if (result.coverage)
    file.notes.errors.push_back(
        {"by kernel", fmt::format("coverage of {:.0f} % ranges", 100 * options.level), "%", 100 * *result.coverage});
  file.notes.device = result.device;
  file.notes.date = options.date;
  file.notes.notes = {{"recipe", recipe.name}, {"source", m.synthetic ? "synthetic" : "measured"}};
  if (!recipe.ratio_to.empty()) file.notes.notes["ratio_to"] = recipe.ratio_to;
  if (const auto clocks = distinct_clocks(m.clocks); clocks.size() > 1)
    file.notes.notes["clocks"] = fmt::format("{}", fmt::join(clocks, " "));
  const bool pocl = result.device.starts_with("pthread-") || result.device.starts_with("cpu-");  // PoCL's names of CPUs
  if (!options.device_kind.empty() || pocl)
    file.notes.notes["device kind"] = options.device_kind.empty() ? "cpu" : options.device_kind;
  return file;
}

}  // namespace

Retrained retrain(const Table& table, const std::string& target, const std::string& device,
                  const RetrainOptions& options) {
  if (!(options.level > 0 && options.level < 1)) throw InputError("the level of a range must be between 0 and 1");
  if (options.trees < 1) throw InputError("a forest has at least one tree");
  const Measured m = capped(measured_from(table, target, device), options.cap, options.seed);
  const std::vector<Recipe> all = recipes(m, options.trees);
  const validate::CrossOptions cross{.seed = options.seed, .threads = options.threads, .progress = options.progress};
  std::vector<validate::Method> methods;
  for (const Recipe& recipe : all) methods.push_back(method_of(recipe));
  validate::Evaluation evaluation = validate::evaluate(m.samples, {m.values, {}}, schemes_of(m, options.seed), methods,
                                                       {.cross = cross, .coverage = std::nullopt});
  const validate::SchemeResult& scheme = decisive(evaluation);
  const std::size_t which = best_of(scheme);
  Retrained result{.device = device.empty() ? every_device : device,
                   .target = target,
                   .rows = m.values.size(),
                   .kernels = distinct(m.kernels),
                   .evaluation = evaluation,
                   .nested = std::nullopt,
                   .grid = {},
                   .chosen = all[which].name,
                   .coverage = coverage_of(m, scheme.methods[which].predicted, options.level),
                   .model = {learn::Pipeline(), {}}};
  nested_search(result, m, all.front(), options, cross);
  result.model = fitted(result, m, all[which], scheme, which, options);
  return result;
}

std::vector<Retrained> retrain_all(const Table& table, const RetrainOptions& options) {
  if (!table.has("device") || !table.has("kernel"))
    throw InputError("the table has no columns 'device' and 'kernel': is it a campaign's?");
  const std::vector<std::string>& column = table.texts("device");
  const std::set<std::string> devices(column.begin(), column.end());
  std::vector<Retrained> all;
  for (const char* target : {"time", "power"}) {
    if (!table.has(target)) continue;
    for (const std::string& device : devices) all.push_back(retrain(table, target, device, options));
    if (devices.size() > 1 && has_device_inputs(table)) all.push_back(retrain(table, target, "", options));
  }
  if (all.empty()) throw InputError("the table has neither time nor power");
  return all;
}

std::string model_file_name(const std::string& device, const std::string& target) {
  std::string name;
  for (const char c : lower_case(device + " " + target))
    if (is_letter(c) || is_digit(c))
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  return name + ".fwm";
}

}  // namespace forewarp::campaign
