// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/device/detail/device_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include "forewarp/device/detail/figures.hpp"
#include "forewarp/device/detail/sources.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::device::detail {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) { file_.path = path.string(); }

  DeviceFile read(std::string_view text) {
    const toml::table root = parse(text);
    std::vector<SourceNote> notes;
    for (const auto& [key, node] : root) {
      const std::string name(key.str());
      if (name == "source")
        notes = source_notes(node);
      else if (name == "aliases")
        file_.aliases = strings(node, name);
      else if (name == "throughput")
        read_throughput(node);
      else if (is_text(name))
        file_.texts[name] = {string(node, name), place(node), ""};
      else
        read_figure(name, node, key.source());
    }
    attribute_sources(file_, notes);
    return std::move(file_);
  }

 private:
  static bool is_text(std::string_view key) {
    return key == "name" || key == "vendor" || key == "architecture" || key == "dram_type";
  }

  SourceLocation place(const toml::source_region& region) const {
    return {file_.path, static_cast<std::uint32_t>(region.begin.line), static_cast<std::uint32_t>(region.begin.column)};
  }
  SourceLocation place(const toml::node& node) const { return place(node.source()); }

  [[noreturn]] void wrong(const toml::node& node, std::string_view key, std::string_view expected) const {
    throw ParseError(place(node), fmt::format("{}: expected {}", key, expected));
  }

  toml::table parse(std::string_view text) const {
    try {
      return toml::parse(text, file_.path);
    } catch (const toml::parse_error& error) {
      throw ParseError(place(error.source()), error.description());
    }
  }

  std::string string(const toml::node& node, std::string_view key) const {
    const auto* text = node.as_string();
    if (text == nullptr || text->get().empty()) wrong(node, key, "a string between quotes, not empty");
    if (text->get().find_first_of("\n\r\033") != std::string::npos) wrong(node, key, "a string of one line");
    return text->get();
  }

  std::vector<std::string> strings(const toml::node& node, std::string_view key) const {
    const auto* array = node.as_array();
    if (array == nullptr) wrong(node, key, "a list of strings, [\"...\"]");
    std::vector<std::string> all;
    for (const toml::node& item : *array) all.push_back(string(item, key));
    return all;
  }

  void read_throughput(const toml::node& node) {
    const auto* table = node.as_table();
    if (table == nullptr) wrong(node, "throughput", "a table, [throughput]");
    for (const auto& [key, value] : *table) read_figure("throughput." + std::string(key.str()), value, key.source());
  }

  void read_figure(const std::string& key, const toml::node& node, const toml::source_region& region) {
    const Figure* figure = find_figure(key);
    if (figure == nullptr) unknown(key, region);
    const double value = number(*figure, node);
    if (!(value >= figure->low && value <= figure->high))
      throw ParseError(place(node), fmt::format("{}: expected {}, got {}", key, expectation(*figure), value));
    file_.figures[key] = {value, place(node), ""};
  }

  double number(const Figure& figure, const toml::node& node) const {
    if (figure.kind == FigureKind::flag) {
      if (const auto* flag = node.as_boolean()) return flag->get() ? 1 : 0;
    } else if (const auto* whole = node.as_integer()) {
      return static_cast<double>(whole->get());
    } else if (const auto* real = node.as_floating_point(); real != nullptr && figure.kind == FigureKind::number) {
      return real->get();
    }
    wrong(node, figure.key, expectation(figure));
  }

  [[noreturn]] void unknown(const std::string& key, const toml::source_region& region) const {
    std::vector<std::string> known = {"name", "aliases", "vendor", "architecture", "dram_type", "throughput", "source"};
    for (const Figure& figure : figures()) known.emplace_back(figure.key);
    const auto nearest = closest(key, known, 1);
    throw ParseError(place(region),
                     fmt::format("unknown key \"{}\"{}", key,
                                 nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest[0])));
  }

  std::vector<SourceNote> source_notes(const toml::node& node) const {
    const auto* array = node.as_array();
    if (array == nullptr) wrong(node, "source", "a list of tables, [[source]]");
    std::vector<SourceNote> notes;
    for (const toml::node& item : *array) notes.push_back(source_note(item));
    return notes;
  }

  SourceNote source_note(const toml::node& node) const {
    const auto* table = node.as_table();
    if (table == nullptr) wrong(node, "source", "a table with text and figures");
    SourceNote note{"", {}, place(node)};
    for (const auto& [key, value] : *table) {
      if (key.str() == "text")
        note.text = string(value, "source.text");
      else if (key.str() == "figures")
        note.figures = strings(value, "source.figures");
      else
        throw ParseError(place(key.source()),
                         fmt::format("unknown key \"{}\" in [[source]]: expected text and figures", key.str()));
    }
    if (note.text.empty()) wrong(node, "source", "a text that says where the figures are from");
    if (note.figures.empty()) wrong(node, "source", "a list figures = [\"...\"] of what it is the source of");
    return note;
  }

  DeviceFile file_;
};

}  // namespace

DeviceFile parse_device_file(std::string_view text, const std::filesystem::path& path) {
  return Reader(path).read(text);
}

DeviceFile read_device_file(const std::filesystem::path& path) {
  return parse_device_file(read_file(path, max_file_bytes), path);
}

}  // namespace forewarp::device::detail
