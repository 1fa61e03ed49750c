// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/comparisons.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/json.hpp"
#include "forewarp/support/toml.hpp"

namespace forewarp::device::detail {
namespace {

constexpr std::int64_t max_times = 10'000'000;
constexpr double max_error = 10;

const toml::node& required(TomlTable& table, std::string_view key) {
  const toml::node* node = table.find(key);
  if (node == nullptr) throw ParseError(table.where(), fmt::format("[[checked]]: '{}' is missing", key));
  return *node;
}

/// A text of one line: the index of devices has a line for each.
std::string one_line(TomlTable& table, std::string_view key) {
  const toml::node& node = required(table, key);
  std::string text = table.text(key);
  if (text.empty() || text.find_first_of("\n\r\033") != std::string::npos)
    table.fail(node, fmt::format("[[checked]]: '{}' must be text of one line, not empty", key));
  return text;
}

std::vector<std::string> boards_of(TomlTable& table) {
  const toml::node& node = required(table, "boards");
  std::vector<std::string> boards = table.texts("boards");
  const auto is_bad = [](const std::string& name) {
    return name.empty() || name.find_first_of("\n\r\033") != std::string::npos;
  };
  if (boards.empty() || std::ranges::any_of(boards, is_bad))
    table.fail(node, "[[checked]]: 'boards' must name at least one board");
  return boards;
}

unsigned times_of(TomlTable& table) {
  const toml::node& node = required(table, "times");
  const std::int64_t times = table.to_integer(node);
  if (times < 1 || times > max_times)
    table.fail(node, fmt::format("[[checked]]: 'times' is the number of measured times, 1 to {}", max_times));
  return static_cast<unsigned>(times);
}

std::vector<double> errors_of(TomlTable& table) {
  const toml::node& node = required(table, "median_errors_percent");
  const auto refuse = [&](const toml::node& at) {
    table.fail(at, fmt::format("[[checked]]: 'median_errors_percent' must be a list of numbers from 0 to {}, [12.3]",
                               100 * max_error));
  };
  const toml::array* list = node.as_array();
  if (list == nullptr || list->empty()) refuse(node);
  std::vector<double> errors;
  for (const toml::node& item : *list) {
    const auto percent = item.value<double>();  // of whole numbers, too
    if (!percent || !(*percent >= 0 && *percent <= 100 * max_error)) refuse(item);
    errors.push_back(std::round(*percent * 1e4) / 1e6);  // 2.8 becomes 0.028: 2.8 / 100 does not
  }
  return errors;
}

TimeComparison comparison_of(const toml::table& values, const std::string& file) {
  TomlTable table(values, file);
  TimeComparison one{.what = one_line(table, "what"),
                     .boards = boards_of(table),
                     .command = one_line(table, "command"),
                     .times = times_of(table),
                     .median_errors = errors_of(table)};
  table.finish();
  return one;
}

}  // namespace

std::vector<TimeComparison> comparisons_of(const toml::node& node, const std::string& file) {
  const toml::table none;
  const TomlTable place(none, file);
  const toml::array* list = node.as_array();
  if (list == nullptr) place.fail(node, "checked: expected a list of tables, [[checked]]");
  std::vector<TimeComparison> all;
  for (const toml::node& item : *list) {
    const toml::table* values = item.as_table();
    if (values == nullptr) place.fail(item, "checked: expected a list of tables, [[checked]]");
    all.push_back(comparison_of(*values, file));
  }
  return all;
}

std::string comparisons_toml(const std::vector<TimeComparison>& comparisons) {
  std::string text;
  for (const TimeComparison& one : comparisons) {
    std::vector<std::string> boards;
    for (const std::string& board : one.boards) boards.push_back(json_string(board));
    std::vector<double> percent;
    for (const double error : one.median_errors) percent.push_back(std::round(error * 1e6) / 1e4);
    text += fmt::format(
        "\n[[checked]]\nwhat = {}\nboards = [{}]\ncommand = {}\ntimes = {}\n"
        "median_errors_percent = [{}]\n",
        json_string(one.what), fmt::join(boards, ", "), json_string(one.command), one.times, fmt::join(percent, ", "));
  }
  return text;
}

}  // namespace forewarp::device::detail
