// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Named columns of equal length, numbers or text: the one container that samples travel in. A missing number is NaN,
/// a missing text is empty.
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
    std::string unit = {};  ///< "us"; empty where none was said
    [[nodiscard]] bool is_number() const { return std::holds_alternative<Numbers>(cells); }
  };

  /// Throws InputError when a column of that name is there already or the length differs from the others'.
  void add(std::string name, std::variant<Numbers, Texts> cells, std::string unit = {});
  void add(Column column) { add(std::move(column.name), std::move(column.cells), std::move(column.unit)); }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
  /// Throws InputError naming the column when it is missing, and those that may have been meant.
  [[nodiscard]] const Column& column(std::string_view name) const;
  [[nodiscard]] bool is_number(std::string_view name) const;
  /// Throw InputError naming the column when it is missing or of the other kind.
  [[nodiscard]] const Numbers& numbers(std::string_view name) const;
  [[nodiscard]] const Texts& texts(std::string_view name) const;

 private:
  [[nodiscard]] const Column* find(std::string_view name) const;
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

/// A column's heading in a file: "time [us]"; the name alone where there is no unit.
[[nodiscard]] std::string heading(const Table::Column& column);

/// What a heading says: "time [us]" is time in us. A heading that is nothing but brackets is a name.
struct Heading {
  std::string name, unit;
};
[[nodiscard]] Heading parse_heading(std::string_view heading);

/// Shortest text that reads back to the same number; empty for NaN.
[[nodiscard]] std::string number_text(double value);
/// The cell as text: texts as they are, numbers as number_text.
[[nodiscard]] std::string cell_text(const Table::Column& column, std::size_t row);

}  // namespace forewarp::table

namespace forewarp {
using table::Table;
}
