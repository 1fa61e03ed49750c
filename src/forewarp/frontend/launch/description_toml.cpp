// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/argument_value.hpp"
#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/fill_spec.hpp"
#include "forewarp/frontend/launch/placement.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"
#include "forewarp/support/toml.hpp"

namespace forewarp::launch {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

/// The node as an expression: a number, or text.
Expression to_expression(const TomlTable& table, const toml::node& node) {
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point(); value && std::isfinite(value->get()))
    return Expression(value->get());
  if (const auto* value = node.as_string()) return Expression::parse(value->get(), table.where(node));
  table.fail(node, "a number or an expression in quotes was expected");
}

Expression expression(TomlTable& table, std::string_view key, Expression fallback) {
  const toml::node* node = table.find(key);
  return node ? to_expression(table, *node) : std::move(fallback);
}

ParameterSpec read_parameter(std::string_view name, const toml::node& node, TomlTable& owner) {
  if (!is_identifier(name)) owner.fail(node, fmt::format("'{}' is not a name for a parameter", name));
  ParameterSpec spec{.name = std::string(name), .sizes = {}};
  if (node.is_integer()) {
    spec.value = owner.to_integer(node);
    return spec;
  }
  if (!node.is_table()) owner.fail(node, fmt::format("'{}' must be an integer or {{ default, sizes }}", name));
  TomlTable table(*node.as_table(), owner.file());
  const toml::node* value = table.find("default");
  if (!value) owner.fail(node, fmt::format("parameter '{}' has no default", name));
  spec.value = table.to_integer(*value);
  if (const toml::node* sizes = table.find("sizes")) {
    if (!sizes->is_array()) table.fail(*sizes, "'sizes' must be a list of integers");
    for (const toml::node& size : *sizes->as_array()) spec.sizes.push_back(table.to_integer(size));
  }
  table.finish();
  return spec;
}

std::vector<ParameterSpec> read_parameters(std::string_view key, TomlTable& root) {
  std::vector<ParameterSpec> all;
  const toml::node* node = root.find(key);
  if (!node) return all;
  if (!node->is_table()) root.fail(*node, fmt::format("'{}' must be a table", key));
  TomlTable table(*node->as_table(), root.file());
  for (const auto& [name, value] : table.table()) all.push_back(read_parameter(name.str(), value, table));
  return all;
}

std::optional<ShapeSpec> read_shape(std::string_view key, TomlTable& root) {
  const toml::node* node = root.find(key);
  if (!node) return std::nullopt;
  if (const auto* text = node->as_string()) return parse_shape(text->get(), root.where(*node));
  ShapeSpec shape{1, 1, 1};
  const toml::array* list = node->as_array();
  if (!list) {
    shape[0] = to_expression(root, *node);
    return shape;
  }
  if (list->empty() || list->size() > 3) root.fail(*node, fmt::format("'{}' must have one to three dimensions", key));
  for (std::size_t i = 0; i < list->size(); ++i) shape[i] = to_expression(root, (*list)[i]);
  return shape;
}

FillSpec read_fill_table(TomlTable& table, const std::filesystem::path& folder) {
  FillSpec fill;
  const std::string kind = table.text("kind");
  const std::optional<FillKind> found = fill_kind_from(kind);
  if (!found) throw ParseError(table.where(), fmt::format("there is no fill '{}' (there are: {})", kind, fill_names()));
  fill.kind = *found;
  switch (fill.kind) {
    case FillKind::zero:
      break;
    case FillKind::constant:
      fill.low = expression(table, "value", 0);
      break;
    case FillKind::iota:
      fill.low = expression(table, "low", 0);
      fill.high = expression(table, "step", 1);
      break;
    case FillKind::uniform:
      fill.low = expression(table, "low", 0);
      fill.high = expression(table, "high", 1);
      break;
    case FillKind::normal:
      fill.low = expression(table, "mean", 0);
      fill.high = expression(table, "deviation", 1);
      break;
    case FillKind::permutation:
      break;
    case FillKind::dominant:
      fill.columns = expression(table, "columns", 0);
      break;
    case FillKind::csr_offsets:
    case FillKind::csr_columns: {
      fill.rows = expression(table, "rows", 0);
      fill.columns = expression(table, "columns", fill.rows);
      fill.nonzeros = expression(table, "nonzeros", 0);
      const std::string lengths = table.text("row_lengths", "equal");
      const std::optional<RowLengths> known = row_lengths_from(lengths);
      if (!known)
        throw ParseError(table.where(), fmt::format("row_lengths is equal, varied or skewed, not '{}'", lengths));
      fill.row_lengths = *known;
      break;
    }
    case FillKind::file:
      fill.path = (folder / table.text("path")).string();
      break;
  }
  if (fill.kind != FillKind::zero && fill.kind != FillKind::constant && fill.kind != FillKind::iota &&
      fill.kind != FillKind::file)
    fill.seed = expression(table, "seed", 1);
  table.finish();
  return fill;
}

