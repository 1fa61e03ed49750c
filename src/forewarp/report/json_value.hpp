// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Numbers in JSON, which has null where there is none, and objects that are made quickly.
#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>

namespace forewarp::report {

template <typename Json = nlohmann::json>
[[nodiscard]] Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename Json = nlohmann::json>
[[nodiscard]] Json value_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// An object with room for its members: an ordered object that grows copies those that it has, however deep they are.
[[nodiscard]] inline nlohmann::ordered_json object_for(std::size_t members) {
  auto json = nlohmann::ordered_json::object();
  json.get_ref<nlohmann::ordered_json::object_t&>().reserve(members);
  return json;
}

}  // namespace forewarp::report
