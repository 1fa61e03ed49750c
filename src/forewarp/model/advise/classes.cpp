// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/toml.hpp"

namespace forewarp::advise {
namespace {

constexpr std::size_t max_values = 100'000, max_lines = 1'000'000;

/// { from, to, step }, both ends included: from 1 to 9 by 4 is 1, 5, 9. The limits keep (to - from)
/// in 64 bits and refuse a step of 1 over a range of billions before anything is allocated.
std::vector<std::int64_t> range_of(TomlTable& t) {
  const auto integer = [&](const char* key) {
    const toml::node* node = t.find(key);
    if (!node) throw ParseError(t.where(), fmt::format("a range has from, to and step; '{}' is missing", key));
    return t.to_integer(*node);
  };
  const std::int64_t from = integer("from"), to = integer("to"), step = integer("step");
  t.finish();
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  if (step < 1 || to < from || from < -largest || to > largest ||
      static_cast<std::size_t>((to - from) / step) >= max_values)
    throw ParseError(t.where(), fmt::format("a range goes up, in at most {} steps", max_values));
  std::vector<std::int64_t> values;
  for (std::int64_t v = from; v <= to; v += step) values.push_back(v);
  return values;
}

std::vector<std::int64_t> values_of(TomlTable& t, const toml::node& node) {
  if (const toml::table* range = node.as_table()) {
    TomlTable inner(*range, t.file());
    return range_of(inner);
  }
  const toml::array* array = node.as_array();
  if (!array || array->empty()) t.fail(node, "a list of integers or { from, to, step } was expected");
  std::vector<std::int64_t> values;
  for (const toml::node& element : *array) values.push_back(t.to_integer(element));
  return values;
}

/// One to three positive numbers with commas between: the extent of a block or a grid.
bool is_extent(std::string_view text) {
  std::size_t numbers = 0;
  for (std::size_t from = 0; from <= text.size(); ++numbers) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + comma, number);
    if (error != std::errc() || end != text.data() + comma || number == 0) return false;
    from = comma + 1;
  }
  return numbers <= 3;
}

/// A word of a line and its value. False where that is none.
bool take(LaunchLine& line, const std::string& name, const std::string& value) {
  if (name == "bs" || name == "gs") {
    (name == "bs" ? line.block : line.grid) = value;
    return is_extent(value);
  }
  const char* const end = value.data() + value.size();
  std::int64_t number = 0;
  if (const auto [stop, error] = std::from_chars(value.data(), end, number); error == std::errc() && stop == end) {
    line.parameters.emplace_back(name == "numele" ? "n" : name, number);
    return true;
  }
  double real = 0;
  if (const auto [stop, error] = std::from_chars(value.data(), end, real);
      error != std::errc() || stop != end || !std::isfinite(real))
    return false;
  line.arguments.emplace_back(name, value);
  return true;
}

KernelClass class_of(const toml::table& table, const std::string& file) {
  TomlTable t(table, file);
  KernelClass c;
  c.id = t.required_text("id"), c.title = t.required_text("title"), c.kernel = t.required_text("kernel");
  c.strategies = t.texts("strategies");
  const toml::node* vary = t.find("vary");
  if (!vary || !vary->as_table() || vary->as_table()->empty())
    throw ParseError(t.where(), "'vary' must be a table of launch parameters");
  double lines = 1;
  for (const auto& [key, node] : *vary->as_table()) {
    c.vary.emplace_back(std::string(key.str()), values_of(t, node));
    lines *= static_cast<double>(c.vary.back().second.size());
  }
  if (lines > double(max_lines)) t.fail(*vary, fmt::format("more than {} launches", max_lines));
  if (const toml::node* arguments = t.find("arguments")) {
    if (!arguments->as_table()) t.fail(*arguments, "'arguments' must be a table of texts: { k1 = \"1e6\" }");
    for (const auto& [key, value] : *arguments->as_table()) {
      LaunchLine line;
      const auto text = value.value<std::string>();
      if (!text || !take(line, std::string(key.str()), *text) || line.arguments.empty())
        t.fail(value, "an argument is a text with a number that is no integer: \"1e6\"");
      c.arguments.emplace_back(key.str(), *text);
    }
  }
  t.finish();
  return c;
}

}  // namespace

