// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/dynamic_shared.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "forewarp/frontend/launch/argument_value.hpp"
#include "forewarp/frontend/launch/notes.hpp"
#include "forewarp/frontend/source/constant.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/listing.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::kernel {
namespace {

struct Found {
  std::string expression, place;
  std::string unknown;  ///< why there are no bytes
  std::optional<std::uint64_t> bytes;
};

/// What a program calls its grid or block, in terms of ours: its name is the number of all, .x .y .z are the extents.
void add_shape(std::string_view called, const std::string& ours, std::map<std::string, std::string>& words) {
  if (!is_identifier(called)) return;
  words[std::string(called)] = fmt::format("{0}_x * {0}_y * {0}_z", ours);
  for (const char* axis : {"x", "y", "z"}) words[fmt::format("{}.{}", called, axis)] = ours + "_" + axis;
}

/// The names of the program's side that have values here: of its shapes, and of what it passes for a parameter.
std::map<std::string, std::string> program_names(const source::SourceLaunch& of,
                                                 const std::vector<std::string_view>& shape,
                                                 const std::vector<std::string>& names, const launch::Launch& launch) {
  std::map<std::string, std::string> words;
  const std::vector<std::string_view> passed = split_outside_brackets(of.arguments, ',');
  for (std::size_t i = 0; i < std::min(passed.size(), names.size()); ++i)
    if (const auto value = launch.parameters.find(names[i]);
        is_identifier(passed[i]) && value != launch.parameters.end())
      words[std::string(passed[i])] = std::to_string(value->second);
  if (!shape.empty()) add_shape(shape[0], "grid", words);
  if (shape.size() > 1) add_shape(shape[1], "block", words);
  return words;
}

Found evaluated(const source::SourceLaunch& of, const source::SourceText& text, std::string_view program,
                const std::vector<std::string>& names, const launch::Launch& launch) {
  const std::vector<std::string_view> shape = split_outside_brackets(of.configuration, ',');
  Found found{shape.size() > 2 ? std::string(shape[2]) : "0",
              fmt::format("{}:{}", text.file.filename().string(), of.line),
              "",
              {}};
  const source::ConstantText constant =
      source::constant_text(found.expression, program, program_names(of, shape, names, launch));
  found.unknown = constant.unknown;
  if (!found.unknown.empty()) return found;
  try {
    const std::int64_t bytes = launch::Expression::parse(constant.text).integer(launch::expression_names(launch));
    if (bytes >= 0) found.bytes = static_cast<std::uint64_t>(bytes);
  } catch (const ParseError&) {
    found.unknown = found.expression;
  }
  return found;
}

/// The launches that mean this instance of a template, where there are any; else those of the template.
std::vector<source::SourceLaunch> launches_of(const ptx::Function& entry, std::string_view text) {
  std::vector<source::SourceLaunch> exact, of_name;
  const std::vector<std::string> one{std::string(entry.name)};
  for (const source::SourceLaunch& l : source::list_source(text).launches) {
    const std::string_view called = std::string_view(l.kernel).substr(0, l.kernel.find('<'));
    const std::size_t scope = called.rfind("::");
    if (source::try_find_entry(one, l.kernel)) exact.push_back(l);
    if (called.substr(scope == std::string_view::npos ? 0 : scope + 2) == source::bare_name(entry.name))
      of_name.push_back(l);
  }
  return exact.empty() ? of_name : exact;
}

bool asks_for_shared(const std::vector<source::SourceLaunch>& launches) {
  return std::ranges::any_of(launches,
                             [](const auto& l) { return split_outside_brackets(l.configuration, ',').size() > 2; });
}

bool has_dynamic_shared(const ptx::Module& module) {
  const auto dynamic = [](const ptx::Variable& v) { return v.space == ptx::StateSpace::shared && v.elements == 0; };
  return std::ranges::any_of(module.variables, dynamic) || std::ranges::any_of(module.functions, [&](const auto& f) {
           return std::ranges::any_of(f.variables, dynamic);
         });
}

std::string note_of(const std::vector<Found>& all) {
  const auto unknown = std::ranges::find_if(all, [](const Found& f) { return !f.bytes; });
  if (unknown != all.end())
    return fmt::format(
        "{}the launch at {} asks for '{}' bytes, and '{}' is not a constant: give it with --shared BYTES",
        launch::unknown_shared_note, unknown->place, unknown->expression, unknown->unknown);
  std::string sizes;
  std::set<std::uint64_t> told;
  for (const Found& f : all)
    if (told.insert(*f.bytes).second && told.size() <= 4)
      sizes += fmt::format("{}{} bytes at {}", sizes.empty() ? "" : ", ", *f.bytes, f.place);
  if (told.size() > 1)
    return fmt::format("{}the launches in the source differ ({}): choose with --shared BYTES",
                       launch::unknown_shared_note, sizes);
  return fmt::format("dynamic shared memory is {}, which launches it (--shared changes it)", sizes);
}

}  // namespace

void shared_from_source(ProgramText& program, const ptx::Module& module, const ptx::Function& entry,
                        const std::vector<std::string>& names, launch::Launch& launch) {
  if (!program.is_source()) return;
  const bool in_file = asks_for_shared(launches_of(entry, program.file_text()));
  if (!in_file && !has_dynamic_shared(module)) return;
  std::vector<Found> all;
  bool asked = false;
  std::string whole;
  for (const source::SourceText& text : program.expanded()) whole += text.text;
  for (const source::SourceText& text : program.expanded()) {
    const std::vector<source::SourceLaunch> launches = launches_of(entry, text.text);
    asked = asked || asks_for_shared(launches);
    for (const source::SourceLaunch& l : launches) all.push_back(evaluated(l, text, whole, names, launch));
  }
  if (!asked) return;
  launch.notes.push_back(note_of(all));
  const bool known = !launch.notes.back().starts_with(launch::unknown_shared_note);
  if (known) launch.dynamic_shared_bytes = *all.front().bytes;
}

}  // namespace forewarp::kernel
