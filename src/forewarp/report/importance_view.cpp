// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/importance_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

std::vector<std::size_t> most_first(const validate::Importances& importances) {
  std::vector<std::size_t> order(importances.features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return importances.features[a].permutation > importances.features[b].permutation;
  });
  return order;
}

std::string rise_text(const validate::Importance& importance) {
  return fmt::format("{}{} ({})", importance.permutation >= 0 ? "+" : "", percent_text(importance.permutation),
                     percent_text(importance.spread));
}

}  // namespace

std::string importance_text(const std::vector<SchemeImportances>& schemes) {
  std::vector<std::string> header = {"feature", "impurity"};
  std::string text;
  for (const SchemeImportances& scheme : schemes) {
    header.push_back("shuffled: " + scheme.scheme);
    text += fmt::format("{}: the error is {}\n", scheme.scheme, percent_text(scheme.importances.error));
  }
  TextTable table(std::move(header));
  for (const std::size_t j : most_first(schemes.front().importances)) {
    const validate::Importance& first = schemes.front().importances.features[j];
    std::vector<std::string> cells = {first.feature, percent_text(first.impurity)};
    for (const SchemeImportances& scheme : schemes) cells.push_back(rise_text(scheme.importances.features[j]));
    table.row(std::move(cells));
  }
  return text + "what shuffling a feature among held-out rows adds to it (its spread over the folds):\n" +
         table.str("  ");
}

std::string importance_csv(const std::vector<SchemeImportances>& schemes) {
  std::string csv = "scheme,feature,impurity,permutation,spread,error\n";
  for (const SchemeImportances& scheme : schemes)
    for (const validate::Importance& f : scheme.importances.features)
      csv += csv_line({scheme.scheme, f.feature, std::isnan(f.impurity) ? "" : number_text(f.impurity),
                       number_text(f.permutation), number_text(f.spread), number_text(scheme.importances.error)});
  return csv;
}

nlohmann::json importance_json(const std::vector<SchemeImportances>& schemes) {
  nlohmann::json all = nlohmann::json::array();
  for (const SchemeImportances& scheme : schemes) {
    nlohmann::json features = nlohmann::json::array();
    for (const validate::Importance& f : scheme.importances.features)
      features.push_back({{"feature", f.feature},
                          {"impurity", std::isnan(f.impurity) ? nlohmann::json() : nlohmann::json(f.impurity)},
                          {"permutation", f.permutation},
                          {"spread", f.spread}});
    all.push_back({{"scheme", scheme.scheme}, {"error", scheme.importances.error}, {"features", std::move(features)}});
  }
  return all;
}

}  // namespace forewarp::report
