// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What was held out, what the classifiers saw, and how well each told the classes: the rows of one table.
#include <span>
#include <string>
#include <vector>

#include "papers/reproduction.hpp"
#include "papers/zigon2020/classifiers.hpp"

namespace forewarp::papers::zigon2020 {

using Summaries = std::vector<validate::ClassSummary>;

struct SchemeRow {
  std::string split, input, method;
  double accuracy = 0, f1 = 0, worst = 0;  ///< f1: the mean over classes; worst: the smallest
};

/// One a method.
void add_rows(std::vector<SchemeRow>& rows, const std::string& split, const std::string& input,
              std::span<const validate::Method> methods, const Summaries& summaries);
[[nodiscard]] Table table_of(const std::vector<SchemeRow>& rows);
/// The largest of a figure.
[[nodiscard]] double best(std::span<const SchemeRow> rows, double SchemeRow::*what);

}  // namespace forewarp::papers::zigon2020
