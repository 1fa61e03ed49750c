// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A column that grows cell by cell where the kind of each is known: numbers until the first text comes, text from then
/// on. A column with nothing but missing cells is text, as in CSV.
#include <limits>
#include <string>
#include <variant>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table::detail {

class ColumnBuilder {
 public:
  void number(double value);
  void text(std::string value);
  void missing();
  [[nodiscard]] std::size_t size() const { return is_text_ ? texts_.size() : numbers_.size(); }
  /// Missing cells up to this length.
  void fill(std::size_t length);
  [[nodiscard]] std::variant<Table::Numbers, Table::Texts> take();

 private:
  void turn_to_text();
  bool is_text_ = false, any_ = false;
  Table::Numbers numbers_;
  Table::Texts texts_;
};

}  // namespace forewarp::table::detail
