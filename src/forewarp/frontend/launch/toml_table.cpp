// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/toml_table.hpp"

#include <cmath>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::launch {

toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw ParseError({.file = file, .line = at.line, .column = at.column}, error.description());
  }
}

SourceLocation TomlTable::where(const toml::node& node) const {
  const toml::source_position at = node.source().begin;
  return {.file = file_, .line = at.line, .column = at.column};
}

void TomlTable::fail(const toml::node& node, std::string_view message) const { throw ParseError(where(node), message); }

const toml::node* TomlTable::find(std::string_view key) {
  asked_.emplace(key);
  return table_.get(key);
}

std::string TomlTable::text(std::string_view key, std::string fallback) {
  const toml::node* node = find(key);
  if (!node) return fallback;
  if (const auto* value = node->as_string()) return value->get();
  fail(*node, fmt::format("'{}' must be text", key));
}

bool TomlTable::boolean(std::string_view key, bool fallback) {
  const toml::node* node = find(key);
  if (!node) return fallback;
  if (const auto* value = node->as_boolean()) return value->get();
  fail(*node, fmt::format("'{}' must be true or false", key));
}

double TomlTable::real(std::string_view key, double fallback) {
  const toml::node* node = find(key);
  if (!node) return fallback;
  if (const auto* value = node->as_floating_point(); value && std::isfinite(value->get())) return value->get();
  if (const auto* value = node->as_integer()) return static_cast<double>(value->get());
  fail(*node, fmt::format("'{}' must be a number", key));
}

Expression TomlTable::expression(std::string_view key, Expression fallback) {
  const toml::node* node = find(key);
  return node ? to_expression(*node) : std::move(fallback);
}

Expression TomlTable::to_expression(const toml::node& node) const {
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point(); value && std::isfinite(value->get()))
    return Expression(value->get());
  if (const auto* value = node.as_string()) return Expression::parse(value->get(), where(node));
  fail(node, "a number or an expression in quotes was expected");
}

std::int64_t TomlTable::to_integer(const toml::node& node) const {
  if (const auto* value = node.as_integer()) return value->get();
  fail(node, "an integer was expected");
}

void TomlTable::finish() const {
  for (const auto& [key, node] : table_)
    if (!asked_.contains(key.str())) {
      std::string known;
      for (const std::string& name : asked_) known += (known.empty() ? "" : ", ") + name;
      const toml::source_position at = key.source().begin;
      throw ParseError({.file = file_, .line = at.line, .column = at.column},
                       fmt::format("unknown key '{}' (known here: {})", key.str(), known));
    }
}

}  // namespace forewarp::launch
