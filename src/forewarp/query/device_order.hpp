// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Rows by device in the order in which the devices were named. People see the fastest first; a program that named the
/// devices reads the answers in its own order.
#include <algorithm>
#include <string>
#include <vector>

namespace forewarp::query {

/// Row has a member `device`, one of the names.
template <class Row>
[[nodiscard]] std::vector<Row> as_named(std::vector<Row> rows, const std::vector<std::string>& names) {
  std::ranges::stable_sort(rows, {},
                           [&](const Row& row) { return std::ranges::find(names, row.device) - names.begin(); });
  return rows;
}

}  // namespace forewarp::query
