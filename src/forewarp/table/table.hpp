// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Named columns of equal length, numbers or text: the one container that samples travel in.
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace forewarp::table {

class Table {
 public:
  using Numbers = std::vector<double>;
  using Texts = std::vector<std::string>;
  struct Column {
    std::string name;
    std::variant<Numbers, Texts> cells;
  };

  /// Throws InputError when a column of that name is there already or the length differs from the others'.
  void add(std::string name, std::variant<Numbers, Texts> cells);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
  [[nodiscard]] bool is_number(std::string_view name) const;
  /// Throw InputError naming the column when it is missing or of the other kind.
  [[nodiscard]] const Numbers& numbers(std::string_view name) const;
  [[nodiscard]] const Texts& texts(std::string_view name) const;

 private:
  [[nodiscard]] const Column* find(std::string_view name) const;
  [[nodiscard]] const Column& at(std::string_view name) const;
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

}  // namespace forewarp::table

namespace forewarp {
using table::Table;
}
