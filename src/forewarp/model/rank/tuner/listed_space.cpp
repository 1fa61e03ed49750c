// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/tuner/detail/readers.hpp"

#include <algorithm>

namespace forewarp::rank::detail {
namespace {

void sort_values(std::vector<std::string>& values) {
  std::ranges::sort(values);
  const auto is_number = [](const std::string& text) { return python::value_of(text).is_number(); };
  if (std::ranges::all_of(values, is_number))
    std::ranges::stable_sort(values, {},
                             [](const std::string& text) { return python::real_of(python::value_of(text)); });
}

}  // namespace

ListedSpace::ListedSpace(const std::vector<std::string>& names) : values_(names.size()) {
  for (const std::string& name : names) space_.dimensions.push_back({name, {}});
}

bool ListedSpace::add(const Configuration& configuration) {
  if (!seen_.insert(configuration).second) return false;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    Dimension& dimension = space_.dimensions[i];
    const std::string& value = configuration.at(dimension.name);
    if (values_[i].insert(value).second) dimension.values.push_back(value);
  }
  space_.listed.push_back(configuration);
  return true;
}

Space ListedSpace::take() {
  for (Dimension& dimension : space_.dimensions) sort_values(dimension.values);
  return std::move(space_);
}

}  // namespace forewarp::rank::detail
