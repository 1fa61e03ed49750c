// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/device_file.hpp"

#include <fmt/format.h>

#include "forewarp/model/device/detail/figures.hpp"
#include "forewarp/model/device/detail/sources.hpp"
#include "forewarp/model/device/detail/toml_node.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::device::detail {
namespace {

using Kind = TomlNode::Kind;

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) { file_.path = path.string(); }

  DeviceFile read(const TomlNode& root) {
    std::vector<SourceNote> notes;
    for (const auto& [key, node] : root.members) {
      const std::string name(key);
      if (name == "source")
        notes = source_notes(node);
      else if (name == "aliases")
        file_.aliases = strings(node, name);
      else if (name == "throughput")
        read_throughput(node);
      else if (is_text(name))
        file_.texts[name] = {string(node, name), place(node), ""};
      else
        read_figure(name, node);
    }
    attribute_sources(file_, notes);
    return std::move(file_);
  }

 private:
  static bool is_text(std::string_view key) {
    return key == "name" || key == "vendor" || key == "architecture" || key == "dram_type" || key == "checked_times";
  }

  SourceLocation place(const TomlPlace& where) const { return {file_.path, where.line, where.column}; }
  SourceLocation place(const TomlNode& node) const { return place(node.where); }

  [[noreturn]] void wrong(const TomlNode& node, std::string_view key, std::string_view expected) const {
    throw ParseError(place(node), fmt::format("{}: expected {}", key, expected));
  }

  std::string string(const TomlNode& node, std::string_view key) const {
    if (node.kind != Kind::text || node.text.empty()) wrong(node, key, "a string between quotes, not empty");
    if (node.text.find_first_of("\n\r\033") != std::string_view::npos) wrong(node, key, "a string of one line");
    return std::string(node.text);
  }

  std::vector<std::string> strings(const TomlNode& node, std::string_view key) const {
    if (node.kind != Kind::list) wrong(node, key, "a list of strings, [\"...\"]");
    std::vector<std::string> all;
    for (const TomlNode& item : node.items) all.push_back(string(item, key));
    return all;
  }

  void read_throughput(const TomlNode& node) {
    if (node.kind != Kind::table) wrong(node, "throughput", "a table, [throughput]");
    for (const auto& [key, value] : node.members) read_figure("throughput." + std::string(key), value);
  }

  void read_figure(const std::string& key, const TomlNode& node) {
    const Figure* figure = find_figure(key);
    if (figure == nullptr) unknown(key, node.key_where);
    const double value = number(*figure, node);
    if (!(value >= figure->low && value <= figure->high))
      throw ParseError(place(node), fmt::format("{}: expected {}, got {}", key, expectation(*figure), value));
    file_.figures[key] = {value, place(node), ""};
  }

  double number(const Figure& figure, const TomlNode& node) const {
    const bool fits = figure.kind == FigureKind::flag
                          ? node.kind == Kind::flag
                          : node.kind == Kind::whole || (node.kind == Kind::real && figure.kind == FigureKind::number);
    if (!fits) wrong(node, figure.key, expectation(figure));
    return node.number;
  }

  [[noreturn]] void unknown(const std::string& key, const TomlPlace& where) const {
    std::vector<std::string> known = {"name",      "aliases",       "vendor",     "architecture",
                                      "dram_type", "checked_times", "throughput", "source"};
    for (const Figure& figure : figures()) known.emplace_back(figure.key);
    const auto nearest = closest(key, known, 1);
    throw ParseError(place(where),
                     fmt::format("unknown key \"{}\"{}", key,
                                 nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest[0])));
  }

  std::vector<SourceNote> source_notes(const TomlNode& node) const {
    if (node.kind != Kind::list) wrong(node, "source", "a list of tables, [[source]]");
    std::vector<SourceNote> notes;
    for (const TomlNode& item : node.items) notes.push_back(source_note(item));
    return notes;
  }

  SourceNote source_note(const TomlNode& node) const {
    if (node.kind != Kind::table) wrong(node, "source", "a table with text and figures");
    SourceNote note{"", {}, place(node)};
    for (const auto& [key, value] : node.members) {
      if (key == "text")
        note.text = string(value, "source.text");
      else if (key == "figures")
        note.figures = strings(value, "source.figures");
      else
        throw ParseError(place(value.key_where),
                         fmt::format("unknown key \"{}\" in [[source]]: expected text and figures", key));
    }
    if (note.text.empty()) wrong(node, "source", "a text that says where the figures are from");
    if (note.figures.empty()) wrong(node, "source", "a list figures = [\"...\"] of what it is the source of");
    return note;
  }

  DeviceFile file_;
};

}  // namespace

DeviceFile parse_device_file(std::string_view text, const std::filesystem::path& path) {
  // Errors are left to the full reader: it has members in their order by name and every place.
  try {
    if (const auto plain = parse_plain_toml(text)) return Reader(path).read(plain->root);
  } catch (const ParseError&) {
  }
  return Reader(path).read(parse_toml(text, path.string()).root);
}

DeviceFile read_device_file(const std::filesystem::path& path) {
  return parse_device_file(read_file(path, max_file_bytes), path);
}

}  // namespace forewarp::device::detail