std::vector<KernelClass> parse_classes(std::string_view text, const std::string& file) {
  const toml::table parsed = parse_toml(text, file);
  TomlTable table(parsed, file);
  const toml::node* node = table.find("class");
  if (!node || !node->as_array()) throw ParseError(table.where(), "no [[class]]");
  std::vector<KernelClass> all;
  for (const toml::node& element : *node->as_array()) {
    const toml::table* entry = element.as_table();
    if (!entry) table.fail(element, "[[class]] was expected");
    all.push_back(class_of(*entry, file));
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
      if (all[i].id == all.back().id || all[i].kernel == all.back().kernel)
        table.fail(element, fmt::format("class '{}' or its kernel is there already", all.back().id));
  }
  table.finish();
  return all;
}

std::vector<KernelClass> read_classes(const std::filesystem::path& file) {
  const std::filesystem::path path = file.empty() ? shipped_file("kernel_classes.toml") : file;
  return parse_classes(read_file(path, std::size_t{1} << 20), path.string());
}

const KernelClass& find_class(const std::vector<KernelClass>& classes, std::string_view id) {
  std::string names;
  for (const KernelClass& c : classes) {
    if (c.id == id) return c;
    names += (names.empty() ? "" : ", ") + c.id;
  }
  throw InputError(fmt::format("no class '{}'; there are {}", id, names));
}

/// Cartesian product of the varied parameters, the last one fastest. For vary = { n = [1000, 2000],
/// block = [32, 64] }:
///
///     vector_add, params -n 1000 -block 32
///     vector_add, params -n 1000 -block 64
///     vector_add, params -n 2000 -block 32
///     vector_add, params -n 2000 -block 64
std::vector<LaunchLine> launch_lines(const KernelClass& c) {
  std::vector<LaunchLine> lines = {{.kernel = c.kernel, .parameters = {}, .arguments = c.arguments}};
  for (const auto& [name, values] : c.vary) {
    std::vector<LaunchLine> longer;
    longer.reserve(lines.size() * values.size());
    for (const LaunchLine& line : lines)
      for (const std::int64_t value : values) {
        longer.push_back(line);
        if (!take(longer.back(), name, fmt::format("{}", value)))
          throw InputError(fmt::format("class '{}': {} is no value of {}", c.id, value, name));
      }
    lines = std::move(longer);
  }
  return lines;
}

std::string text_of(const LaunchLine& line) {
  std::string text = line.kernel + ", params";
  for (const auto& [name, value] : line.parameters) text += fmt::format(" -{} {}", name, value);
  for (const auto& [name, value] : line.arguments) text += fmt::format(" -{} {}", name, value);
  if (!line.block.empty()) text += " -bs " + line.block;
  if (!line.grid.empty()) text += " -gs " + line.grid;
  return text;
}

kernel::Request request_of(const LaunchLine& line) {
  kernel::Request request;
  request.path = line.kernel;
  for (const auto& [name, value] : line.parameters) request.set.push_back(fmt::format("{}={}", name, value));
  for (const auto& [name, value] : line.arguments) request.arguments.push_back(fmt::format("{}={}", name, value));
  request.block = line.block;
  request.grid = line.grid;
  return request;
}

/// The inverse of text_of(): such a line is the name of a job in tables of counters (datagen), and
/// from it the class and the sizes of a row are found again.
LaunchLine parse_launch_line(std::string_view text) {
  const std::string wanted =
      fmt::format("'{}' is not a launch: expected \"KERNEL, params -NAME VALUE ...\"", text.substr(0, 200));
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma == 0) throw InputError(wanted);
  LaunchLine line{.kernel = std::string(text.substr(0, comma)), .parameters = {}};
  std::istringstream words{std::string(text.substr(comma + 1))};
  std::string word, value;
  if (!(words >> word) || word != "params") throw InputError(wanted);
  while (words >> word) {
    if (word.size() < 2 || word[0] != '-' || !(words >> value) || !take(line, word.substr(1), value))
      throw InputError(wanted);
  }
  return line;
}

}  // namespace forewarp::advise
