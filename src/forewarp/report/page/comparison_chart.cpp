// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

Chart comparison_chart(std::string title, Axis measured, Axis predicted, std::initializer_list<int> factors) {
  measured.logarithmic = predicted.logarithmic = true;
  Chart chart{.kind = Chart::Kind::points,
              .title = std::move(title),
              .x = std::move(measured),
              .y = std::move(predicted),
              .slopes = {{1, "exact"}}};
  for (const int factor : factors) {
    chart.slopes.emplace_back(factor, fmt::format("{} x", factor));
    chart.slopes.emplace_back(1.0 / factor, fmt::format("1/{}", factor));
  }
  return chart;
}

}  // namespace forewarp::report::views
