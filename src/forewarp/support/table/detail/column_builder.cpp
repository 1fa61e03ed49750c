// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/detail/column_builder.hpp"

namespace forewarp::table::detail {

void ColumnBuilder::number(double value) {
  any_ = true;
  if (is_text_)
    texts_.push_back(number_text(value));
  else
    numbers_.push_back(value);
}

void ColumnBuilder::text(std::string value) {
  any_ = true;
  turn_to_text();
  texts_.push_back(std::move(value));
}

void ColumnBuilder::missing() {
  if (is_text_)
    texts_.emplace_back();
  else
    numbers_.push_back(std::numeric_limits<double>::quiet_NaN());
}

void ColumnBuilder::fill(std::size_t length) {
  while (size() < length) missing();
}

void ColumnBuilder::turn_to_text() {
  if (is_text_) return;
  is_text_ = true;
  texts_.reserve(numbers_.size() + 1);
  for (const double value : numbers_) texts_.push_back(number_text(value));
  numbers_ = {};
}

std::variant<Table::Numbers, Table::Texts> ColumnBuilder::take() {
  if (!any_ && size() > 0) turn_to_text();
  if (is_text_) return std::move(texts_);
  return std::move(numbers_);
}

}  // namespace forewarp::table::detail