FillSpec read_fill(TomlTable& argument, const std::filesystem::path& folder) {
  const toml::node* node = argument.find("fill");
  if (!node) return {};
  if (const auto* text = node->as_string()) return parse_fill(text->get(), folder, argument.where(*node));
  if (!node->is_table()) argument.fail(*node, "'fill' must be a name or a table with a 'kind'");
  TomlTable table(*node->as_table(), argument.file());
  return read_fill_table(table, folder);
}

ElementType read_type(std::string_view key, TomlTable& argument) {
  const std::string name = argument.text(key);
  const auto element = vector_element_from(name);
  if (element && (element->lanes == 1 || key == "buffer")) return *element;
  argument.fail(*argument.find(key),
                fmt::format("there is no element type '{}' (there are {})", name, element_names()));
}

/// A list of members as the text that --arg has: [1, "n", [2.5, "s16:3"]] -> {1,n,{2.5,s16:3}}.
std::string struct_text(const toml::array& members, TomlTable& table, unsigned depth) {
  std::string text;
  for (const toml::node& member : members) {
    if (!text.empty()) text += ",";
    if (const auto* nested = member.as_array(); nested && depth < 16)
      text += struct_text(*nested, table, depth + 1);
    else if (const auto* said = member.as_string())
      text += said->get();
    else
      text += to_expression(table, member).text();
  }
  return "{" + text + "}";
}

/// Nothing where the table has neither a struct nor a pointer.
std::optional<ArgumentSpec> read_struct_or_pointer(const std::string& name, TomlTable& table) {
  try {
    if (const toml::node* node = table.find("struct")) {
      if (!node->is_array()) table.fail(*node, "'struct' must be a list of members");
      return parse_argument(name + "=" + struct_text(*node->as_array(), table, 0));
    }
    if (table.has("pointer")) return parse_argument(name + "=" + table.text("pointer"));
  } catch (const ParseError&) {
    throw;
  } catch (const InputError& error) {
    throw ParseError(table.where(), error.what());
  }
  return std::nullopt;
}

/// The keys that read_placement() reads.
void skip_place(TomlTable& table) {
  for (const char* key : {"address", "offset"}) (void)table.find(key);
}

ArgumentSpec read_argument(const toml::node& node, TomlTable& root, const std::filesystem::path& folder) {
  if (!node.is_table()) root.fail(node, "an argument must be a table");
  TomlTable table(*node.as_table(), root.file());
  ArgumentSpec argument{.name = table.text("name"), .value = {}};
  if (argument.name.empty()) root.fail(node, "an argument needs a name");
  if (const auto other = read_struct_or_pointer(argument.name, table)) {
    table.finish();
    return *other;
  }
  if (table.has("buffer") == table.has("scalar"))
    root.fail(node, fmt::format("argument '{}' must be a buffer, a scalar, a struct or a pointer", argument.name));
  if (table.has("scalar")) {
    const ptx::Type type = read_type("scalar", table).type;
    if (!table.has("value")) root.fail(node, fmt::format("scalar '{}' has no value", argument.name));
    argument.value = ScalarSpec{.type = type, .value = expression(table, "value", 0)};
  } else {
    if (!table.has("count")) root.fail(node, fmt::format("buffer '{}' has no count", argument.name));
    const ElementType element = read_type("buffer", table);
    argument.value = BufferSpec{.element = element.type,
                                .count = expression(table, "count", 0),
                                .fill = read_fill(table, folder),
                                .output = table.boolean("output", false),
                                .host = table.boolean("host", false),
                                .lanes = element.lanes};
    skip_place(table);
  }
  table.finish();
  return argument;
}

Parameters read_check(TomlTable& root) {
  Parameters check;
  const toml::node* node = root.find("check");
  if (!node) return check;
  if (!node->is_table()) root.fail(*node, "'check' must be a table of parameters: { n = 64 }");
  TomlTable table(*node->as_table(), root.file());
  for (const auto& [name, value] : table.table()) check[std::string(name.str())] = table.to_integer(value);
  return check;
}

