// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The records of a CSV file (RFC 4180): fields between quotes where they have a comma, a quote or a line break,
/// doubled quotes within quotes, lines that end in LF or CRLF. What the fields mean is the business of `table/csv.hpp`.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp {

/// Takes one record after another from a text, which must outlive it.
class CsvReader {
 public:
  /// `file` names the text in messages; its first line has the number `line`.
  explicit CsvReader(std::string_view text, std::string_view file = "<csv>", std::uint32_t line = 1)
      : text_(text), file_(file), line_(line) {}

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  /// Of the next record.
  [[nodiscard]] std::uint32_t line() const { return line_; }

  /// The fields of the next record; an empty line is one empty field. Throws ParseError where a quote is never closed.
  [[nodiscard]] std::vector<std::string> next();

  /// Throws ParseError at this line.
  [[noreturn]] void fail(std::uint32_t line, std::string_view message) const;

 private:
  void read_quoted(std::string& field);

  std::string_view text_, file_;
  std::size_t at_ = 0;
  std::uint32_t line_;
};

/// The field as a record has it: between quotes where it needs them.
[[nodiscard]] std::string csv_field(std::string_view field);
/// The same, always between quotes.
[[nodiscard]] std::string quoted_csv_field(std::string_view field);
/// Fields with commas between and a newline behind.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

}  // namespace forewarp
