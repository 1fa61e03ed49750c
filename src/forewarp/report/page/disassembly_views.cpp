// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What disassemble says: the source, the PTX made of it and the machine code made of that, each line with its share of
/// the instructions that warps execute and of the cycles that their control words ask for.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/inlined_notes.hpp"
#include "forewarp/report/page/machine_listing.hpp"
#include "forewarp/report/page/source_text.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::report::views {
namespace {

using WorkOfLines = std::map<std::uint64_t, MachineWork>;

struct SourceWork {
  WorkOfLines lines;
  MachineWork all;
};

/// One pass over the instructions gives what all listings need.
struct Tally {
  MachineWork all;
  WorkOfLines ptx;
  std::map<std::uint64_t, std::uint64_t> source_of;  ///< of a line of PTX, in the file that has most of the work
  std::map<std::string, SourceWork> files;
  std::string main_file;
};

Tally tally_of(const Json& code) {
  Tally t;
  for_each_instruction(code, [&](const Json& i, const MachineWork& work) {
    t.all.add(work);
    if (const auto line = i.at("ptx_line").get<std::uint64_t>(); line > 0) t.ptx[line].add(work);
    if (!i.contains("source_file")) return;
    SourceWork& file = t.files[i.at("source_file").get<std::string>()];
    file.lines[i.at("source_line").get<std::uint64_t>()].add(work);
    file.all.add(work);
  });
  const auto most = std::ranges::max_element(t.files, {}, [](const auto& file) { return file.second.all.stalls; });
  if (most == t.files.end()) return t;
  t.main_file = most->first;
  for_each_instruction(code, [&](const Json& i, const MachineWork&) {
    if (i.contains("source_file") && i.at("source_file") == t.main_file)
      t.source_of[i.at("ptx_line").get<std::uint64_t>()] = i.at("source_line").get<std::uint64_t>();
  });
  return t;
}

std::vector<std::string> machine_measures() { return {"stalls: cycles of warps", "warp instructions"}; }

void add_work(Listing::Line& line, const MachineWork& work, const MachineWork& all) {
  if (!(work.warps > 0)) return;
  line.shares = {work.stalls / std::max(all.stalls, 1.0), work.warps / std::max(all.warps, 1.0)};
  line.detail =
      fmt::format("{} warp instructions, {} cycles of stalls", count_text(work.warps), count_text(work.stalls));
}

Listing listing_of(std::string title, const std::string& text, const WorkOfLines& works, const MachineWork& all) {
  Listing listing{.title = std::move(title), .measures = machine_measures()};
  for_each_line(text, [&](std::uint64_t number, std::string_view content) {
    Listing::Line line{.number = number, .text = std::string(content)};
    if (const auto found = works.find(number); found != works.end()) add_work(line, found->second, all);
    listing.lines.push_back(std::move(line));
  });
  return listing;
}

Listing listing_of_code(const Json& code, const Tally& tally) {
  Listing listing = machine_listing(code);
  listing.measures = machine_measures();
  std::size_t line = 0;
  for_each_instruction(
      code, [&](const Json&, const MachineWork& work) { add_work(listing.lines.at(line++), work, tally.all); });
  return listing;
}

std::optional<Listing> source_listing(const Tally& tally, Page& page) {
  if (tally.main_file.empty()) return std::nullopt;
  try {
    return listing_of(neutral_name(tally.main_file), source_text(tally.main_file),
                      tally.files.at(tally.main_file).lines, tally.all);
  } catch (const InputError&) {
    page.notes.push_back(fmt::format("the source {} is not here to be shown (or is larger than {} kB)", tally.main_file,
                                     max_source_bytes / 1000));
    return std::nullopt;
  }
}

std::optional<Listing> ptx_listing(const Json& json, const Tally& tally) {
  const std::string text = json.contains("ptx") ? json.at("ptx").at("text").get<std::string>() : "";
  if (text.empty() || text.size() > max_source_bytes) return std::nullopt;
  Listing listing = listing_of("PTX", text, tally.ptx, tally.all);
  for (Listing::Line& line : listing.lines)
    if (const auto origin = tally.source_of.find(line.number); origin != tally.source_of.end())
      line.origin = origin->second;
  return listing;
}

Section listings_of(const Json& json, const Json& code, Page& page) {
  Section section{.title = "Source, PTX and machine code"};
  const Tally tally = tally_of(code);
  for (const auto& [name, file] : tally.files) {
    if (name == tally.main_file) continue;
    page.notes.push_back(fmt::format("{:.3g} % of the cycles are from {}", 100 * file.all.stalls / tally.all.stalls,
                                     neutral_name(name)));
  }
  std::optional<Listing> source = source_listing(tally, page), ptx = ptx_listing(json, tally);
  Listing machine = listing_of_code(code, tally);
  if (ptx) add_inlined_notes(json.at("ptx"), tally.main_file, source ? &*source : nullptr, &*ptx, &machine);
  for (std::optional<Listing>* one : {&source, &ptx}) {
    if (!*one) continue;
    (*one)->beside = !section.blocks.empty();
    section.blocks.emplace_back(*std::move(*one));
  }
  machine.beside = !section.blocks.empty();
  section.blocks.emplace_back(std::move(machine));
  return section;
}

PageTable pipes_table(const Json& mix) {
  PageTable table{.title = "Warp instructions by pipe",
                  .columns = {{"pipe"}, {"warp instructions"}, {"share", Unit::share}}};
  const double issue = std::max(mix.at("issue").get<double>(), 1.0);
  for (const auto& [name, count] : mix.at("pipes").items())
    if (count.get<double>() > 0) table.rows.push_back({name, count.get<double>(), count.get<double>() / issue});
  std::ranges::stable_sort(table.rows, std::greater{}, [](const auto& row) { return std::get<double>(row[1]); });
  return table;
}

}  // namespace

void add_disassembly(const Json& json, Page& page) {
  add_heading(json, page);
  const Json& code = json.at("machine_code");
  const Json& executions = code.at("executions");
  page.facts.emplace_back(
      "machine code",
      fmt::format("{}, {} registers and a frame of {} bytes a thread", code.at("arch").get<std::string>(),
                  code.at("registers").get<int>(), code.at("frame_bytes").get<std::uint64_t>()));
  page.answer = disassembly_answer(json);
  page.facts.emplace_back("executions", executions.at("exact").get<bool>() ? "exact" : "estimated");
  page.sections.push_back(listings_of(json, code, page));
  page.sections.push_back({.title = "Instructions", .blocks = {pipes_table(code.at("mix"))}});
  for (const Json& m : executions.at("mismatches"))
    page.notes.push_back(
        fmt::format("PTX line {}: {} threads, {} in machine code", m.at("ptx_line").get<std::uint64_t>(),
                    count_text(m.at("ptx_threads").get<double>()), count_text(m.at("machine_threads").get<double>())));
}

}  // namespace forewarp::report::views