template <class Read>
void each(std::string_view key, TomlTable& root, Read read) {
  const toml::node* node = root.find(key);
  if (!node) return;
  if (!node->is_array()) root.fail(*node, fmt::format("'{}' must be a list", key));
  for (const toml::node& element : *node->as_array()) read(element);
}

void check_names(const Description& description, const TomlTable& root) {
  std::set<std::string> names;
  for (const auto* list : {&description.parameters, &description.defines})
    for (const ParameterSpec& spec : *list)
      if (!names.insert(spec.name).second)
        throw ParseError(root.where(), fmt::format("'{}' is both a parameter and a define", spec.name));
  std::set<std::string> arguments;
  for (const ArgumentSpec& argument : description.arguments)
    if (!arguments.insert(argument.name).second)
      throw ParseError(root.where(), fmt::format("there are two arguments '{}'", argument.name));
}

Description describe(TomlTable& root, const std::filesystem::path& file) {
  Description description;
  description.file = file;
  description.summary = root.text("description");
  description.entry = root.text("entry");
  description.source = file.parent_path() / root.text("source", "kernel.cu");
  description.parameters = read_parameters("parameters", root);
  description.defines = read_parameters("defines", root);
  each("constraints", root, [&](const toml::node& n) { description.constraints.push_back(to_expression(root, n)); });
  description.grid = read_shape("grid", root);
  description.block = read_shape("block", root);
  description.cluster = read_shape("cluster", root);
  description.dynamic_shared_bytes = expression(root, "dynamic_shared_bytes", 0);
  each("argument", root,
       [&](const toml::node& n) { description.arguments.push_back(read_argument(n, root, file.parent_path())); });
  each("constant", root,
       [&](const toml::node& n) { description.constants.push_back(read_argument(n, root, file.parent_path())); });
  (void)root.find("memory");  // which read_placement() reads
  description.reference = root.text("reference");
  description.check = read_check(root);
  description.area = root.text("area");
  description.suite = root.text("suite");
  description.tolerance = root.real("tolerance", 0);
  if (description.tolerance < 0) root.fail(*root.find("tolerance"), "'tolerance' must not be negative");
  root.finish();
  check_names(description, root);
  return description;
}

std::uint64_t read_address(std::string_view key, TomlTable& table) {
  const toml::node* node = table.find(key);
  const std::int64_t value = node ? table.to_integer(*node) : 0;
  if (value < 0) table.fail(*node, fmt::format("'{}' must not be negative", key));
  return static_cast<std::uint64_t>(value);
}

/// The buffers of a list that have an address.
std::vector<PlacedBuffer> read_placed(std::string_view key, TomlTable& root, const std::filesystem::path& folder) {
  std::vector<PlacedBuffer> all;
  each(key, root, [&](const toml::node& n) {
    const ArgumentSpec spec = read_argument(n, root, folder);
    TomlTable table(*n.as_table(), root.file());
    if (!table.has("address")) {
      if (key == "memory") root.fail(n, fmt::format("memory '{}' has no address", spec.name));
      return;
    }
    if (!std::holds_alternative<BufferSpec>(spec.value)) root.fail(n, "only a buffer has an address");
    const Argument made = argument_value(spec, {}, nullptr);
    all.push_back(
        {spec.name, read_address("address", table), read_address("offset", table), std::get<Buffer>(made.value)});
    if (all.back().offset > all.back().buffer.bytes()) root.fail(n, "'offset' is behind the end of the buffer");
  });
  return all;
}

/// Most descriptions have no addresses and are read often.
bool mentions_address(const std::string& text) { return text.find("address") != std::string::npos; }

}  // namespace

Placement read_placement(const std::filesystem::path& file) {
  if (file.empty()) return {};
  const std::string text = read_file(file, max_file_bytes), name = file.string();
  if (!mentions_address(text)) return {};
  const toml::table table = parse_toml(text, name);
  TomlTable root(table, name);
  Placement placement;
  placement.arguments = read_placed("argument", root, file.parent_path());
  placement.memory = read_placed("memory", root, file.parent_path());
  placement.constants = read_placed("constant", root, file.parent_path());
  return placement;
}

Description parse_description(std::string_view text, const std::filesystem::path& file) {
  const std::string name = file.string();
  const toml::table table = parse_toml(text, name);
  TomlTable root(table, name);
  return describe(root, file);
}

Description read_description(const std::filesystem::path& file) {
  return parse_description(read_file(file, max_file_bytes), file);
}

}  // namespace forewarp::launch
