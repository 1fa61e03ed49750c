// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "forewarp/model/expression/calibrate.hpp"

namespace forewarp::tool {

/// How the value of a calibrated expression is written: seconds as a time, watts and joules with their unit, other
/// outputs as a number.
struct Told {
  explicit Told(const model::expression::Calibration& calibration);
  [[nodiscard]] std::string operator()(double value) const;
  std::string name, key;  ///< of a column of text, and of JSON and CSV
  std::string unit;
};

/// .csv, or a database of SQLite.
[[nodiscard]] bool is_table(const std::string& path);

/// predict TABLE --model calibration.json: one prediction per row, from columns of feature values.
void predict_values(const model::expression::Calibration& calibration, const std::string& table, bool json, bool csv,
                    const std::string& page);

}  // namespace forewarp::tool
