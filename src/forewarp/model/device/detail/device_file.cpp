// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/device_file.hpp"

#include <fmt/format.h>

#include "forewarp/model/device/detail/comparisons.hpp"
#include "forewarp/model/device/detail/figures.hpp"
#include "forewarp/model/device/detail/sources.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/toml.hpp"

namespace forewarp::device::detail {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

/// One pass over the top-level keys: texts, figures (checked against their table), and notes on
/// sources, which are attributed to figures when all are known. Whatever is not in the table of
/// figures is an error with a near name.
class Reader {
 public:
  explicit Reader(const toml::table& root, const std::string& path) : root_(root, path) { file_.path = path; }

  DeviceFile read() {
    std::vector<SourceNote> notes;
    for (const auto& [key, node] : root_.table()) {
      const std::string name(key.str());
      if (name == "source")
        notes = source_notes(node);
      else if (name == "aliases")
        file_.aliases = strings(node, name);
      else if (name == "checked")
        file_.checked = comparisons_of(node, file_.path);
      else if (name == "throughput")
        read_throughput(node);
      else if (is_text(name))
        file_.texts[name] = {string(node, name), root_.where(node), ""};
      else
        read_figure(name, key, node);
    }
    attribute_sources(file_, notes);
    return std::move(file_);
  }

 private:
  static bool is_text(std::string_view key) {
    return key == "name" || key == "vendor" || key == "architecture" || key == "dram_type" || key == "target";
  }

  [[noreturn]] void wrong(const toml::node& node, std::string_view key, std::string_view expected) const {
    root_.fail(node, fmt::format("{}: expected {}", key, expected));
  }

  std::string string(const toml::node& node, std::string_view key) const {
    const auto* text = node.as_string();
    if (!text || text->get().empty()) wrong(node, key, "a string between quotes, not empty");
    if (text->get().find_first_of("\n\r\033") != std::string::npos) wrong(node, key, "a string of one line");
    return text->get();
  }

  std::vector<std::string> strings(const toml::node& node, std::string_view key) const {
    if (!node.is_array()) wrong(node, key, "a list of strings, [\"...\"]");
    std::vector<std::string> all;
    for (const toml::node& item : *node.as_array()) all.push_back(string(item, key));
    return all;
  }

  void read_throughput(const toml::node& node) {
    if (!node.is_table()) wrong(node, "throughput", "a table, [throughput]");
    for (const auto& [key, value] : *node.as_table()) read_figure("throughput." + std::string(key.str()), key, value);
  }

  void read_figure(const std::string& name, const toml::key& key, const toml::node& node) {
    const Figure* figure = find_figure(name);
    if (figure == nullptr) unknown(name, key);
    const double value = number(*figure, node);
    if (!(value >= figure->low && value <= figure->high))
      root_.fail(node, fmt::format("{}: expected {}, got {}", name, expectation(*figure), value));
    file_.figures[name] = {value, root_.where(node), ""};
  }

  double number(const Figure& figure, const toml::node& node) const {
    switch (figure.kind) {
      case FigureKind::flag:
        if (const auto* flag = node.as_boolean()) return flag->get() ? 1 : 0;
        break;
      case FigureKind::number:
        if (const auto* real = node.as_floating_point()) return real->get();
        [[fallthrough]];
      case FigureKind::whole:
        if (const auto* whole = node.as_integer()) return static_cast<double>(whole->get());
        break;
    }
    wrong(node, figure.key, expectation(figure));
  }

  [[noreturn]] void unknown(const std::string& name, const toml::key& key) const {
    std::vector<std::string> known = {"name",   "aliases",    "vendor",  "architecture", "dram_type",
                                      "target", "throughput", "checked", "source"};
    for (const Figure& figure : figures()) known.emplace_back(figure.key);
    const auto nearest = closest(name, known, 1);
    throw ParseError(root_.where(key.source()),
                     fmt::format("unknown key \"{}\"{}", name,
                                 nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest[0])));
  }

  std::vector<SourceNote> source_notes(const toml::node& node) const {
    if (!node.is_array()) wrong(node, "source", "a list of tables, [[source]]");
    std::vector<SourceNote> notes;
    for (const toml::node& item : *node.as_array()) notes.push_back(source_note(item));
    return notes;
  }

  SourceNote source_note(const toml::node& node) const {
    if (!node.is_table()) wrong(node, "source", "a table with text and figures");
    SourceNote note{"", {}, root_.where(node)};
    for (const auto& [key, value] : *node.as_table()) {
      if (key.str() == "text")
        note.text = string(value, "source.text");
      else if (key.str() == "figures")
        note.figures = strings(value, "source.figures");
      else
        throw ParseError(root_.where(key.source()),
                         fmt::format("unknown key \"{}\" in [[source]]: expected text and figures", key.str()));
    }
    if (note.text.empty()) wrong(node, "source", "a text that names the source of the figures");
    if (note.figures.empty()) wrong(node, "source", "a list figures = [\"...\"] of what it is the source of");
    return note;
  }

  TomlTable root_;
  DeviceFile file_;
};

}  // namespace

DeviceFile parse_device_file(std::string_view text, const std::filesystem::path& path) {
  const std::string name = path.string();
  const toml::table root = parse_toml(text, name);
  return Reader(root, name).read();
}

DeviceFile read_device_file(const std::filesystem::path& path) {
  return parse_device_file(read_file(path, max_file_bytes), path);
}

}  // namespace forewarp::device::detail
