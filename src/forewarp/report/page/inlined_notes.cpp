// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/inlined_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace forewarp::report::views {
namespace {

struct Call {
  std::string function, file;
  std::uint64_t line = 0;
};
using Calls = std::vector<Call>;  ///< the innermost first

std::string file_name_of(const std::string& file) { return std::filesystem::path(file).filename().string(); }

Calls stack_of(const Json& frames) {
  Calls stack;
  for (const Json& one : frames)
    stack.push_back({one.at(0).get<std::string>(), one.at(1).get<std::string>(), one.at(2).get<std::uint64_t>()});
  return stack;
}

std::string called_at(const Call& frame, const std::string& source) {
  if (file_name_of(frame.file) == file_name_of(source)) return fmt::format("line {}", frame.line);
  return fmt::format("{}:{}", file_name_of(frame.file), frame.line);
}

/// "inlined from weight at line 7, from term at line 15"
std::string note_of(const Calls& stack, const std::string& source) {
  std::string text;
  for (const Call& frame : stack)
    text += fmt::format("{} from {} at {}", text.empty() ? "inlined" : ",",
                        frame.function.empty() ? "a function" : frame.function, called_at(frame, source));
  return text;
}

/// By line of PTX.
std::map<std::uint64_t, const Calls*> stacks_of_lines(const Json& ptx, const std::vector<Calls>& stacks) {
  std::map<std::uint64_t, const Calls*> lines;
  for (const Json& one : ptx.at("inlined"))
    lines.emplace(one.at(0).get<std::uint64_t>(), &stacks.at(one.at(1).get<std::size_t>()));
  return lines;
}

/// The note is written once for a run of lines that have the same.
template <typename LineOf>
void annotate(Listing& listing, const std::map<std::uint64_t, const Calls*>& stacks, const std::string& source,
              LineOf line_of) {
  const Calls* before = nullptr;
  for (Listing::Line& line : listing.lines) {
    const auto found = stacks.find(line_of(line));
    if (found == stacks.end()) {
      if (line.origin != 0) before = nullptr;  // labels and directives between do not end a run
      continue;
    }
    const Calls& stack = *found->second;
    if (&stack != before) line.note = note_of(stack, source);
    before = &stack;
    for (const Call& frame : stack)
      if (file_name_of(frame.file) == file_name_of(source)) line.callers.push_back(frame.line);
  }
}

/// "term inlined at line 15, 18" at the first line of each run of a function's body: origins say which lines those are.
void annotate_source(Listing& source, const Listing& ptx, const std::map<std::uint64_t, const Calls*>& stacks,
                     const std::string& name) {
  struct Inlined {
    std::string function;
    std::set<std::string> places;
  };
  std::map<std::uint64_t, Inlined> of_line;
  for (const Listing::Line& line : ptx.lines) {
    const auto found = stacks.find(line.number);
    if (found == stacks.end() || found->second->empty() || line.origin == 0) continue;
    const Call& call = found->second->front();
    if (call.line == line.origin) continue;  // a library's function, whose line is its call
    Inlined& one = of_line[line.origin];
    one.function = call.function.empty() ? "a function" : call.function;
    one.places.insert(called_at(call, name));
  }
  std::string before;
  for (Listing::Line& line : source.lines) {
    const auto found = of_line.find(line.number);
    if (found == of_line.end()) continue;
    constexpr std::size_t max_places = 4;
    std::string places;
    std::size_t count = 0;
    for (const std::string& place : found->second.places)
      if (++count <= max_places) places += (places.empty() ? "" : ", ") + place;
    if (count > max_places) places += fmt::format(" and {} more", count - max_places);
    if (found->second.function != before) line.note = fmt::format("{} inlined at {}", found->second.function, places);
    before = found->second.function;
  }
}

}  // namespace

void add_inlined_notes(const Json& ptx, const std::string& source, Listing* of_source, Listing* of_ptx,
                       Listing* of_machine) {
  if (!ptx.contains("inlined")) return;
  std::vector<Calls> stacks;
  for (const Json& frames : ptx.at("frames")) stacks.push_back(stack_of(frames));
  const std::map<std::uint64_t, const Calls*> lines = stacks_of_lines(ptx, stacks);
  if (of_source != nullptr && of_ptx != nullptr) annotate_source(*of_source, *of_ptx, lines, source);
  if (of_ptx != nullptr) annotate(*of_ptx, lines, source, [](const Listing::Line& line) { return line.number; });
  if (of_machine != nullptr)
    annotate(*of_machine, lines, source, [](const Listing::Line& line) { return line.origin; });
}

}  // namespace forewarp::report::views
