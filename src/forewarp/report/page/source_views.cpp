// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The kernel's source with what each line uses, and its PTX and machine code beside it.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/report/page/inlined_notes.hpp"
#include "forewarp/report/page/line_measures.hpp"
#include "forewarp/report/page/machine_listing.hpp"
#include "forewarp/report/page/source_text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::report::views {

namespace {

/// A file without memory accesses is shown where it has at least this share of the instructions.
constexpr double min_share = 0.01;

/// More machine code than a page should hold.
constexpr std::size_t max_machine_lines = 4000;

/// Old documents have no "lines".
const Json& lines_of(const Json& profile) {
  static const Json none = Json::array();
  return profile.contains("lines") ? profile.at("lines") : none;
}

/// Documents without an assembler's work, and old ones, have no machine code.
const Json* machine_of(const Json& json) { return json.contains("machine") ? &json.at("machine") : nullptr; }

LineUse use_of_all(const Json& json) {
  const Json& profile = json.at("profile");
  LineUse all;
  if (const Json* code = machine_of(json))
    for_each_instruction(*code, [&](const Json&, const MachineWork& work) { all.machine.add(work); });
  for (const Json& access : profile.at("accesses")) all.add_access(access);
  for (const Json& line : lines_of(profile)) all.add_line(line);
  return all;
}

/// By line of one source file.
LineUses uses_of(const Json& json, const std::string& file) {
  const Json& profile = json.at("profile");
  LineUses lines;
  if (const Json* code = machine_of(json))
    for_each_instruction(*code, [&](const Json& i, const MachineWork& work) {
      if (i.value("source_file", "") == file) lines[i.at("source_line").get<std::uint64_t>()].machine.add(work);
    });
  for (const Json& access : profile.at("accesses"))
    if (access.at("source_file") == file) lines[access.at("source_line").get<std::uint64_t>()].add_access(access);
  for (const Json& line : lines_of(profile))
    if (line.at("source_file") == file) lines[line.at("source_line").get<std::uint64_t>()].add_line(line);
  return lines;
}

/// The same by line of PTX, and how often warps came by.
LineUses ptx_uses(const Json& json) {
  const Json& profile = json.at("profile");
  LineUses lines;
  if (const Json* code = machine_of(json))
    for_each_instruction(*code, [&](const Json& i, const MachineWork& work) {
      if (const auto line = i.at("ptx_line").get<std::uint64_t>(); line != 0) lines[line].machine.add(work);
    });
  for (const Json& access : profile.at("accesses"))
    lines[access.at("ptx_line").get<std::uint64_t>()].add_access(access);
  for (const Json& line : lines_of(profile)) lines[line.at("ptx_line").get<std::uint64_t>()].add_line(line);
  for (const Json& block : profile.at("basic_blocks")) {
    const auto first = block.at("first_line").get<std::uint64_t>(), last = block.at("last_line").get<std::uint64_t>();
    for (std::uint64_t line = first; line != 0 && line <= last && last - first < max_source_bytes; ++line)
      lines[line].detail = fmt::format("run by {:.6g} warps", block.at("warps").get<double>());
  }
  return lines;
}

/// What all listings of a kernel share: the measures, and the whole kernel's amount of each.
struct Heat {
  std::vector<LineMeasure> measures;
  LineUse whole;
  /// Of the whole kernel's amounts, by measure; empty where the line has none of any.
  [[nodiscard]] std::vector<double> shares(const LineUse& use) const {
    std::vector<double> all;
    for (const LineMeasure& measure : measures) all.push_back(measure.amount(use) / measure.amount(whole));
    return std::ranges::any_of(all, [](double share) { return share > 0; }) ? all : std::vector<double>{};
  }
};

Heat heat_of(const Json& json) {
  LineUse whole = use_of_all(json);
  std::vector<LineMeasure> measures = line_measures(json, whole);
  return {std::move(measures), std::move(whole)};
}

Listing listing_of(const std::string& title, const std::string& text, const LineUses& uses, const Heat& heat) {
  Listing listing{.title = title};
  for (const LineMeasure& measure : heat.measures) listing.measures.push_back(measure.title);
  listing.caption =
      "Colour and percentage: the line's share of what the kernel uses, by the measure that is chosen. Machine "
      "instructions are those of Volta and newer.";
  for_each_line(text, [&](std::uint64_t number, std::string_view content) {
    Listing::Line line{.number = number, .text = std::string(content)};
    if (const auto found = uses.find(number); found != uses.end()) {
      line.shares = heat.shares(found->second);
      line.detail = found->second.text();
    }
    listing.lines.push_back(std::move(line));
  });
  return listing;
}

/// The number after so many blanks-separated words of a directive, 0 where there is none.
std::uint64_t number_in(std::string_view line, std::string_view directive, unsigned word) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || !line.substr(begin).starts_with(directive)) return 0;
  line.remove_prefix(begin + directive.size());
  std::uint64_t value = 0;
  for (unsigned i = 0; i <= word; ++i) {
    const std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string_view::npos) return 0;
    line.remove_prefix(at);
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error != std::errc()) return 0;
    line.remove_prefix(static_cast<std::size_t>(stop - line.data()));
  }
  return value;
}

