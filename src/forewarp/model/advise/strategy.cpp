// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/strategy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/model/advise/cause.hpp"
#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/advise/remedy.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/toml.hpp"

namespace forewarp::advise {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 16;

using IsKnown = bool (*)(std::string_view);

/// A list of names that the program knows; the message for any other lists them all.
std::vector<std::string> names(TomlTable& table, std::string_view key, IsKnown known,
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

/// The condition, tried on a launch of nothing, so that a misspelt quantity is reported at once and
/// not when a kernel first reaches it.
table::RowExpression condition(TomlTable& table) {
  const std::string text = table.required_text("when");
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
  const toml::table parsed = parse_toml(text, file);
  TomlTable table(parsed, file);
  Strategy s;
  s.id = table.required_text("id");
  s.title = table.required_text("title");
  s.what = table.required_text("what");
  s.source = table.required_text("source");
  s.when = condition(table);
  s.where = names(table, "where", is_cause, cause_names());
  s.remedies = names(table, "remedies", is_remedy, remedy_names());
  table.finish();
  return s;
}

/// In the order of the file names, so that equal gains are always listed alike.
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
