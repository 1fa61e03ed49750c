// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/device/detail/sources.hpp"

#include <functional>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::device::detail {
namespace {

bool is_pattern(std::string_view key) { return key.ends_with('*'); }

using Visit = std::function<void(const std::string& key, std::string& source, const SourceLocation& where)>;

void for_each_sourced(DeviceFile& file, const Visit& visit) {
  for (auto& [key, figure] : file.figures) visit(key, figure.source, figure.where);
  if (const auto dram = file.texts.find("dram_type"); dram != file.texts.end())
    visit(dram->first, dram->second.source, dram->second.where);
}

void attribute_key(DeviceFile& file, const SourceNote& note, const std::string& wanted) {
  bool found = false;
  for_each_sourced(file, [&](const std::string& key, std::string& source, const SourceLocation&) {
    if (key != wanted) return;
    if (!source.empty()) throw ParseError(note.where, fmt::format("\"{}\" has two sources", key));
    source = note.text;
    found = true;
  });
  if (!found) throw ParseError(note.where, fmt::format("a source for \"{}\", which this file does not give", wanted));
}

void attribute_pattern(DeviceFile& file, const SourceNote& note, std::string_view pattern) {
  const std::string_view prefix = pattern.substr(0, pattern.size() - 1);
  bool found = false;
  for_each_sourced(file, [&](const std::string& key, std::string& source, const SourceLocation&) {
    if (!key.starts_with(prefix) || !source.empty()) return;
    source = note.text;
    found = true;
  });
  if (!found)
    throw ParseError(note.where, fmt::format("a source for \"{}\", which fits no figure that lacks one", pattern));
}

}  // namespace

void attribute_sources(DeviceFile& file, const std::vector<SourceNote>& notes) {
  for (const SourceNote& note : notes)
    for (const std::string& key : note.figures)
      if (!is_pattern(key)) attribute_key(file, note, key);
  for (const SourceNote& note : notes)
    for (const std::string& key : note.figures)
      if (is_pattern(key)) attribute_pattern(file, note, key);
  for_each_sourced(file, [](const std::string& key, const std::string& source, const SourceLocation& where) {
    if (source.empty())
      throw ParseError(where, fmt::format("\"{}\" has no source: name it in a [[source]] with text and figures", key));
  });
}

}  // namespace forewarp::device::detail
