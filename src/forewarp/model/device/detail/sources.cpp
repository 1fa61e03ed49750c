// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/sources.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::device::detail {
namespace {

bool is_pattern(std::string_view key) { return key.ends_with('*'); }

/// The place for the source of a figure, or of dram_type, in the file; nullptr for what it does not give.
std::string* source_of(DeviceFile& file, const std::string& key) {
  if (const auto figure = file.figures.find(key); figure != file.figures.end()) return &figure->second.source;
  const auto text = key == "dram_type" ? file.texts.find(key) : file.texts.end();
  return text == file.texts.end() ? nullptr : &text->second.source;
}

void attribute_key(DeviceFile& file, const SourceNote& note, const std::string& key) {
  std::string* source = source_of(file, key);
  if (source == nullptr)
    throw ParseError(note.where, fmt::format("a source for \"{}\", which this file does not give", key));
  if (!source->empty()) throw ParseError(note.where, fmt::format("\"{}\" has two sources", key));
  *source = note.text;
}

void attribute_pattern(DeviceFile& file, const SourceNote& note, std::string_view pattern) {
  const std::string_view prefix = pattern.substr(0, pattern.size() - 1);
  bool found = false;
  const auto take = [&](const std::string& key, std::string& source) {
    if (!key.starts_with(prefix) || !source.empty()) return;
    source = note.text;
    found = true;
  };
  for (auto& [key, figure] : file.figures) take(key, figure.source);
  if (const auto dram = file.texts.find("dram_type"); dram != file.texts.end()) take(dram->first, dram->second.source);
  if (!found)
    throw ParseError(note.where, fmt::format("a source for \"{}\", which fits no figure that lacks one", pattern));
}

void check_attributed(const std::string& key, const std::string& source, const SourceLocation& where) {
  if (source.empty())
    throw ParseError(where, fmt::format("\"{}\" has no source: name it in a [[source]] with text and figures", key));
}

}  // namespace

/// Exact keys before patterns, whatever their order in the file: a pattern such as throughput.*
/// covers what no other note names. Then every figure must have a source, or the file is refused:
/// no figure without one.
void attribute_sources(DeviceFile& file, const std::vector<SourceNote>& notes) {
  for (const SourceNote& note : notes)
    for (const std::string& key : note.figures)
      if (!is_pattern(key)) attribute_key(file, note, key);
  for (const SourceNote& note : notes)
    for (const std::string& key : note.figures)
      if (is_pattern(key)) attribute_pattern(file, note, key);
  for (const auto& [key, figure] : file.figures) check_attributed(key, figure.source, figure.where);
  if (const auto dram = file.texts.find("dram_type"); dram != file.texts.end())
    check_attributed(dram->first, dram->second.source, dram->second.where);
}

}  // namespace forewarp::device::detail
