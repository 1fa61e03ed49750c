// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/json_lines.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/support/error.hpp"
#include "forewarp/support/json.hpp"
#include "forewarp/support/table/detail/column_builder.hpp"

namespace forewarp::table {
namespace {

using detail::ColumnBuilder;
using Json = nlohmann::json;

/// Takes the events of one line: an object whose values are plain.
class LineReader {
 public:
  using number_integer_t = Json::number_integer_t;
  using number_unsigned_t = Json::number_unsigned_t;
  using number_float_t = Json::number_float_t;
  using string_t = Json::string_t;
  using binary_t = Json::binary_t;

  bool null() {
    return cell([](ColumnBuilder& c) { c.missing(); });
  }
  bool boolean(bool value) { return number(value ? 1.0 : 0.0); }
  bool number_integer(number_integer_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) { return number(value); }
  bool string(string_t& value) {
    return cell([&](ColumnBuilder& c) { c.text(std::move(value)); });
  }
  bool binary(binary_t&) { return refuse("binary data"); }
  bool start_object(std::size_t) { return ++depth_ == 1 || refuse("an object in an object"); }
  bool end_object() { return --depth_ == 0; }
  bool start_array(std::size_t) { return refuse("an array"); }
  bool end_array() { return false; }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) {
    return refuse(fmt::format("no JSON: {}", json_reason(error.what())));
  }
  bool key(string_t& name) {
    auto [at, is_new] = index_.try_emplace(name, columns_.size());
    if (is_new) {
      names_.push_back(name);
      columns_.emplace_back().fill(rows_);
    }
    at_ = at->second;
    if (columns_[at_].size() > rows_) return refuse(fmt::format("the key '{}' twice", name));
    return true;
  }

  void end_row() {
    ++rows_;
    for (ColumnBuilder& column : columns_) column.fill(rows_);
  }
  void begin_row() { depth_ = 0; }
  [[nodiscard]] std::size_t cells() const { return rows_ * columns_.size(); }
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  Table take() {
    Table table;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      Heading heading = parse_heading(names_[i]);
      table.add(std::move(heading.name), columns_[i].take(), std::move(heading.unit));
    }
    return table;
  }

 private:
  bool number(double value) {
    return cell([&](ColumnBuilder& c) { c.number(value); });
  }
  template <typename Put>
  bool cell(Put put) {
    if (depth_ == 0) return refuse("no object");
    put(columns_[at_]);
    return true;
  }
  bool refuse(std::string what) {
    refusal_ = std::move(what);
    return false;
  }

  std::map<std::string, std::size_t, std::less<>> index_;
  std::vector<std::string> names_;
  std::vector<ColumnBuilder> columns_;
  std::size_t rows_ = 0, at_ = 0;
  int depth_ = 0;
  std::string refusal_;
};

Json cell_json(const Table::Column& column, std::size_t row) {
  if (const auto* numbers = std::get_if<Table::Numbers>(&column.cells)) {
    const double value = (*numbers)[row];
    if (!std::isfinite(value)) return nullptr;
    constexpr double exact = 9007199254740992.0;  // 2^53: below it a whole number is written without ".0"
    if (value == std::floor(value) && std::abs(value) < exact) return static_cast<std::int64_t>(value);
    return value;
  }
  const std::string& text = std::get<Table::Texts>(column.cells)[row];
  return text.empty() ? Json() : Json(text);
}

}  // namespace

Table parse_json_lines(std::string_view text, std::string_view file_name) {
  LineReader reader;
  const std::size_t max_cells = text.size() + 4096;
  std::uint32_t line = 0;
  while (!text.empty()) {
    const std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), row.size() + 1));
    ++line;
    if (row.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto fail = [&](std::string_view what) {
      throw ParseError({std::string(file_name), line, 0},
                       fmt::format("one object of plain values is wanted, here is {}", what));
    };
    reader.begin_row();
    if (!Json::sax_parse(row.begin(), row.end(), &reader)) fail(reader.refusal());
    reader.end_row();
    if (reader.cells() > max_cells) fail("too many different keys");
  }
  try {
    return reader.take();
  } catch (const ParseError&) {
    throw;
  } catch (const InputError& e) {
    throw ParseError({std::string(file_name), 1, 0}, e.what());
  }
}

std::string json_lines_text(const Table& table) {
  std::string text;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    nlohmann::ordered_json line = nlohmann::ordered_json::object();
    for (const Table::Column& column : table.columns()) line[heading(column)] = cell_json(column, row);
    text += line.dump(-1, ' ', false, Json::error_handler_t::replace);
    text += '\n';
  }
  return text;
}

}  // namespace forewarp::table
