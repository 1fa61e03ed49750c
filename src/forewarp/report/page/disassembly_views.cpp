// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What disassemble says: the source, the PTX made of it and the machine code made of that, each line with its share of
/// the instructions that warps execute and of the cycles that their control words ask for.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "forewarp/report/page/source_text.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::report::views {
namespace {

/// Of a line, or of all.
struct LineWork {
  double warps = 0;  ///< instructions that warps execute
  double stall = 0;  ///< cycles before they may issue their next ones
  void add(const LineWork& other) { warps += other.warps, stall += other.stall; }
};
using WorkOfLines = std::map<std::uint64_t, LineWork>;

struct SourceWork {
  WorkOfLines lines;
  LineWork all;
};

/// One pass over the instructions gives what all listings need.
struct Tally {
  LineWork all;
  WorkOfLines ptx;
  std::map<std::uint64_t, std::uint64_t> source_of;  ///< of a line of PTX, in the file that has most of the work
  std::map<std::string, SourceWork> files;
  std::string main_file;
};

void for_each_instruction(const Json& code, const std::function<void(const Json&, const LineWork&)>& visit) {
  for (const Json& block : code.at("blocks"))
    for (const Json& i : block.at("instructions")) {
      const double warps = block.at("warps").get<double>();
      visit(i, {warps, warps * i.at("stall").get<double>()});
    }
}

Tally tally_of(const Json& code) {
  Tally t;
  for_each_instruction(code, [&](const Json& i, const LineWork& work) {
    t.all.add(work);
    if (const auto line = i.at("ptx_line").get<std::uint64_t>(); line > 0) t.ptx[line].add(work);
    if (!i.contains("source_file")) return;
    SourceWork& file = t.files[i.at("source_file").get<std::string>()];
    file.lines[i.at("source_line").get<std::uint64_t>()].add(work);
    file.all.add(work);
  });
  const auto most = std::ranges::max_element(t.files, {}, [](const auto& file) { return file.second.all.stall; });
  if (most == t.files.end()) return t;
  t.main_file = most->first;
  for_each_instruction(code, [&](const Json& i, const LineWork&) {
    if (i.contains("source_file") && i.at("source_file") == t.main_file)
      t.source_of[i.at("ptx_line").get<std::uint64_t>()] = i.at("source_line").get<std::uint64_t>();
  });
  return t;
}

void add_work(Listing::Line& line, const LineWork& work, const LineWork& all) {
  if (!(work.warps > 0)) return;
  line.shares = {work.stall / std::max(all.stall, 1.0), work.warps / std::max(all.warps, 1.0)};
  line.detail = fmt::format("{} warp instructions, {} cycles by their control words", count_text(work.warps),
                            count_text(work.stall));
}

Listing listing_of(std::string title, const std::string& text, const WorkOfLines& works, const LineWork& all) {
  Listing listing{.title = std::move(title), .measures = {"cycles by control words", "warp instructions"}};
  for_each_line(text, [&](std::uint64_t number, std::string_view content) {
    Listing::Line line{.number = number, .text = std::string(content)};
    if (const auto found = works.find(number); found != works.end()) add_work(line, found->second, all);
    listing.lines.push_back(std::move(line));
  });
  return listing;
}

std::string scoreboards(const Json& i) {
  std::string text;
  for (const auto& [member, letter] : {std::pair{"sets_write", 'w'}, std::pair{"sets_read", 'r'}})
    if (const int board = i.at(member).get<int>(); board < 6) text += fmt::format("{}{}", letter, board);
  return text.empty() ? "-" : text;
}

std::string waits(const Json& i) {
  std::string text;
  const auto mask = i.at("waits").get<unsigned>();
  for (unsigned k = 0; k < 6; ++k)
    if ((mask >> k & 1) != 0) text += std::to_string(k);
  return text.empty() ? "-" : text;
}

Listing machine_listing(const Json& code, const Tally& tally) {
  Listing listing{.title = "machine code for " + code.at("arch").get<std::string>(),
                  .measures = {"cycles by control words", "warp instructions"}};
  listing.caption =
      "Address, instruction, warps that execute it, stall cycles, the scoreboard that it sets (w: with its result, r: "
      "when its operands are "
      "read) and those that it waits for. Colour: share of the kernel. A click on a line marks what belongs to it.";
  std::uint64_t number = 0;
  for_each_instruction(code, [&](const Json& i, const LineWork& work) {
    Listing::Line line{.number = ++number};
    std::string name = i.at("text").get<std::string>();
    if (i.contains("target")) name += fmt::format(" {:#06x}", i.at("target").get<std::uint64_t>());
    line.text = fmt::format("{:#06x}  {:<20} {:>7} {:>3}  {:<4} {}", i.at("address").get<std::uint64_t>(), name,
                            count_text(work.warps), i.at("stall").get<int>(), scoreboards(i), waits(i));
    line.origin = i.at("ptx_line").get<std::uint64_t>();
    add_work(line, work, tally.all);
    listing.lines.push_back(std::move(line));
  });
  return listing;
}

Section listings_of(const Json& json, const Json& code, Page& page) {
  Section section{.title = "Source, PTX and machine code"};
  const Tally tally = tally_of(code);
  for (const auto& [name, file] : tally.files) {
    if (name == tally.main_file) continue;
    page.notes.push_back(
        fmt::format("{:.3g} % of the cycles are from {}", 100 * file.all.stall / tally.all.stall, neutral_name(name)));
  }
  try {
    if (!tally.main_file.empty())
      section.blocks.emplace_back(listing_of(neutral_name(tally.main_file), source_text(tally.main_file),
                                             tally.files.at(tally.main_file).lines, tally.all));
  } catch (const InputError&) {
    page.notes.push_back(fmt::format("the source {} is not here to be shown (or is larger than {} kB)", tally.main_file,
                                     max_source_bytes / 1000));
  }
  const std::string ptx = json.contains("ptx") ? json.at("ptx").at("text").get<std::string>() : "";
  if (!ptx.empty() && ptx.size() <= max_source_bytes) {
    Listing listing = listing_of("PTX", ptx, tally.ptx, tally.all);
    listing.beside = !section.blocks.empty();
    for (Listing::Line& line : listing.lines)
      if (const auto origin = tally.source_of.find(line.number); origin != tally.source_of.end())
        line.origin = origin->second;
    section.blocks.emplace_back(std::move(listing));
  }
  Listing machine = machine_listing(code, tally);
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
  add_disassembly_answer(json, page);
  page.facts.emplace_back("executions", executions.at("exact").get<bool>() ? "exact" : "estimated");
  page.sections.push_back(listings_of(json, code, page));
  page.sections.push_back({.title = "Instructions", .blocks = {pipes_table(code.at("mix"))}});
  for (const Json& m : executions.at("mismatches"))
    page.notes.push_back(
        fmt::format("PTX line {}: {} threads, {} in machine code", m.at("ptx_line").get<std::uint64_t>(),
                    count_text(m.at("ptx_threads").get<double>()), count_text(m.at("machine_threads").get<double>())));
}

}  // namespace forewarp::report::views
