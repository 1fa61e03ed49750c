// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/figures/board_file.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::figures {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{256} << 20;

using Columns = std::map<std::string, std::size_t, std::less<>>;

Columns columns_of(CsvReader& reader, const std::vector<std::string>& required) {
  if (reader.done())
    reader.fail(1, fmt::format("the file is empty: expected a heading with {}", fmt::join(required, ",")));
  const std::uint32_t line = reader.line();
  const std::vector<std::string> heading = reader.next();
  Columns columns;
  for (std::size_t i = 0; i < heading.size(); ++i)
    if (!columns.emplace(trimmed(heading[i]), i).second)
      reader.fail(line, fmt::format("two columns have the name \"{}\"", heading[i]));
  for (const std::string& name : required) {
    if (columns.contains(name)) continue;
    const auto near = closest(name, heading, 1);
    reader.fail(line,
                fmt::format("no column \"{}\"{}", name,
                            near.empty() ? fmt::format(": the heading is \"{}\"", csv_line(heading).substr(0, 200))
                                         : fmt::format("; the heading has \"{}\"", near.front())));
  }
  return columns;
}

}  // namespace

void BoardRecord::fail(std::string_view message) const { throw ParseError({file_, line_, 0}, message); }

const std::string& BoardRecord::text(std::string_view column) const { return fields_[columns_.find(column)->second]; }

double BoardRecord::number(std::string_view column) const {
  const std::string& field = text(column);
  const std::string_view digits = trimmed(field);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  if (!is_number || !std::isfinite(value) || value <= 0)
    fail(fmt::format("{}: expected a number above 0, got \"{}\"", column, field.substr(0, 40)));
  return value;
}

unsigned BoardRecord::whole(std::string_view column, unsigned most) const {
  const double value = number(column);
  if (value != std::floor(value) || value > most)
    fail(fmt::format("{}: expected a whole number up to {}, got \"{}\"", column, most, text(column).substr(0, 40)));
  return static_cast<unsigned>(value);
}

std::string comparable(std::string_view board) {
  std::string kept;
  for (const char c : lower_case(board))
    if (c != ' ' && c != '-' && c != '_') kept += c;
  return kept;
}

void read_board_file(const std::filesystem::path& file, const std::vector<std::string>& columns,
                     const std::string& board, std::set<std::string>& boards,
                     const std::function<void(const BoardRecord&)>& take) {
  const std::string name = file.string(), text = read_file(file, max_file_bytes), wanted = comparable(board);
  CsvReader reader(text, name);
  const Columns at = columns_of(reader, columns);
  while (!reader.done()) {
    const std::uint32_t line = reader.line();
    const std::vector<std::string> fields = reader.next();
    if (fields.size() == 1 && fields.front().empty()) continue;
    if (fields.size() != at.size())
      reader.fail(line, fmt::format("{} fields under a heading of {}", fields.size(), at.size()));
    const std::string& of = fields[at.find("board")->second];
    boards.insert(of);
    if (comparable(of) == wanted) take(BoardRecord(name, line, at, fields));
  }
}

}  // namespace forewarp::figures
