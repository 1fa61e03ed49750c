// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Strict reading of a TOML table: every key must be asked for, every value must have the type that was asked for, and
/// every complaint has file:line:column.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "forewarp/frontend/launch/expression.hpp"
#include "forewarp/support/source_location.hpp"

namespace forewarp::launch {

/// A file's text as a table. Throws ParseError where it is no TOML.
[[nodiscard]] toml::table parse_toml(std::string_view text, const std::string& file);

class TomlTable {
 public:
  TomlTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  [[nodiscard]] const toml::node* find(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) { return find(key) != nullptr; }
  /// The value, or fallback when the key is not there.
  [[nodiscard]] std::string text(std::string_view key, std::string fallback = {});
  [[nodiscard]] bool boolean(std::string_view key, bool fallback);
  [[nodiscard]] double real(std::string_view key, double fallback);
  [[nodiscard]] Expression expression(std::string_view key, Expression fallback);
  /// The node as an expression: a number, or text.
  [[nodiscard]] Expression to_expression(const toml::node& node) const;
  [[nodiscard]] std::int64_t to_integer(const toml::node& node) const;

  /// Throws ParseError at the first key that nobody asked for.
  void finish() const;
  [[nodiscard]] SourceLocation where(const toml::node& node) const;
  [[nodiscard]] SourceLocation where() const { return where(table_); }
  [[noreturn]] void fail(const toml::node& node, std::string_view message) const;
  [[nodiscard]] const toml::table& table() const { return table_; }
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  const toml::table& table_;
  const std::string& file_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace forewarp::launch
