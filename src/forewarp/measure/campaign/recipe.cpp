// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/recipe.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::campaign {
namespace {

constexpr std::size_t min_rows = 8;

learn::PipelineSpec trees_spec(const std::vector<std::string>& inputs, const std::string& target, unsigned trees) {
  learn::PipelineSpec spec;
  for (const std::string& name : inputs) spec.features.push_back({name, "", learn::Transform::identity, 0});
  spec.target = {target, target == "time" ? "s" : "W",
                 target == "time" ? learn::Transform::log : learn::Transform::identity, 0};
  spec.learner = "extra_trees";
  spec.settings = {{"trees", fmt::format("{}", trees)}, {"criterion", "mae"}};
  return spec;
}

/// Sizes span decades; shares and ratios do not.
bool is_size(const std::string& name) {
  static const std::set<std::string> names = {"threads_per_cta",       "ctas",
                                              "total_instructions",    "footprint_bytes",
                                              "instructions_per_warp", "shared_bytes_per_cta",
                                              "code_instructions"};
  return names.contains(name);
}

/// A smooth surface over logarithms of sizes and over shares: where kernels are few it carries further than trees.
Recipe support_vectors(const std::string& target, const std::vector<std::string>& inputs) {
  Recipe recipe{"support vectors", trees_spec(inputs, target, 1), "total_instructions"};
  for (learn::Variable& feature : recipe.spec.features)
    if (is_size(feature.name)) feature.transform = learn::Transform::log, feature.offset = 1;
  recipe.spec.scaling = learn::ScalingKind::z_score;
  recipe.spec.learner = "svm";
  recipe.spec.settings = {{"cost", "10"}};
  return recipe;
}

std::size_t index_of(const learn::Samples& samples, const std::string& name) {
  const auto& names = samples.names();
  const auto found = std::ranges::find(names, name);
  FOREWARP_ASSERT(found != names.end(), "a recipe asks only for inputs that were made");
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<std::string> all_inputs(bool has_bounds, const Table& table) {
  std::vector<std::string> names = braun_inputs();
  for (const auto* more : {&intensive_inputs(), &amount_inputs()})
    for (const std::string& name : *more)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  if (has_bounds)
    for (const auto* more : {&bounds_inputs(), &sheet_inputs()}) names.insert(names.end(), more->begin(), more->end());
  for (const std::string& name : clock_inputs())
    if (table.has(name)) names.push_back(name);
  return names;
}

LaunchFacts facts_of(const Table& table, std::size_t row) {
  LaunchFacts facts;
  for (const Table::Column& column : table.columns())
    if (!column.is_number())
      continue;
    else if (is_device_input(column.name))
      facts.of_device[column.name] = table.numbers(column.name)[row];
    else if (feature::find_feature(column.name) != nullptr)
      facts.features.set(column.name, table.numbers(column.name)[row]);
  return facts;
}

/// A table of an older campaign has fewer features than there are now: features it lacks are left out, but for the
/// twelve.
std::vector<std::string> told_inputs(const LaunchFacts& facts, bool has_bounds, const Table& table) {
  std::vector<std::string> names = all_inputs(has_bounds, table);
  std::erase_if(names, [&](const std::string& name) {
    if (std::ranges::find(braun_inputs(), name) != braun_inputs().end()) return false;
    try {
      (void)input(name, facts);
      return false;
    } catch (const InputError&) {
      return true;
    }
  });
  return names;
}

std::vector<double> row_of(const learn::ModelFile& model, const LaunchFacts& facts) {
  std::vector<double> row;
  for (const learn::Variable& feature : model.pipeline.spec().features) row.push_back(input(feature.name, facts));
  return row;
}

bool has_input(const learn::Samples& samples, std::string_view name) {
  return std::ranges::find(samples.names(), name) != samples.names().end();
}

/// Those that the samples have.
std::vector<std::string> told_of(std::vector<std::string> names, const learn::Samples& samples) {
  std::erase_if(names, [&](const std::string& name) { return !has_input(samples, name); });
  return names;
}

/// A clock is no cost, so a sum of costs has no use for it.
void add_clocks(Recipe& recipe, const learn::Samples& samples) {
  for (const std::string& name : told_of(clock_inputs(), samples))
    recipe.spec.features.push_back({name, "MHz", learn::Transform::identity, 0});
}

Recipe physics_first(const Measured& measured, unsigned trees) {
  std::vector<std::string> inputs = told_of(intensive_inputs(), measured.samples);
  inputs.insert(inputs.end(), bounds_inputs().begin(), bounds_inputs().end());
  if (std::ranges::any_of(measured.devices, [&](const std::string& d) { return d != measured.devices.front(); }))
    inputs.insert(inputs.end(), sheet_inputs().begin(), sheet_inputs().end());
  return {"physics first", trees_spec(inputs, measured.target, trees),
          std::string(measured.target == "time" ? bounds_input : tdp_input)};
}

}  // namespace

Measured measured_from(const Table& table, const std::string& target, const std::string& device) {
  if (!table.has(target)) throw InputError(fmt::format("the table has no column '{}'", target));
  std::vector<std::size_t> rows;
  const table::Table::Numbers& values = table.numbers(target);
  const bool has_bounds = has_device_inputs(table);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const bool here = device.empty() || table.texts("device")[i] == device;
    const bool told = !has_bounds || table.numbers(std::string(bounds_input))[i] > 0;
    if (here && told && std::isfinite(values[i]) && values[i] > 0) rows.push_back(i);
  }
  if (rows.size() < min_rows)
    throw InputError(fmt::format("{} rows of {} have a {}; at least {} are needed", rows.size(),
                                 device.empty() ? "the table" : device, target, min_rows));
  const std::vector<std::string> inputs = told_inputs(facts_of(table, rows.front()), has_bounds, table);
  Measured measured{.target = target, .samples = learn::Samples(inputs, rows.size())};
  const std::vector<Input> read(inputs.begin(), inputs.end());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const LaunchFacts facts = facts_of(table, rows[k]);
    for (std::size_t j = 0; j < read.size(); ++j) measured.samples.feature(j)[k] = read[j].value(facts);
    measured.values.push_back(values[rows[k]]);
    measured.kernels.push_back(table.texts("kernel")[rows[k]]);
    measured.suites.push_back(table.has("suite") ? table.texts("suite")[rows[k]] : "");
    measured.devices.push_back(table.texts("device")[rows[k]]);
    measured.clocks.push_back(clock_text(table, rows[k]));
    measured.synthetic |= table.has("source") && table.texts("source")[rows[k]] == "synthetic";
  }
  return measured;
}

