// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/metrics.hpp"

#include <cmath>

#include "forewarp/model/counters/catalogue.hpp"

namespace forewarp::counters {

std::vector<Metrics> metrics_of(const table::Table& table) {
  std::vector<Metrics> all(table.rows());
  for (const table::Table::Column& column : table.columns()) {
    const Metric* metric = column.is_number() ? find_metric(column.name) : nullptr;
    if (!metric) continue;
    // Columns under Nsight's own name are in Nsight's unit; those under the catalogue's name were
    // converted on import.
    const double factor = column.name != metric->name && column.name == metric->nsight ? metric->from_nsight : 1;
    const auto& values = std::get<table::Table::Numbers>(column.cells);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (std::isfinite(values[i])) all[i][std::string(metric->name)] = factor * values[i];
  }
  return all;
}

}  // namespace forewarp::counters
