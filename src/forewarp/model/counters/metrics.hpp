// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::counters {

/// Of one launch, by our names and in our units (counters/catalogue.hpp); what was not measured is not there.
using Metrics = std::map<std::string, double, std::less<>>;

/// One per row. Columns may have any of the catalogue's names; under Nsight Compute's the unit is taken to be its own.
[[nodiscard]] std::vector<Metrics> metrics_of(const table::Table& table);

}  // namespace forewarp::counters
