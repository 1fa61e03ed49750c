// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/ready_made.hpp"

#include <toml++/toml.h>
#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::calibrate {
namespace {

toml::table parsed(const std::filesystem::path& file) {
  const std::string text = read_file(file, std::size_t{1} << 20);
  try {
    return toml::parse(text, file.string());
  } catch (const toml::parse_error& error) {
    throw ParseError({file.string(), error.source().begin.line, error.source().begin.column},
                     std::string(error.description()));
  }
}

[[noreturn]] void refuse(const std::filesystem::path& file, std::string_view what) {
  throw InputError(fmt::format("{}: {}", file.string(), what));
}

std::string text_of(const toml::table& table, const std::filesystem::path& file, std::string_view key) {
  const auto value = table[key].value<std::string>();
  if (!value) refuse(file, fmt::format("'{}' has to be a text", key));
  return *value;
}

/// Blanks and newlines of a text that goes over several lines are one blank.
std::string one_line(const std::string& text) {
  std::istringstream words(text);
  std::string all;
  for (std::string word; words >> word;) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::vector<std::string> tag_sets_of(const toml::table& table, const std::filesystem::path& file) {
  const toml::array* kernels = table["kernels"].as_array();
  if (kernels == nullptr) refuse(file, "'kernels' has to be a list of texts of tags");
  std::vector<std::string> sets;
  for (const toml::node& node : *kernels) {
    const auto tags = node.value<std::string>();
    if (!tags) refuse(file, "'kernels' has to be a list of texts of tags");
    sets.push_back(one_line(*tags));
  }
  return sets;
}

void take(ReadyMade& model, const toml::table& table, const std::filesystem::path& file, bool is_top) {
  static const std::set<std::string_view> known{"about", "expression", "kernels", "cpu", "gpu"};
  for (const auto& [key, node] : table)
    if (!known.contains(key.str()) || (!is_top && node.is_table()))
      refuse(file, fmt::format("unknown key '{}'; there is about, expression, kernels, cpu, gpu", key.str()));
  if (table.contains("about")) model.about = one_line(text_of(table, file, "about"));
  if (table.contains("expression")) model.expression = one_line(text_of(table, file, "expression"));
  if (table.contains("kernels")) model.tag_sets = tag_sets_of(table, file);
}

std::filesystem::path folder() { return shipped_file("models/expression"); }

}  // namespace

DeviceKind kind_of(const run::DeviceInfo& device) { return device.kind == "cpu" ? DeviceKind::cpu : DeviceKind::gpu; }

ReadyMade read_ready_made(const std::filesystem::path& file, DeviceKind kind) {
  const toml::table all = parsed(file);
  ReadyMade model;
  model.name = file.stem().string();
  take(model, all, file, true);
  const std::string_view key = kind == DeviceKind::cpu ? "cpu" : "gpu";
  if (all.contains(key)) {
    const toml::table* own = all[key].as_table();
    if (own == nullptr) refuse(file, fmt::format("'{}' has to be a table", key));
    take(model, *own, file, false);
  }
  if (model.expression.empty()) refuse(file, "'expression' is missing");
  if (model.tag_sets.empty()) refuse(file, "'kernels' is missing");
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
    std::istringstream words(set);
    std::vector<std::string> tags;
    for (std::string word; words >> word;) tags.push_back(word);
    for (const pick::MeasurementKernel& kernel : pick::kernels(generators, pick::parse_filter(tags)))
      if (seen.insert(kernel.name).second) all.push_back(sized(kernel));
  }
  return all;
}

}  // namespace forewarp::calibrate
