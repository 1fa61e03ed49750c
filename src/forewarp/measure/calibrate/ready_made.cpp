// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/ready_made.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"
#include "forewarp/support/toml.hpp"

namespace forewarp::calibrate {
namespace {

/// Blanks and newlines of a text that goes over several lines are one blank.
std::string one_line(const std::string& text) { return fmt::format("{}", fmt::join(words_of(text), " ")); }

/// The keys that both the whole file and its tables [cpu] and [gpu] may have.
void take(ReadyMade& model, TomlTable& table) {
  if (table.has("about")) model.about = one_line(table.text("about"));
  if (table.has("expression")) model.expression = one_line(table.text("expression"));
  if (!table.has("kernels")) return;
  model.tag_sets.clear();
  for (const std::string& tags : table.texts("kernels")) model.tag_sets.push_back(one_line(tags));
}

/// The table of this name, where there is one.
std::optional<TomlTable> inner(TomlTable& table, std::string_view key) {
  const toml::node* node = table.find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_table()) table.fail(*node, fmt::format("'{}' must be a table", key));
  return TomlTable(*node->as_table(), table.file());
}

std::filesystem::path folder() { return shipped_file("models/expression"); }

}  // namespace

DeviceKind kind_of(const run::DeviceInfo& device) { return device.kind == "cpu" ? DeviceKind::cpu : DeviceKind::gpu; }

ReadyMade read_ready_made(const std::filesystem::path& file, DeviceKind kind) {
  const std::string name = file.string();
  const toml::table parsed = parse_toml(read_file(file, std::size_t{1} << 20), name);
  TomlTable table(parsed, name);
  ReadyMade model;
  model.name = file.stem().string();
  take(model, table);
  for (const auto& [key, of] : {std::pair("cpu", DeviceKind::cpu), std::pair("gpu", DeviceKind::gpu)}) {
    std::optional<TomlTable> own = inner(table, key);
    if (!own) continue;
    ReadyMade other;
    take(of == kind ? model : other, *own);
    own->finish();
  }
  table.finish();
  if (model.expression.empty()) throw ParseError(table.where(), "'expression' is missing");
  if (model.tag_sets.empty()) throw ParseError(table.where(), "'kernels' is missing");
  return model;
}

std::vector<std::string> ready_made_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

bool names_ready_made(std::string_view text) {
  return text.ends_with(".toml") || std::ranges::count(ready_made_names(), text) > 0;
}

ReadyMade ready_made(std::string_view name_or_path, DeviceKind kind) {
  if (name_or_path.ends_with(".toml")) return read_ready_made(std::filesystem::path(name_or_path), kind);
  const std::vector<std::string> names = ready_made_names();
  if (std::ranges::count(names, name_or_path) == 0)
    throw InputError(fmt::format("no model is called '{}'{}; there is {}", name_or_path,
                                 did_you_mean(name_or_path, names), fmt::join(names, ", ")));
  return read_ready_made(folder() / fmt::format("{}.toml", name_or_path), kind);
}

std::vector<SizedKernel> kernels_of(std::span<const std::string> tag_sets,
                                    std::span<const pick::Generator> generators) {
  std::vector<SizedKernel> all;
  std::set<std::string> seen;
  for (const std::string& set : tag_sets) {
    const std::vector<std::string_view> words = words_of(set);
    const std::vector<std::string> tags(words.begin(), words.end());
    for (const pick::MeasurementKernel& kernel : pick::kernels(generators, pick::parse_filter(tags)))
      if (seen.insert(kernel.name).second) all.push_back(sized(kernel));
  }
  return all;
}

}  // namespace forewarp::calibrate
