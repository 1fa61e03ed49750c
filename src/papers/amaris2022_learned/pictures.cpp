// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_learned/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "papers/svg_bars.hpp"
#include "papers/svg_chart.hpp"
#include "papers/svg_tree.hpp"

namespace forewarp::papers::amaris2022_learned {

Picture qq_picture(const Table& quantiles) {
  const Table::Numbers& normal = quantiles.numbers("normal");
  const Series diagonal{.name = "normally distributed",
                        .x = {normal.front(), normal.back()},
                        .y = {normal.front(), normal.back()},
                        .colour = "#888"};
  const Series plain{.name = "without logarithms",
                     .x = normal,
                     .y = quantiles.numbers("without logarithms"),
                     .colour = "#d1495b",
                     .points = true};
  const Series logs{.name = "with logarithms", .x = normal, .y = quantiles.numbers("with logarithms"), .points = true};
  return {"figure3", "Figure 3: quantiles of the residuals of linear regression",
          svg_chart({"Residuals of linear regression (Figure 3)",
                     "quantile of the normal distribution",
                     "quantile of the residuals, standardised",
                     {diagonal, plain, logs}})};
}

Picture dendrogram_picture(const learn::FeatureSelection& s) {
  Tree tree{.title = fmt::format("{} features in 10 clusters (Figure 4)", s.kept.size()),
            .height_name = "1 - |rank correlation|",
            .names = {},
            .dendrogram = s.tree,
            .clusters = std::min<std::size_t>(10, s.kept.size())};
  for (const std::size_t j : s.kept) tree.names.push_back(s.candidates[j].name);
  return {"figure4", "Figure 4: dendrogram of the features over 0.75", svg_tree(tree)};
}

std::vector<Picture> bar_pictures(const Table& errors) {
  std::vector<Picture> pictures;
  Bars logs{.title = "Forest with 5 kernel features (Figure 5): errors of logarithms",
            .x_name = "number of GPU features",
            .y_name = "MAPE of logarithms, %",
            .groups = {},
            .series = {}};
  for (const double count : errors.numbers("GPU features")) logs.groups.push_back(fmt::format("{:g}", count));
  Bars seconds = logs;
  logs.series = {{"unseen GPU", errors.numbers("unseen GPU, logs"), "#3b528b"},
                 {"unseen kernel", errors.numbers("unseen kernel, logs"), "#5dc963"},
                 {"printed, unseen GPU", errors.numbers("printed, unseen GPU, logs"), "#9aa7c9"},
                 {"printed, unseen kernel", errors.numbers("printed, unseen kernel, logs"), "#bfe6c1"}};
  pictures.push_back({"figure5", "Figure 5: how many GPU features, errors of logarithms", svg_bars(logs)});
  seconds.title = "Forest with 5 kernel features (Figure 5): errors of seconds";
  seconds.y_name = "MAPE, %";
  seconds.series = {{"unseen GPU", errors.numbers("unseen GPU"), "#3b528b"},
                    {"unseen kernel", errors.numbers("unseen kernel"), "#5dc963"}};
  pictures.push_back({"figure5-seconds", "Figure 5 in seconds", svg_bars(seconds)});
  return pictures;
}

}  // namespace forewarp::papers::amaris2022_learned
