// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Numbers in JSON, which has null where there is none.
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

}  // namespace forewarp::report
