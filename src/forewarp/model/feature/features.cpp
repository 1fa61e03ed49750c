// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::feature {

const std::vector<FeatureInfo>& catalogue() {
  static const std::vector<FeatureInfo> all = {
#define FOREWARP_FEATURE(name, unit, source, proxy, meaning) {name, unit, meaning, source, proxy},
#include "forewarp/model/feature/catalogue.def"
#undef FOREWARP_FEATURE
  };
  return all;
}

const FeatureInfo* find_feature(std::string_view name) {
  const auto& all = catalogue();
  const auto at = std::find_if(all.begin(), all.end(), [&](const FeatureInfo& f) { return f.name == name; });
  return at == all.end() ? nullptr : &*at;
}

namespace {

/// Linear search: a launch has fewer than a hundred features, and their order is that of a table's
/// columns.
template <typename Items>
auto find_item(Items& items, std::string_view name) {
  return std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.first == name; });
}

}  // namespace

void Features::set(std::string_view name, double value) {
  if (find_feature(name) == nullptr) throw InputError(fmt::format("no feature is called '{}'", name));
  if (!std::isfinite(value)) throw InputError(fmt::format("feature '{}' is not a finite number", name));
  if (const auto at = find_item(items_, name); at != items_.end()) {
    at->second = value;
  } else {
    items_.emplace_back(std::string(name), value);
  }
}

double Features::at(std::string_view name) const {
  const auto at = find_item(items_, name);
  if (at == items_.end()) throw InputError(fmt::format("feature '{}' is not there", name));
  return at->second;
}

double Features::get(std::string_view name, double otherwise) const {
  const auto at = find_item(items_, name);
  return at == items_.end() ? otherwise : at->second;
}

bool Features::has(std::string_view name) const { return find_item(items_, name) != items_.end(); }

}  // namespace forewarp::feature