std::string base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

/// Which of the PTX's files (.file 1 "saxpy.cu") has the name of this one; 0: none.
std::uint64_t file_number(const std::string& ptx, const std::string& file) {
  std::uint64_t found = 0;
  for_each_line(ptx, [&](std::uint64_t, std::string_view line) {
    const std::uint64_t number = number_in(line, ".file", 0);
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (number != 0 && found == 0 && open < close &&
        base_name(line.substr(open + 1, close - open - 1)) == base_name(file))
      found = number;
  });
  return found;
}

/// Of each line of PTX the line of `file` that it was compiled from, according to .loc.
void add_origins(Listing& listing, const std::string& ptx, const std::string& file) {
  const std::uint64_t wanted = file_number(ptx, file);
  std::uint64_t origin = 0;
  for (Listing::Line& line : listing.lines) {
    if (const std::uint64_t of = number_in(line.text, ".loc", 0); of != 0)
      origin = of == wanted ? number_in(line.text, ".loc", 1) : 0;
    else if (line.text.ends_with('}'))
      origin = 0;
    else
      line.origin = line.text.empty() || line.text.back() == ':' ? 0 : origin;
  }
}

/// Executed lines have the author's line even where .loc is in a compiler's header.
void add_executed_origins(Listing& listing, const Json& profile, const std::string& file) {
  for (const Json& line : lines_of(profile)) {
    const auto number = line.at("ptx_line").get<std::uint64_t>();
    if (number != 0 && number <= listing.lines.size() && line.at("source_file") == file)
      listing.lines[number - 1].origin = line.at("source_line").get<std::uint64_t>();
  }
}

/// Nothing where there is no PTX, or too much of it to be shown.
std::optional<Listing> ptx_listing(const Json& json, const LineUses& uses, const std::string& source,
                                   const Heat& heat) {
  const std::string text = json.contains("ptx") ? json.at("ptx").at("text").get<std::string>() : "";
  if (text.empty() || text.size() > max_source_bytes) return std::nullopt;
  Listing listing = listing_of("PTX", text, uses, heat);
  if (!source.empty()) {
    add_origins(listing, text, source);
    add_executed_origins(listing, json.at("profile"), source);
    listing.caption = "A click on a line marks what belongs to it in the others, the pointer shows it.";
  }
  return listing;
}

bool is_access(const Json& instruction) {
  const auto text = instruction.at("text").get<std::string>();
  return instruction.value("bytes_per_lane", 0) > 0 || text.find("ATOM") != std::string::npos ||
         text.find("RED") != std::string::npos;
}

/// Executions by warps of the machine instructions of a line of PTX.
struct LineMachine {
  double warps = 0, access_warps = 0;
};

