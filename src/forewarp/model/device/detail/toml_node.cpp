// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/toml_node.hpp"

#include <string>

#include <toml++/toml.h>

#include "forewarp/support/error.hpp"

namespace forewarp::device::detail {
namespace {

TomlPlace place_of(const toml::source_region& region) {
  return {static_cast<std::uint32_t>(region.begin.line), static_cast<std::uint32_t>(region.begin.column)};
}

TomlNode node_of(const toml::node& from) {
  using Kind = TomlNode::Kind;
  TomlNode node{.where = place_of(from.source())};
  if (const auto* table = from.as_table()) {
    node.kind = Kind::table;
    for (const auto& [key, value] : *table) {
      node.members.emplace_back(key.str(), node_of(value));
      node.members.back().second.key_where = place_of(key.source());
    }
  } else if (const auto* list = from.as_array()) {
    node.kind = Kind::list;
    for (const toml::node& item : *list) node.items.push_back(node_of(item));
  } else if (const auto* text = from.as_string()) {
    node.kind = Kind::text;
    node.text = text->get();
  } else if (const auto* flag = from.as_boolean()) {
    node.kind = Kind::flag;
    node.number = flag->get() ? 1 : 0;
  } else if (const auto* whole = from.as_integer()) {
    node.kind = Kind::whole;
    node.number = static_cast<double>(whole->get());
  } else if (const auto* real = from.as_floating_point()) {
    node.kind = Kind::real;
    node.number = real->get();
  }
  return node;
}

}  // namespace

TomlDocument parse_toml(std::string_view text, std::string_view path) {
  try {
    const auto table = std::make_shared<const toml::table>(toml::parse(text, path));
    return {node_of(*table), table};
  } catch (const toml::parse_error& error) {
    const TomlPlace place = place_of(error.source());
    throw ParseError({std::string(path), place.line, place.column}, error.description());
  }
}

}  // namespace forewarp::device::detail
