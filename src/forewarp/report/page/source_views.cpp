// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The kernel's source with what each line uses, and its PTX beside it.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/line_measures.hpp"
#include "forewarp/report/page/source_text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::report::views {

namespace {

/// A file without memory accesses is shown where it has at least this share of the instructions.
constexpr double min_share = 0.01;

/// Old documents have no "lines".
const Json& lines_of(const Json& profile) {
  static const Json none = Json::array();
  return profile.contains("lines") ? profile.at("lines") : none;
}

LineUse use_of_all(const Json& profile) {
  LineUse all;
  for (const Json& access : profile.at("accesses")) all.add_access(access);
  for (const Json& line : lines_of(profile)) all.add_line(line);
  return all;
}

/// By line of one source file.
LineUses uses_of(const Json& profile, const std::string& file) {
  LineUses lines;
  for (const Json& access : profile.at("accesses"))
    if (access.at("source_file") == file) lines[access.at("source_line").get<std::uint64_t>()].add_access(access);
  for (const Json& line : lines_of(profile))
    if (line.at("source_file") == file) lines[line.at("source_line").get<std::uint64_t>()].add_line(line);
  return lines;
}

/// The same by line of PTX, and how often warps came by.
LineUses ptx_uses(const Json& profile) {
  LineUses lines;
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
  LineUse whole = use_of_all(json.at("profile"));
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

void add_ptx(const Json& json, const std::string& source, const Heat& heat, Section& section) {
  const auto text = json.at("ptx").at("text").get<std::string>();
  if (text.empty() || text.size() > max_source_bytes) return;
  Listing listing = listing_of("PTX", text, ptx_uses(json.at("profile")), heat);
  listing.beside = !section.blocks.empty();
  listing.caption =
      listing.beside ? "A click on a line of either marks what belongs to it in the other." : listing.caption;
  if (!source.empty()) add_origins(listing, text, source);
  section.blocks.emplace_back(std::move(listing));
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
          listing_of(neutral_name(file.name), source_text(file.name), uses_of(profile, file.name), heat));
      last = file.name;
    } catch (const InputError&) {
      page.notes.push_back(fmt::format("the source {} is not here to be shown (or is larger than {} kB)", file.name,
                                       max_source_bytes / 1000));
    }
  }
  if (json.contains("ptx")) add_ptx(json, last, heat, section);
  if (!section.blocks.empty()) page.sections.push_back(std::move(section));
}

}  // namespace forewarp::report::views