/// What is counted of PTX is divided among the machine instructions of its line as often as they are executed; what
/// accesses to memory cause, among those that access it, where there are any.
double machine_share(const LineMeasure& measure, const LineUse& of_line, const LineMachine& line, bool accesses,
                     const MachineWork& work, const LineUse& whole) {
  if (measure.resource == "stalls") return work.stalls / measure.amount(whole);
  if (measure.resource == "instructions") return work.warps / whole.machine.warps;
  const bool among_accesses = measure.is_of_accesses() && line.access_warps > 0;
  if (among_accesses && !accesses) return 0;
  const double all = among_accesses ? line.access_warps : line.warps;
  return all > 0 ? measure.amount(of_line) / measure.amount(whole) * work.warps / all : 0;
}

Listing machine_code_listing(const Json& code, const LineUses& ptx, const Heat& heat) {
  Listing listing = machine_listing(code);
  for (const LineMeasure& measure : heat.measures) listing.measures.push_back(measure.title);
  std::map<std::uint64_t, LineMachine> lines;
  for_each_instruction(code, [&](const Json& i, const MachineWork& work) {
    LineMachine& line = lines[i.at("ptx_line").get<std::uint64_t>()];
    line.warps += work.warps;
    if (is_access(i)) line.access_warps += work.warps;
  });
  const LineUse none;
  std::size_t row = 0;
  for_each_instruction(code, [&](const Json& i, const MachineWork& work) {
    Listing::Line& line = listing.lines.at(row++);
    if (!(work.warps > 0)) return;
    const auto use = ptx.find(line.origin);
    for (const LineMeasure& measure : heat.measures)
      line.shares.push_back(machine_share(measure, use == ptx.end() ? none : use->second, lines.at(line.origin),
                                          is_access(i), work, heat.whole));
    line.detail = machine_detail(i, work);
  });
  return listing;
}

/// PTX and machine code beside the source that was put last, with what was inlined.
void add_made_of_it(const Json& json, const std::string& source, const Heat& heat, Section& section) {
  const LineUses uses = ptx_uses(json);
  std::optional<Listing> ptx = ptx_listing(json, uses, source, heat), machine;
  const Json* code = machine_of(json);
  if (code != nullptr && ptx) machine = machine_code_listing(*code, uses, heat);
  if (machine && machine->lines.size() > max_machine_lines) machine.reset();
  if (ptx)
    add_inlined_notes(json.at("ptx"), source, source.empty() ? nullptr : &std::get<Listing>(section.blocks.back()),
                      &*ptx, machine ? &*machine : nullptr);
  for (std::optional<Listing>* one : {&ptx, &machine}) {
    if (!*one) continue;
    (*one)->beside = !section.blocks.empty();
    section.blocks.emplace_back(*std::move(*one));
  }
}

struct SourceFile {
  std::string name;
  double accesses = 0, warps = 0;
};

/// The file with most of the instructions last, so that the PTX is shown beside it.
std::vector<SourceFile> source_files(const Json& profile) {
  std::map<std::string, SourceFile> files;
  double all = 0;
  for (const Json& access : profile.at("accesses")) files[access.at("source_file").get<std::string>()].accesses += 1;
  for (const Json& line : lines_of(profile)) {
    files[line.at("source_file").get<std::string>()].warps += line.at("warps").get<double>();
    all += line.at("warps").get<double>();
  }
  files.erase("");
  std::vector<SourceFile> shown;
  for (auto& [name, file] : files)
    if (file.accesses > 0 || file.warps >= min_share * all) shown.push_back({name, file.accesses, file.warps});
  std::ranges::stable_sort(shown, {}, &SourceFile::warps);
  return shown;
}

}  // namespace

void add_source(const Json& json, Page& page) {
  const Json& profile = json.at("profile");
  const Heat heat = heat_of(json);
  Section section{.title = "Where"};
  std::string last;
  for (const SourceFile& file : source_files(profile)) {
    try {
      section.blocks.emplace_back(
          listing_of(neutral_name(file.name), source_text(file.name), uses_of(json, file.name), heat));
      last = file.name;
    } catch (const InputError&) {
      page.notes.push_back(fmt::format("the source {} is not here to be shown (or is larger than {} kB)", file.name,
                                       max_source_bytes / 1000));
    }
  }
  add_made_of_it(json, last, heat, section);
  if (!section.blocks.empty()) page.sections.push_back(std::move(section));
}

}  // namespace forewarp::report::views
