// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The kernel's source with what each line moves, and its PTX beside it.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>

#include "forewarp/report/page/views.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::report::views {

namespace {

/// More than a page should hold.
constexpr std::size_t most_source_bytes = 200'000;
constexpr double sector_bytes = 32, wavefront_bytes = 128;

struct LineCost {
  double traffic = 0;
  std::map<std::string, double> what;
  std::string detail;  ///< said before `what`
};
using LineCosts = std::map<std::uint64_t, LineCost>;

void add_access(const Json& access, LineCost& cost) {
  const auto mnemonic = access.at("mnemonic").get<std::string>();
  const double traffic =
      access.at("sectors").get<double>() * sector_bytes + access.at("wavefronts").get<double>() * wavefront_bytes;
  cost.traffic += traffic;
  cost.what[mnemonic.substr(0, mnemonic.find('.')) + " " + access.at("space").get<std::string>()] += traffic;
}

/// Sectors and shared wavefronts by line: what memory instructions of a line make the machine move.
LineCosts costs_of(const Json& profile, const std::string& file) {
  LineCosts lines;
  for (const Json& access : profile.at("accesses"))
    if (access.at("source_file") == file) add_access(access, lines[access.at("source_line").get<std::uint64_t>()]);
  return lines;
}

/// The same by line of PTX, and how often warps came by.
LineCosts ptx_costs(const Json& profile) {
  LineCosts lines;
  for (const Json& access : profile.at("accesses"))
    add_access(access, lines[access.at("ptx_line").get<std::uint64_t>()]);
  for (const Json& block : profile.at("basic_blocks")) {
    const auto first = block.at("first_line").get<std::uint64_t>(), last = block.at("last_line").get<std::uint64_t>();
    for (std::uint64_t line = first; line != 0 && line <= last && last - first < most_source_bytes; ++line)
      lines[line].detail = fmt::format("run by {:.6g} warps", block.at("warps").get<double>());
  }
  return lines;
}

std::string detail_of(const LineCost& cost) {
  std::string text = cost.detail;
  for (const auto& [what, bytes] : cost.what)
    text += fmt::format("{}{}: {:.3g} MB", text.empty() ? "" : "\n", what, bytes / 1e6);
  return text;
}

void for_each_line(const std::string& text, const std::function<void(std::uint64_t, std::string_view)>& visit) {
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(++number, std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
}

Listing listing_of(const std::string& title, const std::string& text, const LineCosts& costs) {
  double all = 0;
  for (const auto& [line, cost] : costs) all += cost.traffic;
  Listing listing{.title = title};
  listing.caption =
      "Share of the bytes that memory instructions move, by line: sectors of global memory, wavefronts of shared "
      "memory.";
  for_each_line(text, [&](std::uint64_t number, std::string_view content) {
    Listing::Line line{.number = number, .text = std::string(content)};
    if (const auto found = costs.find(number); found != costs.end()) {
      line.share = all > 0 ? found->second.traffic / all : 0;
      line.detail = detail_of(found->second);
    }
    listing.lines.push_back(std::move(line));
  });
  return listing;
}

/// As it is named, or among what ships.
std::string source_text(const std::string& file) {
  if (std::filesystem::exists(file)) return read_file(file, most_source_bytes);
  try {
    return read_file(shipped_file(file), most_source_bytes);
  } catch (const Unavailable&) {
    throw InputError("not here");
  }
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

/// Of each line of PTX the line of `file` that it was compiled from, as .loc says it.
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

void add_ptx(const Json& json, const std::string& source, Section& section) {
  const auto text = json.at("ptx").at("text").get<std::string>();
  if (text.empty() || text.size() > most_source_bytes) return;
  Listing listing = listing_of("PTX", text, ptx_costs(json.at("profile")));
  listing.beside = !section.blocks.empty();
  listing.caption =
      listing.beside ? "A click on a line of either marks what belongs to it in the other." : listing.caption;
  if (!source.empty()) add_origins(listing, text, source);
  section.blocks.emplace_back(std::move(listing));
}

}  // namespace

void add_source(const Json& json, Page& page) {
  const Json& profile = json.at("profile");
  std::map<std::string, double> files;
  for (const Json& access : profile.at("accesses")) files[access.at("source_file").get<std::string>()] += 1;
  files.erase("");
  Section section{.title = "Where"};
  std::string last;
  for (const auto& [file, accesses] : files) {
    try {
      section.blocks.emplace_back(listing_of(neutral_name(file), source_text(file), costs_of(profile, file)));
      last = file;
    } catch (const InputError&) {
      page.notes.push_back(fmt::format("the source {} is not here to be shown (or is larger than {} kB)", file,
                                       most_source_bytes / 1000));
    }
  }
  if (json.contains("ptx")) add_ptx(json, last, section);
  if (!section.blocks.empty()) page.sections.push_back(std::move(section));
}

}  // namespace forewarp::report::views