std::string clock_text(const Table& table, std::size_t row) {
  const std::string core(core_clock_input), memory(memory_clock_input);
  if (!table.has(core)) return "";
  return clock_text(Clocks{table.numbers(core)[row], table.has(memory) ? table.numbers(memory)[row] : 0});
}

bool has_device_inputs(const Table& table) {
  const auto has = [&](const std::string& name) { return table.has(name); };
  return std::ranges::all_of(bounds_inputs(), has) && std::ranges::all_of(sheet_inputs(), has);
}

std::vector<Recipe> recipes(const Measured& measured, unsigned trees) {
  const std::string& target = measured.target;
  const std::vector<std::string> intensive = told_of(intensive_inputs(), measured.samples);
  std::vector<Recipe> all = {{"braun2020", trees_spec(braun_inputs(), target, trees), ""}};
  Recipe bounds{"bounds", trees_spec(told_of(amount_inputs(), measured.samples), target, 1), ""};
  bounds.spec.learner = "bounds";
  bounds.spec.settings.clear();
  bounds.spec.target.transform = learn::Transform::identity;
  all.push_back(std::move(bounds));
  all.push_back({"trees", trees_spec(intensive, target, trees), ""});
  if (target == "time") {
    all.push_back({"per work", trees_spec(intensive, target, trees), "total_instructions"});
    all.push_back(support_vectors(target, intensive));
  }
  if (has_input(measured.samples, bounds_input)) all.push_back(physics_first(measured, trees));
  for (Recipe& recipe : all)
    if (recipe.name != "bounds") add_clocks(recipe, measured.samples);
  return all;
}

validate::Method method_of(const Recipe& recipe) {
  if (recipe.ratio_to.empty()) return validate::pipeline_method(recipe.name, recipe.spec);
  const auto answer = [recipe](const learn::Samples& samples, const learn::Target& target, const validate::Split& split,
                               const learn::FitOptions& options) {
    const std::span<const double> over = samples.feature(index_of(samples, recipe.ratio_to));
    learn::Target ratio = target;
    for (std::size_t i = 0; i < ratio.values.size(); ++i) ratio.values[i] /= over[i];
    std::vector<double> answers =
        validate::pipeline_method(recipe.name, recipe.spec).answer(samples, ratio, split, options);
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] *= over[split.test[i]];
    return answers;
  };
  return {recipe.name, false, answer, {}};
}

learn::Answer times_ratio(learn::Answer answer, const learn::ModelFile& model, const LaunchFacts& facts) {
  const auto ratio = model.notes.notes.find("ratio_to");
  if (ratio == model.notes.notes.end()) return answer;
  const double over = input(ratio->second, facts);
  answer.value *= over;
  if (answer.low) *answer.low *= over;
  if (answer.high) *answer.high *= over;
  return answer;
}

learn::Answer answer_of(const learn::ModelFile& model, const LaunchFacts& facts) {
  return times_ratio(model.pipeline.predict(row_of(model, facts)), model, facts);
}

std::vector<std::string> outside_of(const learn::ModelFile& model, const LaunchFacts& facts) {
  std::vector<std::string> names;
  for (const std::size_t j : model.pipeline.outside(row_of(model, facts)))
    names.push_back(model.pipeline.spec().features[j].name);
  return names;
}

}  // namespace forewarp::campaign
