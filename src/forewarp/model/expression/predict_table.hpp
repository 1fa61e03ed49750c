// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Predictions from feature values alone (stevens2020, section 1.1: with a different technique to obtain them, the
/// parameters serve independently of everything else).
#include <vector>

#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::model::expression {

/// One a row. Columns are named as the features of the expression are written; others are ignored. Throws InputError
/// for a column that is missing (near ones named) and for a value that is not a number.
[[nodiscard]] std::vector<TermedPrediction> predict_rows(const Predictor& predictor, const Table& values);

}  // namespace forewarp::model::expression
