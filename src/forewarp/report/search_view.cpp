// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/search_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::report {
namespace {

using validate::Nesting;
using validate::SearchResult;

const char* nesting_text(Nesting nesting) {
  return nesting == Nesting::nested ? "settings chosen on inner folds of the training rows"
                                    : "settings chosen on the folds they are then scored on (not truly nested)";
}

std::size_t iterations_of(const SearchResult& result) {
  return result.folds.empty() ? 0 : result.folds.back().iteration + 1;
}

}  // namespace

std::string search_text(const std::vector<std::string>& settings, const SearchResult& result, Nesting nesting) {
  const std::size_t iterations = iterations_of(result);
  std::string text = fmt::format("{} settings, {} iterations of {} folds, {}\n", settings.size(), iterations,
                                 result.folds.size() / std::max<std::size_t>(1, iterations), nesting_text(nesting));
  TextTable table({"setting", "error on the folds of the choice", "chosen"});
  for (std::size_t s = 0; s < settings.size(); ++s) {
    const auto times = std::ranges::count_if(result.folds, [&](const auto& f) { return f.chosen == s; });
    table.row(
        {settings[s], percent_text(result.mean_error[s]) + (s == result.best ? " <" : ""), fmt::format("{}", times)});
  }
  const std::vector<double> outer = result.outer_errors();
  return text + table.str("  ") +
         fmt::format("outer folds: error median {} [{}, {}], mean {}\n", percent_text(median(outer)),
                     percent_text(quantile(outer, 0.25)), percent_text(quantile(outer, 0.75)),
                     percent_text(mean(outer)));
}

std::string search_csv(const std::vector<std::string>& settings, const SearchResult& result) {
  std::string csv = "iteration,fold,setting,inner_error,outer_error\n";
  for (const validate::FoldScore& f : result.folds)
    csv += csv_line({fmt::format("{}", f.iteration + 1), fmt::format("{}", f.fold + 1), settings[f.chosen],
                     number_text(f.inner), number_text(f.outer)});
  return csv;
}

nlohmann::json search_json(const std::vector<std::string>& settings, const SearchResult& result, Nesting nesting) {
  nlohmann::json folds = nlohmann::json::array(), means = nlohmann::json::array();
  for (const validate::FoldScore& f : result.folds)
    folds.push_back({{"iteration", f.iteration + 1},
                     {"fold", f.fold + 1},
                     {"setting", settings[f.chosen]},
                     {"inner", f.inner},
                     {"outer", f.outer}});
  for (std::size_t s = 0; s < settings.size(); ++s)
    means.push_back({{"setting", settings[s]}, {"error", result.mean_error[s]}});
  return {{"nesting", nesting == Nesting::nested ? "nested" : "shared"},
          {"settings", std::move(means)},
          {"best", settings[result.best]},
          {"folds", std::move(folds)}};
}

}  // namespace forewarp::report
