// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/key_columns.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "forewarp/support/text.hpp"

namespace forewarp::table {
namespace {

constexpr std::array<std::string_view, 9> groups = {"kernel", "application", "app",      "bench", "benchmark",
                                                    "suite",  "gpu",         "gpu_name", "device"};
constexpr std::array<std::string_view, 12> others = {"",           "unnamed: 0", "index",     "row_id",
                                                     "row_number", "id",         "launch_id", "dataset",
                                                     "lseq",       "kernel_id",  "gpu_id",    "appid"};

}  // namespace

std::span<const std::string_view> group_columns() { return groups; }

bool is_key_column(std::string_view name) {
  const std::string lower = lower_case(name);
  return std::ranges::find(groups, lower) != groups.end() || std::ranges::find(others, lower) != others.end();
}

}  // namespace forewarp::table
