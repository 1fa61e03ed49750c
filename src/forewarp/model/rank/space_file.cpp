// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "forewarp/model/rank/space.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/toml.hpp"

namespace forewarp::rank {
namespace {

std::string value_text(const TomlTable& table, std::string_view name, const toml::node& node) {
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* text = node.as_string()) return text->get();
  table.fail(node, fmt::format("'{}': values are whole numbers or text", name));
}

Dimension dimension(const TomlTable& table, std::string_view name, const toml::node& node) {
  if (const auto* text = node.as_string()) return parse_dimension(fmt::format("{}={}", name, text->get()));
  const toml::array* array = node.as_array();
  if (!array || array->empty())
    table.fail(node, fmt::format("'{}': expected a list of values or a range as text", name));
  Dimension result{std::string(name), {}};
  for (const toml::node& value : *array) result.values.push_back(value_text(table, name, value));
  return result;
}

}  // namespace

Space load_space(const std::filesystem::path& path) { return parse_space(read_file(path, 1 << 20), path.string()); }

Space parse_space(std::string_view text, const std::string& file) {
  const toml::table parsed = parse_toml(text, file);
  TomlTable table(parsed, file);
  Space space;
  if (const toml::node* vary = table.find("vary")) {
    if (!vary->is_table()) table.fail(*vary, "'vary' must be a table: [vary]");
    for (const auto& [name, values] : *vary->as_table())
      space.dimensions.push_back(dimension(table, name.str(), values));
  }
  if (const toml::node* constraints = table.find("constraints")) {
    if (!constraints->is_array()) table.fail(*constraints, "'constraints' must be a list");
    for (const toml::node& constraint : *constraints->as_array())
      space.constraints.push_back(value_text(table, "constraints", constraint));
  }
  table.finish();
  if (space.dimensions.empty()) throw InputError(fmt::format("{}: has no [vary] table with a dimension", file));
  return space;
}

}  // namespace forewarp::rank
