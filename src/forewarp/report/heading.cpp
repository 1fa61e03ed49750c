// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/heading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/emulate/profile/exceeded_guess.hpp"
#include "forewarp/frontend/launch/notes.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

std::string shape_text(const launch::Dim3& d) { return fmt::format("{}x{}x{}", d.x, d.y, d.z); }

std::string parameters_text(const launch::Launch& launch) {
  std::string text;
  for (const auto& [name, value] : launch.parameters)
    text += fmt::format("{}{}={}", text.empty() ? ", " : " ", name, value);
  return text;
}

std::string sampling_text(const profile::Sampling& s) {
  if (s.exact && s.blocks_total == 1) return "emulated its one block";
  if (s.exact) return fmt::format("emulated all {} blocks", s.blocks_total);
  std::string errors = "standard error " + percent_text(s.relative_error);
  if (s.sectors_error > s.relative_error) errors += ", of memory requests " + percent_text(s.sectors_error);
  if (s.host_error > s.relative_error) errors += ", of host memory traffic " + percent_text(s.host_error);
  if (s.dram_error > std::max(s.relative_error, s.sectors_error))
    errors += ", of DRAM traffic " + percent_text(s.dram_error);
  return fmt::format("emulated {} of {} blocks ({}{})", s.blocks_run, s.blocks_total,
                     s.loops_sampled ? "loops sampled; " : "", errors);
}

std::uint64_t shared_bytes(const profile::Profile& profile) {
  return profile.static_shared_bytes + profile.launch.dynamic_shared_bytes;
}

/// Whether the note is about a guess that was replaced: a mark says what by.
bool is_replaced(const std::string& note, const std::vector<profile::Mark>& marks) {
  if (!note.starts_with(launch::guessed_note)) return false;
  return std::ranges::any_of(marks, [&](const profile::Mark& mark) {
    return mark.kind == profile::MarkKind::guessed_again &&
           std::ranges::any_of(mark.arguments, [&](const std::string& name) {
             return note.find(fmt::format(", {}, is ", name)) != std::string::npos;
           });
  });
}

/// Registers of a thread beyond which there are none: what does not fit is spilled.
constexpr std::uint32_t most_registers = 255;

std::string spill_text(const profile::Profile& profile) {
  if (profile.registers < most_registers) return "";
  return fmt::format(
      "{} registers a thread are the most that there are: values that do not fit are spilled to local memory, and the "
      "time for that is not part of the answer",
      profile.registers);
}

/// The marks, the kernel's notes, then the profile's that are not among them.
std::vector<std::string> notes_of(const kernel::Kernel& kernel, const profile::Profile& profile) {
  std::vector<std::string> notes;
  for (const profile::Mark& mark : profile.marks) notes.push_back(mark.text);
  if (const std::string spills = spill_text(profile); !spills.empty()) notes.push_back(spills);
  for (const std::string& note : kernel.notes)
    if (!is_replaced(note, profile.marks)) notes.push_back(note);
  for (const std::string& note : profile.notes)
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  return notes;
}

}  // namespace

std::string origin_text(const kernel::Kernel& kernel) {
  const bool compiled = kernel.code.compiler != "none";
  return fmt::format("({}, {}{})", kernel.code.file, compiled ? kernel.code.compiler + ", " : "", kernel.code.arch);
}

std::string heading_text(const kernel::Kernel& kernel, const profile::Profile& profile) {
  std::string text = fmt::format("{}  {}\n", source::kernel_signature(kernel.launch.entry), origin_text(kernel));
  const std::string cluster =
      kernel.launch.cluster ? fmt::format(", clusters of {} blocks", shape_text(*kernel.launch.cluster)) : "";
  text += fmt::format(
      "grid {}, block {}{}{}; {} registers a thread{}, {} shared memory a block\n", shape_text(kernel.launch.grid),
      shape_text(kernel.launch.block), cluster, parameters_text(kernel.launch), profile.registers,
      profile.registers_estimated ? " (estimated)" : "", bytes_text(static_cast<double>(shared_bytes(profile))));
  text += sampling_text(profile.sampling) + "\n";
  text += marks_text(profile.marks);
  const std::string spills = spill_text(profile);
  return spills.empty() ? text : text + "warning: " + spills + "\n";
}

std::string marks_text(const std::vector<profile::Mark>& marks) {
  std::string text;
  for (const profile::Mark& mark : marks)
    if (mark.kind != profile::MarkKind::beyond_end) text += "warning: " + mark.text + "\n";
  return text;
}

nlohmann::json marks_json(const std::vector<profile::Mark>& marks) {
  auto json = nlohmann::json::array();
  for (const profile::Mark& mark : marks)
    json.push_back({{"kind", profile::name_of(mark.kind)},
                    {"arguments", mark.arguments},
                    {"place", mark.place},
                    {"text", mark.text}});
  return json;
}

std::string notes_text(const kernel::Kernel& kernel, const profile::Profile& profile) {
  std::string text;
  for (const profile::Mark& mark : profile.marks)
    if (mark.kind == profile::MarkKind::beyond_end) text += "note: " + mark.text + "\n";
  for (const std::string& exceeded : profile::exceeded_guesses(profile)) text += "note: " + exceeded + "\n";
  // The profile's other notes repeat the heading.
  for (const std::string& note : kernel.notes)
    if (!is_replaced(note, profile.marks)) text += "note: " + note + "\n";
  return text.empty() ? text : "\n" + text;
}

nlohmann::json identity_json(const kernel::Kernel& kernel, const std::string& entry, const launch::Launch& launch) {
  nlohmann::json json = {{"kernel", source::kernel_signature(entry)},
                         {"entry", entry},
                         {"source", kernel.code.file},
                         {"compiler", kernel.code.compiler},
                         {"arch", kernel.code.arch},
                         {"grid", {launch.grid.x, launch.grid.y, launch.grid.z}},
                         {"block", {launch.block.x, launch.block.y, launch.block.z}},
                         {"parameters", launch.parameters}};
  if (launch.cluster) json["cluster"] = {launch.cluster->x, launch.cluster->y, launch.cluster->z};
  return json;
}

nlohmann::json heading_json(const kernel::Kernel& kernel, const profile::Profile& profile) {
  const profile::Sampling& s = profile.sampling;
  nlohmann::json json = identity_json(kernel, kernel.launch.entry, kernel.launch);
  json.update({{"registers", profile.registers},
               {"registers_estimated", profile.registers_estimated},
               {"shared_bytes", shared_bytes(profile)},
               {"sampling",
                {{"exact", s.exact},
                 {"blocks_run", s.blocks_run},
                 {"blocks_total", s.blocks_total},
                 {"loops_sampled", s.loops_sampled},
                 {"relative_error", s.relative_error},
                 {"sectors_error", s.sectors_error},
                 {"host_error", s.host_error},
                 {"dram_error", s.dram_error}}},
               {"marks", marks_json(profile.marks)},
               {"notes", notes_of(kernel, profile)}});
  return json;
}

}  // namespace forewarp::report
