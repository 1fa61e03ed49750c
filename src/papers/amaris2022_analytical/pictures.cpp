// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "papers/amaris2022_analytical/transfer.hpp"
#include "papers/chart_file.hpp"
#include "papers/charts.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

/// Predicted over measured for every size of one kernel, a line a board of one architecture.
Picture ratios(const Study& study, const Model& model, Id id, Architecture architecture, const std::string& suffix,
               const std::string& what) {
  const auto all = forecasts(study, model, median_boards(study.gpus));
  report::Chart chart =
      chart_of(fmt::format("{}: predicted over measured, {}", kernels()[static_cast<std::size_t>(id)].name, what), "N",
               "predicted / measured", {});
  for (std::size_t g = 0; g < study.gpus.size(); ++g) {
    if (study.gpus[g].architecture != architecture) continue;
    report::Series series = series_of(study.gpus[g].name, {}, {});
    for (const Forecast& f : all)
      if (f.run->launch.id == id && f.run->gpu == g)
        series.marks.push_back({.x = static_cast<double>(f.run->launch.size), .y = f.predicted_s / f.run->measured_s});
    chart.series.push_back(std::move(series));
  }
  return {fmt::format("{}-{}", kernels()[static_cast<std::size_t>(id)].name, suffix), chart.title, chart_file(chart)};
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
