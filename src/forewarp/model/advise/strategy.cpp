// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/strategy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>

#include "forewarp/frontend/launch/toml_table.hpp"
#include "forewarp/model/advise/cause.hpp"
#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/advise/remedy.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::advise {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 16;

std::string required(launch::TomlTable& table, std::string_view key) {
  std::string text = table.text(key);
  if (text.empty()) throw ParseError(table.where(), fmt::format("'{}' is missing", key));
  return text;
}

using IsKnown = bool (*)(std::string_view);

std::vector<std::string> names(launch::TomlTable& table, std::string_view key, IsKnown known,
                               const std::vector<std::string_view>& all) {
  const toml::node* node = table.find(key);
  const toml::array* array = node ? node->as_array() : nullptr;
  if (!array || array->empty())
    throw ParseError(node ? table.where(*node) : table.where(), fmt::format("'{}' must be a list of names", key));
  std::vector<std::string> texts;
  for (const toml::node& element : *array) {
    const auto* text = element.as_string();
    if (!text || !known(text->get()))
      table.fail(element, fmt::format("'{}' takes any of: {}", key, fmt::join(all, ", ")));
    texts.push_back(text->get());
  }
  return texts;
}

/// The condition, evaluated once on an empty launch so that a misspelt quantity is reported when the file is read.
table::RowExpression condition(launch::TomlTable& table) {
  const std::string text = required(table, "when");
  try {
    table::RowExpression when = table::RowExpression::parse(text);
    (void)when.rows_where(as_table(quantities({})));
    return when;
  } catch (const Error& error) {
    table.fail(*table.find("when"), error.what());
  }
}

}  // namespace

Strategy parse_strategy(std::string_view text, const std::string& file) {
  const toml::table parsed = launch::parse_toml(text, file);
  launch::TomlTable table(parsed, file);
  Strategy s;
  s.id = required(table, "id");
  s.title = required(table, "title");
  s.what = required(table, "what");
  s.source = required(table, "source");
  s.when = condition(table);
  s.where = names(table, "where", is_cause, cause_names());
  s.remedies = names(table, "remedies", is_remedy, remedy_names());
  table.finish();
  return s;
}

std::vector<Strategy> read_strategies(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  if (files.empty()) throw InputError("no strategies in " + folder.string());
  std::sort(files.begin(), files.end());
  std::vector<Strategy> all;
  for (const auto& file : files) {
    all.push_back(parse_strategy(read_file(file, max_file_bytes), file.string()));
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
      if (all[i].id == all.back().id)
        throw InputError(fmt::format("{}: another strategy is '{}' already", file.string(), all[i].id));
  }
  return all;
}

std::vector<Strategy> shipped_strategies() { return read_strategies(shipped_file("strategies")); }

}  // namespace forewarp::advise
