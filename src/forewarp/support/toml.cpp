// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/toml.hpp"

#include <cmath>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp {

toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw ParseError({.file = file, .line = at.line, .column = at.column}, error.description());
  }
}

SourceLocation TomlTable::where(const toml::source_region& region) const {
  return {.file = file_, .line = region.begin.line, .column = region.begin.column};
}

void TomlTable::fail(const toml::node& node, std::string_view message) const { throw ParseError(where(node), message); }

const toml::node* TomlTable::find(std::string_view key) {
  known_.emplace(key);
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

std::string TomlTable::required_text(std::string_view key) {
  std::string value = text(key);
  if (value.empty()) throw ParseError(where(), fmt::format("'{}' is missing", key));
  return value;
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  const toml::node* node = find(key);
  if (!node) return {};
  const toml::array* list = node->as_array();
  if (!list) fail(*node, fmt::format("'{}' must be a list of texts", key));
  std::vector<std::string> all;
  for (const toml::node& element : *list) {
    const auto* value = element.as_string();
    if (!value) fail(element, fmt::format("'{}' must be a list of texts", key));
    all.push_back(value->get());
  }
  return all;
}

std::int64_t TomlTable::to_integer(const toml::node& node) const {
  if (const auto* value = node.as_integer()) return value->get();
  fail(node, "an integer was expected");
}

void TomlTable::finish() const {
  for (const auto& [key, node] : table_)
    if (!known_.contains(key.str())) {
      std::string known;
      for (const std::string& name : known_) known += (known.empty() ? "" : ", ") + name;
      throw ParseError(where(key.source()), fmt::format("unknown key '{}' (known here: {})", key.str(), known));
    }
}

}  // namespace forewarp
