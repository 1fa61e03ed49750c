// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/model_header.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Variable& v) {
  return {{"name", v.name}, {"unit", v.unit}, {"transform", name_of(v.transform)}, {"offset", v.offset}};
}

Variable variable_from(const Json& json) {
  Variable v{json.at("name"), json.at("unit"), transform_called(json.at("transform").get<std::string>())};
  v.offset = json.at("offset");
  if (!std::isfinite(v.offset)) throw InputError("an offset in the header is not finite");
  return v;
}

Json to_json(const ErrorFigure& figure) {
  return {{"split", figure.split}, {"metric", figure.metric}, {"unit", figure.unit}, {"value", figure.value}};
}

/// A value that is NaN or infinite has no number in JSON: null.
ErrorFigure figure_from(const Json& json) {
  const Json& value = json.at("value");
  return {json.at("split"), json.at("metric"), json.at("unit"), value.is_null() ? NAN : value.get<double>()};
}

/// Those given and the fallbacks of the others, as they were used.
Json settings_in_force(const PipelineSpec& spec) {
  const LearnerEntry& entry = find_learner(spec.learner);
  const Parameters parameters(entry.name, entry.parameters, spec.settings);
  Json json = Json::object();
  for (const auto& [name, value] : parameters.all()) json[name] = value;
  return json;
}

ModelNotes notes_from(const Json& json) {
  const Json& training = json.at("training");
  ModelNotes notes{.data_digest = training.at("digest"),
                   .data_rows = training.at("rows"),
                   .split = training.at("split"),
                   .device = training.at("device"),
                   .date = training.at("date"),
                   .notes = json.at("notes").get<std::map<std::string, std::string>>()};
  for (const Json& figure : json.at("errors")) notes.errors.push_back(figure_from(figure));
  return notes;
}

ModelHeader header_from(const Json& json) {
  ModelHeader header;
  for (const Json& feature : json.at("features")) header.spec.features.push_back(variable_from(feature));
  if (header.spec.features.empty() || header.spec.features.size() > max_features)
    throw InputError(fmt::format("the header names {} features", header.spec.features.size()));
  header.spec.target = variable_from(json.at("target"));
  header.classes = json.at("classes").get<std::vector<std::string>>();
  if (header.classes.size() == 1 || header.classes.size() > max_classes)
    throw InputError(fmt::format("the header names {} classes", header.classes.size()));
  header.spec.scaling = scaling_called(json.at("scaling").get<std::string>());
  header.spec.learner = json.at("learner");
  header.spec.settings = json.at("settings").get<std::map<std::string, std::string>>();
  header.notes = notes_from(json);
  return header;
}

}  // namespace

std::string header_text(const Pipeline& pipeline, const ModelNotes& notes) {
  const PipelineSpec& spec = pipeline.spec();
  Json json;
  json["format"] = "forewarp model";
  json["features"] = Json::array();
  for (const Variable& feature : spec.features) json["features"].push_back(to_json(feature));
  json["target"] = to_json(spec.target);
  json["classes"] = pipeline.classes();
  json["scaling"] = name_of(spec.scaling);
  json["learner"] = spec.learner;
  json["settings"] = settings_in_force(spec);
  json["training"] = {{"digest", notes.data_digest},
                      {"rows", notes.data_rows},
                      {"split", notes.split},
                      {"device", notes.device},
                      {"date", notes.date}};
  json["errors"] = Json::array();
  for (const ErrorFigure& figure : notes.errors) json["errors"].push_back(to_json(figure));
  json["notes"] = notes.notes;
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

ModelHeader parse_header(std::string_view text) {
  try {
    return header_from(Json::parse(text));
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("the header is not that of a model: {}", error.what()));
  }
}

}  // namespace forewarp::learn
