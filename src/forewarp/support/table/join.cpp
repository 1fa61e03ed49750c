// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/join.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/detail/row_keys.hpp"
#include "forewarp/support/table/rows.hpp"

namespace forewarp::table {
namespace {

struct Pairs {
  std::vector<std::size_t> left, right;
};

void check_keys(const Table& left, const Table& right, const std::vector<std::string>& keys) {
  if (keys.empty()) throw InputError("a join needs the columns that must agree");
  for (const std::string& key : keys)
    if (left.is_number(key) != right.is_number(key))
      throw InputError(fmt::format("column '{}' is text in one table and numbers in the other", key));
}

Pairs pairs_of(const Table& left, const Table& right, const std::vector<std::string>& keys,
               const JoinOptions& options) {
  const detail::RowKeys left_keys = detail::row_keys(left, keys), right_keys = detail::row_keys(right, keys);
  std::unordered_map<std::string_view, std::vector<std::size_t>> partners;
  for (std::size_t i = 0; i < right.rows(); ++i)
    if (right_keys.missing[i] == 0) partners[right_keys.keys[i]].push_back(i);
  Pairs pairs;
  const auto put = [&](std::size_t l, std::size_t r) {
    if (pairs.left.size() == options.max_rows)
      throw InputError(fmt::format("the join would have more than {} rows", options.max_rows));
    pairs.left.push_back(l);
    pairs.right.push_back(r);
  };
  for (std::size_t i = 0; i < left.rows(); ++i) {
    const auto found = left_keys.missing[i] != 0 ? partners.end() : partners.find(left_keys.keys[i]);
    if (found != partners.end())
      for (const std::size_t partner : found->second) put(i, partner);
    else if (options.kind == JoinKind::left)
      put(i, no_row);
  }
  return pairs;
}

}  // namespace

Table join(const Table& left, const Table& right, const std::vector<std::string>& keys, const JoinOptions& options) {
  check_keys(left, right, keys);
  const Pairs pairs = pairs_of(left, right, keys, options);
  Table joined = take_rows(left, pairs.left);
  for (const Table::Column& column : right.columns()) {
    if (std::ranges::find(keys, column.name) != keys.end()) continue;
    Table::Column taken = take_rows(column, pairs.right);
    if (left.has(column.name)) taken.name += options.right_suffix;
    if (joined.has(taken.name))
      throw InputError(
          fmt::format("both tables have a column '{}': make it a key, choose columns, or give a suffix", taken.name));
    joined.add(std::move(taken));
  }
  return joined;
}

}  // namespace forewarp::table
