// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <toml++/toml.h>

#include "forewarp/model/rank/space.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::rank {
namespace {

SourceLocation place(const std::string& file, const toml::source_region& region) {
  return {file, region.begin.line, region.begin.column};
}

std::string value_text(const std::string& file, std::string_view name, const toml::node& node) {
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto text = node.value_exact<std::string>()) return *text;
  throw ParseError(place(file, node.source()), fmt::format("'{}': values are whole numbers or text", name));
}

Dimension dimension(const std::string& file, std::string_view name, const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return parse_dimension(fmt::format("{}={}", name, *text));
  const toml::array* array = node.as_array();
  if (!array || array->empty())
    throw ParseError(place(file, node.source()),
                     fmt::format("'{}': expected a list of values or a range as text", name));
  Dimension result{std::string(name), {}};
  for (const toml::node& value : *array) result.values.push_back(value_text(file, name, value));
  return result;
}

}  // namespace

Space load_space(const std::filesystem::path& path) { return parse_space(read_file(path, 1 << 20), path.string()); }

Space parse_space(std::string_view text, const std::string& file) {
  toml::table table;
  try {
    table = toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw ParseError(place(file, error.source()), error.description());
  }
  Space space;
  for (const auto& [key, node] : table) {
    if (key == "vary" && node.is_table()) {
      for (const auto& [name, values] : *node.as_table())
        space.dimensions.push_back(dimension(file, name.str(), values));
    } else if (key == "constraints" && node.is_array()) {
      for (const toml::node& constraint : *node.as_array())
        space.constraints.push_back(value_text(file, "constraints", constraint));
    } else {
      throw ParseError(place(file, node.source()),
                       fmt::format("'{}' is not known here; expected [vary] and constraints = [...]", key.str()));
    }
  }
  if (space.dimensions.empty()) throw InputError(fmt::format("{}: has no [vary] table with a dimension", file));
  return space;
}

}  // namespace forewarp::rank
