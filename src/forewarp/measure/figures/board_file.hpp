// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The records of one CSV file that belong to one board, with checked columns and numbers.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::figures {

/// A record; messages name its file and line.
class BoardRecord {
 public:
  BoardRecord(const std::string& file, std::uint32_t line,
              const std::map<std::string, std::size_t, std::less<>>& columns, const std::vector<std::string>& fields)
      : file_(file), line_(line), columns_(columns), fields_(fields) {}

  [[nodiscard]] std::uint32_t line() const { return line_; }
  [[nodiscard]] bool has(std::string_view column) const { return columns_.contains(column); }
  [[nodiscard]] const std::string& text(std::string_view column) const;
  /// Throws ParseError unless it is a positive number.
  [[nodiscard]] double number(std::string_view column) const;
  /// Throws ParseError unless it is a whole number from 1 to `most`.
  [[nodiscard]] unsigned whole(std::string_view column, unsigned most) const;
  [[noreturn]] void fail(std::string_view message) const;

 private:
  const std::string& file_;
  std::uint32_t line_;
  const std::map<std::string, std::size_t, std::less<>>& columns_;
  const std::vector<std::string>& fields_;
};

/// Lower case without spaces, dashes and underscores.
[[nodiscard]] std::string comparable(std::string_view board);

/// Calls `take` for each record of the board and collects the boards that the file names. Throws ParseError for a
/// heading without a required column and for a record of another length than the heading; what read_file throws.
void read_board_file(const std::filesystem::path& file, const std::vector<std::string>& columns,
                     const std::string& board, std::set<std::string>& boards,
                     const std::function<void(const BoardRecord&)>& take);

}  // namespace forewarp::figures
