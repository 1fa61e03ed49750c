// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "forewarp/measure/campaign/models.hpp"
#include "forewarp/measure/campaign/retrain.hpp"
#include "forewarp/report/model_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/file.hpp"
#include "progress_bar.hpp"

namespace forewarp::tool {
namespace {

namespace fs = std::filesystem;

struct RetrainOptions {
  std::string table = "campaign.csv", out;
  campaign::RetrainOptions retrain;
  bool json = false;
};

std::string percent(double share) { return report::percent_text(share); }

std::string evaluation_text(const campaign::Retrained& result) {
  using report::Align;
  std::vector<std::string> head = {"recipe"};
  std::vector<Align> align = {Align::left};
  for (const validate::SchemeResult& scheme : result.evaluation.schemes)
    for (const char* what : {"median", "MAPE"}) {
      head.push_back(fmt::format("{}: {}", scheme.name.substr(0, scheme.name.find(',')), what));
      align.push_back(Align::right);
    }
  report::TextTable table(head, align);
  for (std::size_t i = 0; i < result.evaluation.schemes.front().methods.size(); ++i) {
    std::vector<std::string> row = {result.evaluation.schemes.front().methods[i].name};
    for (const validate::SchemeResult& scheme : result.evaluation.schemes) {
      row.push_back(percent(scheme.methods[i].errors->median));
      row.push_back(percent(scheme.methods[i].errors->mape));
    }
    table.row(row);
  }
  return table.str();
}

std::string result_text(const campaign::Retrained& result) {
  std::string text = fmt::format("{} on {}: {} launches of {} kernels\n{}", result.target, result.device, result.rows,
                                 result.kernels, evaluation_text(result));
  if (result.nested) {
    const std::vector<double> errors = result.nested->outer_errors();
    text += fmt::format("nested cross-validation of braun2020's recipe: MAPE of {} folds, median {}; best: {}\n",
                        errors.size(), percent(median(errors)), result.grid[result.nested->best]);
  }
  text += fmt::format(
      "kept: {}, the lowest median on kernels left out (chosen by that figure, so it is a little too good)\n",
      result.chosen);
  if (result.coverage)
    text +=
        fmt::format("its ranges hold {} of launches of kernels they were not made from\n", percent(*result.coverage));
  return text;
}

nlohmann::ordered_json json_of(const campaign::Retrained& result, const std::string& file) {
  nlohmann::ordered_json json = {{"device", result.device},   {"target", result.target}, {"rows", result.rows},
                                 {"kernels", result.kernels}, {"chosen", result.chosen}, {"file", file}};
  for (const validate::SchemeResult& scheme : result.evaluation.schemes)
    for (const validate::MethodResult& method : scheme.methods)
      json["errors"].push_back({{"left out", scheme.name},
                                {"recipe", method.name},
                                {"median", method.errors->median},
                                {"mape", method.errors->mape}});
  if (result.nested) {
    json["nested"]["folds"] = result.nested->outer_errors();
    json["nested"]["best"] = result.grid[result.nested->best];
  }
  if (result.coverage) json["coverage"] = *result.coverage;
  json["model"] = report::model_json(result.model.pipeline, result.model.notes);
  return json;
}

fs::path folder_of(const RetrainOptions& options) {
  if (!options.out.empty()) return options.out;
  if (const auto own = campaign::own_models_folder()) return *own;
  throw InputError("-o is missing, and there is no home folder for models");
}

void retrain_command(const RetrainOptions& options) {
  const Table table = table::read_table(options.table);
  const fs::path folder = folder_of(options);
  ProgressBar bar;
  campaign::RetrainOptions settings = options.retrain;
  settings.progress = &bar;
  const std::vector<campaign::Retrained> results = campaign::retrain_all(table, settings);
  if (bar.cancelled()) throw Interrupted();  // a network may have stopped half trained
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw InputError(fmt::format("{}: {}", folder.string(), failed.message()));
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const campaign::Retrained& result : results) {
    const fs::path file = folder / campaign::model_file_name(result.device, result.target);
    learn::write_model(file, result.model.pipeline, result.model.notes);
    if (options.json)
      json.push_back(json_of(result, file.string()));
    else
      fmt::print("{}wrote {}: {}\n", result_text(result), file.string(),
                 report::model_text(result.model.pipeline, result.model.notes));
  }
  if (options.json) fmt::print("{}\n", report::json_text(json));
}

}  // namespace

void add_retrain_command(CLI::App& app) {
  const auto options = std::make_shared<RetrainOptions>();
  campaign::RetrainOptions& retrain = options->retrain;
  const Command command =
      add_documented_command(app, "retrain", "train models of time and power on a campaign's table");
  command.add_option("table", options->table);
  command.add_option("-o,--out", options->out);
  command.add_option("--trees", retrain.trees).in_range(1u, 4096u);
  command.add_option("--cap", retrain.cap).in_range(1u, 1000000u);
  command.add_option("--iterations", retrain.iterations).in_range(0u, 1000u);
  command.add_option("--level", retrain.level).in_range(0.01, 0.999);
  command.add_option("--date", retrain.date);
  command.add_option("--seed", retrain.seed);
  command.add_option("--threads", retrain.threads).in_range(0u, 1024u);
  command.add_flag("--json", options->json);
  command.callback([options] { retrain_command(*options); });
}

}  // namespace forewarp::tool
