// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_values.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/model/expression/predict_table.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/file.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

namespace expression = model::expression;

/// The texts of the row, or its number.
std::string label_of(const Table& table, std::size_t row) {
  std::string label;
  for (const Table::Column& column : table.columns())
    if (const auto* texts = std::get_if<Table::Texts>(&column.cells))
      label += fmt::format("{}{}", label.empty() ? "" : " ", (*texts)[row]);
  return label.empty() ? fmt::format("row {}", row + 1) : label;
}

}  // namespace

Told::Told(const expression::Calibration& calibration) {
  const std::string& output = calibration.output;
  if (output.starts_with("f_cl_wall_time")) {
    name = "time", key = "time_s", unit = "s";
  } else if (output == "f_power") {
    name = "power", key = "power_w", unit = "W";
  } else if (output == "f_energy") {
    name = "energy", key = "energy_j", unit = "J";
  } else {
    name = key = output;
  }
}

std::string Told::operator()(double value) const {
  if (unit == "s") return report::time_text(value);
  return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
}

bool is_table(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".csv" || extension == ".sqlite" || extension == ".sqlite3" || extension == ".db";
}

void predict_values(const expression::Calibration& calibration, const std::string& path, bool json, bool csv,
                    const std::string& page) {
  const Table table = table::read_table(path);
  const expression::Predictor predictor(calibration);
  std::vector<expression::TermedPrediction> predictions;
  try {
    predictions = expression::predict_rows(predictor, table);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
  const Told told(calibration);
  nlohmann::ordered_json document{{"device", calibration.device}, {"rows", nlohmann::ordered_json::array()}};
  report::TextTable rows({"row", told.name});
  if (csv) fmt::print("row,device,{}\n", told.key);
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    const std::string label = label_of(table, i);
    nlohmann::ordered_json terms = nlohmann::ordered_json::object();
    for (const expression::Term& term : predictions[i].terms)
      terms[term.text] = terms.value(term.text, 0.0) + term.value;
    document["rows"].push_back({{"row", label}, {told.key, predictions[i].value}, {"terms", std::move(terms)}});
    rows.row({label, told(predictions[i].value)});
    if (csv) fmt::print("\"{}\",{},{}\n", label, calibration.device, predictions[i].value);
  }
  if (json) fmt::print("{}\n", report::json_text(document));
  if (!json && !csv) fmt::print("{} on {}\n\n{}", calibration.output, calibration.device, rows.str());
  save_report(page, "predict", document);
}

}  // namespace forewarp::tool
