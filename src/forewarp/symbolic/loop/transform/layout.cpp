// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

namespace forewarp::loop {

/// Always legal: a program speaks of elements; where an element is in memory is decided when code
/// is generated.
Program set_layout(const Program& program, const std::string& array, const std::vector<std::size_t>& order) {
  const std::size_t axes = program.variable(array).shape.size();
  std::vector<std::size_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  bool each_once = sorted.size() == axes && axes > 0;
  for (std::size_t i = 0; each_once && i < axes; ++i) each_once = sorted[i] == i;
  if (!each_once)
    throw InputError(
        fmt::format("layout: '{}' has {} axes; each must be named once, the slowest first, counted from 0, "
                    "not [{}]",
                    array, axes, fmt::join(order, ", ")));
  Program result = program;
  result.variables.at(array).order = order;
  return detail::recorded(std::move(result), program, fmt::format("layout {} [{}]", array, fmt::join(order, ", ")));
}

}  // namespace forewarp::loop
