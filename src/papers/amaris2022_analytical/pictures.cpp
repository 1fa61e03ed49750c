// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "papers/amaris2022_analytical/transfer.hpp"
#include "papers/svg_chart.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

constexpr const char* colours[] = {"#440154", "#3b528b", "#21918c", "#5ec962", "#d95f02"};

/// Predicted over measured for every size of one kernel, a line a board of one architecture.
Picture ratios(const Study& study, const Model& model, Id id, Architecture architecture, const std::string& suffix,
               const std::string& what) {
  const auto all = forecasts(study, model, median_boards(study.gpus));
  Chart chart{
      .title = fmt::format("{}: predicted over measured, {}", kernels()[static_cast<std::size_t>(id)].name, what),
      .x_name = "N",
      .y_name = "predicted / measured",
      .series = {}};
  std::size_t colour = 0;
  for (std::size_t g = 0; g < study.gpus.size(); ++g) {
    if (study.gpus[g].architecture != architecture) continue;
    Series series{.name = study.gpus[g].name, .x = {}, .y = {}, .colour = colours[colour++ % std::size(colours)]};
    for (const Forecast& f : all)
      if (f.run->launch.id == id && f.run->gpu == g) {
        series.x.push_back(f.run->launch.size);
        series.y.push_back(f.predicted_s / f.run->measured_s);
      }
    chart.series.push_back(std::move(series));
  }
  chart.series.push_back({.name = "", .x = {0, 0}, .y = {2, 2}, .colour = "none"});  // room for the legend
  return {fmt::format("{}-{}", kernels()[static_cast<std::size_t>(id)].name, suffix), chart.title, svg_chart(chart)};
}

}  // namespace

std::vector<Picture> transfer_pictures(const Study& study) {
  const Model eq3{.extended = false}, ours{};
  return {ratios(study, eq3, Id::mau, Architecture::kepler, "eq3", "Eq. 3, one lambda"),
          ratios(study, ours, Id::mau, Architecture::kepler, "ours", "ours, one lambda"),
          ratios(study, eq3, Id::mmsc, Architecture::kepler, "eq3", "Eq. 3, one lambda"),
          ratios(study, ours, Id::mmsc, Architecture::kepler, "ours", "ours, one lambda"),
          ratios(study, eq3, Id::vadd, Architecture::maxwell, "eq3", "Eq. 3, one lambda"),
          ratios(study, ours, Id::vadd, Architecture::maxwell, "ours", "ours, one lambda")};
}

}  // namespace forewarp::papers::amaris2022_analytical
