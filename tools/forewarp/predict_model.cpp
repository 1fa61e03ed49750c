// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <variant>

#include "forewarp/frontend/fatbin/device_code.hpp"
#include "forewarp/measure/campaign/device_inputs.hpp"
#include "forewarp/measure/campaign/inputs.hpp"
#include "forewarp/measure/campaign/recipe.hpp"
#include "forewarp/model/feature/profile_features.hpp"
#include "forewarp/model/feature/wider.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/model_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/file.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

using report::AnsweredRow;

bool is_kernel(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  constexpr std::array<std::string_view, 3> code = {".cu", ".cl", ".ptx"};
  return extension.empty() || std::ranges::find(code, extension) != code.end() || std::filesystem::is_directory(path) ||
         fatbin::is_binary_file(path);
}

/// facts: what an input that is worked out from others is worked out from, and what the target was divided by before it
/// was learnt (campaign::Recipe::ratio_to).
AnsweredRow answered(const learn::ModelFile& model, std::string label, const std::vector<double>& row,
                     const campaign::LaunchFacts& facts, double measured) {
  const learn::Pipeline& pipeline = model.pipeline;
  AnsweredRow answer{std::move(label), campaign::times_ratio(pipeline.predict(row), model, facts), {}, measured};
  for (const std::size_t j : pipeline.outside(row)) answer.outside.push_back(pipeline.spec().features[j].name);
  return answer;
}

/// A product, quotient or sum of inputs (campaign/inputs.hpp), as the recipes of "forewarp retrain" read them.
bool is_worked_out(const std::string& name) { return name.find_first_of("*/+") != std::string::npos; }

/// The features among a row's numbers, holes left out.
campaign::LaunchFacts facts_of(const Table& table, std::size_t row) {
  campaign::LaunchFacts facts;
  for (const Table::Column& column : table.columns()) {
    const auto* numbers = std::get_if<Table::Numbers>(&column.cells);
    if (numbers && std::isfinite((*numbers)[row]) && feature::find_feature(column.name))
      facts.features.set(column.name, (*numbers)[row]);
  }
  return facts;
}

std::string label_of(const Table& table, std::size_t row) {
  std::string label = fmt::format("{}", row + 1);
  for (const Table::Column& column : table.columns())
    if (const auto* texts = std::get_if<Table::Texts>(&column.cells)) label += " " + (*texts)[row];
  return label;
}

std::vector<double> measured_in(const Table& table, const learn::Pipeline& pipeline) {
  const std::string& name = pipeline.spec().target.name;
  std::vector<double> unknown(table.rows(), std::numeric_limits<double>::quiet_NaN());
  if (!table.has(name) || table.is_number(name) == pipeline.is_class()) return unknown;
  if (!pipeline.is_class()) return table.numbers(name);
  const auto& classes = pipeline.classes();
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const auto at = std::ranges::find(classes, table.texts(name)[i]);
    if (at != classes.end()) unknown[i] = static_cast<double>(at - classes.begin());
  }
  return unknown;
}

std::vector<AnsweredRow> of_table(const learn::ModelFile& model, const std::string& path) {
  const learn::Pipeline& pipeline = model.pipeline;
  const Table table = table::read_table(path);
  std::vector<std::string> columns;
  for (const Table::Column& column : table.columns()) columns.push_back(column.name);
  /// A column, or an expression of columns.
  using Source = std::variant<const Table::Numbers*, campaign::Input>;
  std::vector<Source> features;
  for (const learn::Variable& feature : pipeline.spec().features) {
    if (!table.has(feature.name) && !is_worked_out(feature.name))
      throw InputError(fmt::format("{} has no column '{}', which the model asks for{}", path, feature.name,
                                   did_you_mean(feature.name, columns)));
    features.push_back(table.has(feature.name) ? Source(&table.numbers(feature.name))
                                               : Source(campaign::Input(feature.name)));
  }
  const std::vector<double> measured = measured_in(table, pipeline);
  std::vector<AnsweredRow> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    try {
      const campaign::LaunchFacts facts = facts_of(table, i);
      std::vector<double> row;
      for (const Source& feature : features) {
        const auto* column = std::get_if<const Table::Numbers*>(&feature);
        row.push_back(column ? (**column)[i] : std::get<campaign::Input>(feature).value(facts));
      }
      rows.push_back(answered(model, label_of(table, i), row, facts, measured[i]));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}, row {}: {}", path, i + 1, error.what()));
    }
  }
  return rows;
}

