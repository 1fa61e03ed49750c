// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_learned/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "papers/chart_file.hpp"
#include "papers/charts.hpp"

namespace forewarp::papers::amaris2022_learned {

Picture qq_picture(const Table& quantiles) {
  const Table::Numbers& normal = quantiles.numbers("normal");
  using Style = report::Series::Style;
  const std::vector<double> ends{normal.front(), normal.back()};
  const report::Series diagonal = series_of("normally distributed", ends, ends),
                       plain = series_of("without logarithms", normal, quantiles.numbers("without logarithms"),
                                         Style::points),
                       logs = series_of("with logarithms", normal, quantiles.numbers("with logarithms"), Style::points);
  return {"figure3", "Figure 3: quantiles of the residuals of linear regression",
          chart_file(chart_of("Residuals of linear regression (Figure 3)", "quantile of the normal distribution",
                              "quantile of the residuals, standardised", {diagonal, plain, logs}))};
}

Picture dendrogram_picture(const learn::FeatureSelection& s) {
  std::vector<std::string> names;
  for (const std::size_t j : s.kept) names.push_back(s.candidates[j].name);
  return {"figure4", "Figure 4: dendrogram of the features over 0.75",
          chart_file(tree_of(fmt::format("{} features in 10 clusters (Figure 4)", s.kept.size()),
                             "1 - |rank correlation|", names, s.tree, std::min<std::size_t>(10, s.kept.size())))};
}

std::vector<Picture> bar_pictures(const Table& errors) {
  std::vector<Picture> pictures;
  std::vector<std::string> groups;
  for (const double count : errors.numbers("GPU features")) groups.push_back(fmt::format("{:g}", count));
  pictures.push_back(
      {"figure5", "Figure 5: how many GPU features, errors of logarithms",
       chart_file(bars_of("Forest with 5 kernel features (Figure 5): errors of logarithms", "MAPE of logarithms, %",
                          "number of GPU features", groups,
                          {{"unseen GPU", errors.numbers("unseen GPU, logs")},
                           {"unseen kernel", errors.numbers("unseen kernel, logs")},
                           {"printed, unseen GPU", errors.numbers("printed, unseen GPU, logs")},
                           {"printed, unseen kernel", errors.numbers("printed, unseen kernel, logs")}}))});
  pictures.push_back(
      {"figure5-seconds", "Figure 5 in seconds",
       chart_file(bars_of(
           "Forest with 5 kernel features (Figure 5): errors of seconds", "MAPE, %", "number of GPU features", groups,
           {{"unseen GPU", errors.numbers("unseen GPU")}, {"unseen kernel", errors.numbers("unseen kernel")}}))});
  return pictures;
}

}  // namespace forewarp::papers::amaris2022_learned
