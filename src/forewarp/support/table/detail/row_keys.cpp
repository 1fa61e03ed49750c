// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/detail/row_keys.hpp"

#include <cmath>
#include <cstring>
#include <unordered_map>

namespace forewarp::table::detail {
namespace {

void append_number(std::string& key, double value) {
  if (value == 0) value = 0;  // -0 is 0
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  key.append(bytes, sizeof bytes);
}

void append_text(std::string& key, const std::string& text) {
  append_number(key, static_cast<double>(text.size()));  // so that "a" "bc" is not "ab" "c"
  key += text;
}

}  // namespace

RowKeys row_keys(const Table& table, std::span<const std::string> columns) {
  RowKeys all{std::vector<std::string>(table.rows()), std::vector<char>(table.rows())};
  for (const std::string& name : columns) {
    const Table::Column& column = table.column(name);
    for (std::size_t i = 0; i < table.rows(); ++i)
      if (const auto* numbers = std::get_if<Table::Numbers>(&column.cells)) {
        const double value = (*numbers)[i];
        append_number(all.keys[i], std::isnan(value) ? std::nan("") : value);
        if (std::isnan(value)) all.missing[i] = 1;
      } else {
        const std::string& text = std::get<Table::Texts>(column.cells)[i];
        append_text(all.keys[i], text);
        if (text.empty()) all.missing[i] = 1;
      }
  }
  return all;
}

std::vector<std::vector<std::size_t>> rows_by_key(const std::vector<std::string>& keys) {
  std::unordered_map<std::string_view, std::size_t> index;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto [at, is_new] = index.try_emplace(keys[i], groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].push_back(i);
  }
  return groups;
}

}  // namespace forewarp::table::detail