/// The first number of a device that the model reads; empty where it reads none.
std::string device_input_of(const learn::ModelFile& model) {
  for (const learn::Variable& feature : model.pipeline.spec().features)
    if (campaign::is_device_input(feature.name)) return feature.name;
  const auto ratio = model.notes.notes.find("ratio_to");
  return ratio != model.notes.notes.end() && campaign::is_device_input(ratio->second) ? ratio->second : "";
}

/// What the model reads of a device, for a launch of this profile; nothing where it reads none.
campaign::DeviceFacts facts_for(const learn::ModelFile& model, const profile::Profile& profile,
                                const std::vector<std::string>& names) {
  const std::string reads = device_input_of(model);
  if (reads.empty() && !names.empty())
    throw InputError("the model reads nothing of a device: it answers for what it was trained on; leave --device out");
  if (reads.empty()) return {};
  const auto devices = names.empty() ? std::vector<device::DeviceSpec>{} : devices_of(names);
  if (devices.size() != 1)
    throw InputError(fmt::format("the model reads its device ('{}'): name one with --device", reads));
  return campaign::device_facts(model::predict(profile, devices[0]), devices[0]);
}

/// What is said of the launch beside the answer.
struct Beside {
  std::string heading, notes;  ///< printed before and after it
  nlohmann::json json = nlohmann::json::object();
};

std::vector<AnsweredRow> of_kernel(const learn::ModelFile& model, const KernelOptions& options,
                                   const std::vector<std::string>& devices, Beside& beside) {
  const learn::Pipeline& pipeline = model.pipeline;
  const kernel::Kernel kernel = kernel::load(request_of(options));
  const profile::ProfileOptions asked = profile_options_of(options, kernel);
  profile::ThreadWalk walk;
  const profile::Profile profile = profile::profile(*kernel.module, kernel.launch, asked, walk);
  campaign::LaunchFacts facts{feature::profile_features(profile), facts_for(model, profile, devices)};
  const feature::Features& features = facts.features;
  feature::set_walk(facts.features, walk);
  std::vector<std::string> names;
  for (const auto& [name, value] : features.items()) names.push_back(name);
  std::vector<double> row;
  for (const learn::Variable& feature : pipeline.spec().features) {
    if (const auto fact = facts.of_device.find(feature.name); fact != facts.of_device.end())
      row.push_back(fact->second);
    else if (features.has(feature.name))
      row.push_back(features.at(feature.name));
    else if (is_worked_out(feature.name))
      row.push_back(campaign::input(feature.name, facts));
    else
      throw InputError(fmt::format("the model asks for '{}', which running a kernel does not give{}", feature.name,
                                   did_you_mean(feature.name, names)));
  }
  const nlohmann::json heading = report::heading_json(kernel, profile);
  beside = {report::heading_text(kernel, profile) + "\n",
            report::notes_text(kernel, profile),
            {{"marks", heading.at("marks")}, {"notes", heading.at("notes")}}};
  return {answered(model, options.request.path, row, facts, std::numeric_limits<double>::quiet_NaN())};
}

}  // namespace

void predict_with_model(const std::string& model, const KernelOptions& options, const std::vector<std::string>& devices,
                        const std::string& page) {
  const learn::ModelFile file = learn::read_model(model);
  const std::string path = options.request.path;
  if (!is_kernel(path) && !devices.empty()) throw InputError("a table names its devices itself; leave --device out");
  if (!is_kernel(path) && !options.check.empty()) throw InputError("--check is for kernels: a table is not run");
  Beside beside;
  const std::vector<AnsweredRow> rows =
      is_kernel(path) ? of_kernel(file, options, devices, beside) : of_table(file, path);
  nlohmann::json json = report::answers_json(file.pipeline, rows);
  json.update(beside.json);
  json["model"] = report::model_json(file.pipeline, file.notes);
  if (options.json) {
    fmt::print("{}\n", report::json_text(json));
  } else if (options.csv) {
    fmt::print("{}", report::answers_csv(file.pipeline, rows));
  } else {
    fmt::print("{}{}: {}\n{}{}", beside.heading, model, report::model_text(file.pipeline, file.notes),
               report::answers_text(file.pipeline, rows), beside.notes);
  }
  save_report(page, "predict", json);
}

}  // namespace forewarp::tool
