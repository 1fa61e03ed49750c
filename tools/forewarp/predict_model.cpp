// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "forewarp/campaign/device_inputs.hpp"
#include "forewarp/feature/profile_features.hpp"
#include "forewarp/feature/wider.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/model_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/table/file.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

using report::AnsweredRow;

bool is_kernel(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  constexpr std::array<std::string_view, 3> code = {".cu", ".cl", ".ptx"};
  return extension.empty() || std::ranges::find(code, extension) != code.end() || std::filesystem::is_directory(path);
}

AnsweredRow answered(const learn::Pipeline& pipeline, std::string label, const std::vector<double>& row,
                     double measured) {
  AnsweredRow answer{std::move(label), pipeline.predict(row), {}, measured};
  for (const std::size_t j : pipeline.outside(row)) answer.outside.push_back(pipeline.spec().features[j].name);
  return answer;
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

std::vector<AnsweredRow> of_table(const learn::Pipeline& pipeline, const std::string& path) {
  const Table table = table::read_table(path);
  std::vector<std::string> columns;
  for (const Table::Column& column : table.columns()) columns.push_back(column.name);
  std::vector<const Table::Numbers*> features;
  for (const learn::Variable& feature : pipeline.spec().features) {
    if (!table.has(feature.name))
      throw InputError(fmt::format("{} has no column '{}', which the model asks for{}", path, feature.name,
                                   did_you_mean(feature.name, columns)));
    features.push_back(&table.numbers(feature.name));
  }
  const std::vector<double> measured = measured_in(table, pipeline);
  std::vector<AnsweredRow> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::vector<double> row;
    for (const Table::Numbers* column : features) row.push_back((*column)[i]);
    try {
      rows.push_back(answered(pipeline, label_of(table, i), row, measured[i]));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}, row {}: {}", path, i + 1, error.what()));
    }
  }
  return rows;
}

/// What the model reads of a device, for a launch of this profile; nothing where it reads none.
campaign::DeviceFacts facts_for(const learn::Pipeline& pipeline, const profile::Profile& profile,
                                const std::vector<std::string>& names) {
  const auto& features = pipeline.spec().features;
  const auto reads = std::ranges::find_if(features, [](const auto& v) { return campaign::is_device_input(v.name); });
  if (reads == features.end() && !names.empty())
    throw InputError("the model reads nothing of a device: it answers for what it was trained on; leave --device out");
  if (reads == features.end()) return {};
  const auto devices = names.empty() ? std::vector<device::DeviceSpec>{} : devices_of(names);
  if (devices.size() != 1)
    throw InputError(fmt::format("the model reads its device ('{}'): name one with --device", reads->name));
  return campaign::device_facts(model::predict(profile, devices[0]), devices[0]);
}

std::vector<AnsweredRow> of_kernel(const learn::Pipeline& pipeline, const KernelOptions& options,
                                   const std::vector<std::string>& devices) {
  const kernel::Kernel kernel = kernel::load(request_of(options));
  const profile::ProfileOptions asked = profile_options_of(options, kernel);
  profile::ThreadWalk walk;
  const profile::Profile profile = profile::profile(*kernel.module, kernel.launch, asked, walk);
  feature::Features features = feature::profile_features(profile);
  feature::set_walk(features, walk);
  const campaign::DeviceFacts facts = facts_for(pipeline, profile, devices);
  std::vector<std::string> names;
  for (const auto& [name, value] : features.items()) names.push_back(name);
  std::vector<double> row;
  for (const learn::Variable& feature : pipeline.spec().features) {
    if (const auto fact = facts.find(feature.name); fact != facts.end()) {
      row.push_back(fact->second);
      continue;
    }
    if (!features.has(feature.name))
      throw InputError(fmt::format("the model asks for '{}', which running a kernel does not tell{}", feature.name,
                                   did_you_mean(feature.name, names)));
    row.push_back(features.at(feature.name));
  }
  if (!options.json && !options.csv) fmt::print("{}\n", report::heading_text(kernel, profile));
  return {answered(pipeline, options.request.path, row, std::numeric_limits<double>::quiet_NaN())};
}

}  // namespace

void predict_with_model(const std::string& model, const KernelOptions& options, const std::vector<std::string>& devices,
                        const std::string& page) {
  const learn::ModelFile file = learn::read_model(model);
  const std::string path = options.request.path;
  if (!is_kernel(path) && !devices.empty()) throw InputError("a table says its devices itself; leave --device out");
  const std::vector<AnsweredRow> rows =
      is_kernel(path) ? of_kernel(file.pipeline, options, devices) : of_table(file.pipeline, path);
  nlohmann::json json = report::answers_json(file.pipeline, rows);
  json["model"] = report::model_json(file.pipeline, file.notes);
  if (options.json) {
    fmt::print("{}\n", report::json_text(json));
  } else if (options.csv) {
    fmt::print("{}", report::answers_csv(file.pipeline, rows));
  } else {
    fmt::print("{}: {}\n{}", model, report::model_text(file.pipeline, file.notes),
               report::answers_text(file.pipeline, rows));
  }
  save_report(page, "predict", json);
}

}  // namespace forewarp::tool
