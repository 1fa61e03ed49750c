// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/predict_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {

std::vector<TermedPrediction> predict_rows(const Predictor& predictor, const Table& values) {
  std::vector<std::string> columns;
  for (const Table::Column& column : values.columns()) columns.push_back(column.name);
  std::vector<const Table::Numbers*> features;
  for (const std::string& feature : predictor.features()) {
    if (!values.has(feature))
      throw InputError(
          fmt::format("no column '{}', which the expression asks for{}", feature, did_you_mean(feature, columns)));
    features.push_back(&values.numbers(feature));
  }
  std::vector<TermedPrediction> out;
  std::vector<double> row(features.size());
  for (std::size_t i = 0; i < values.rows(); ++i) {
    for (std::size_t j = 0; j < features.size(); ++j) {
      row[j] = (*features[j])[i];
      if (!std::isfinite(row[j]))
        throw InputError(fmt::format("row {}: '{}' has no value", i + 1, predictor.features()[j]));
    }
    out.push_back(predictor.explain(row));
  }
  return out;
}

}  // namespace forewarp::model::expression
