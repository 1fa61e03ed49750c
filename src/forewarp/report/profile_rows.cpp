// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/profile_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace forewarp::report {
std::vector<LineAccess> costliest_lines(const profile::Profile& profile, std::size_t top) {
  std::vector<LineAccess> lines;
  for (const profile::AccessSite& site : profile.sites) {
    const std::string source = source_text(site);
    const std::string place = source.empty() ? fmt::format("PTX line {}", site.ptx_line) : source;
    const std::string access = access_text(profile, site);
    auto line = std::find_if(lines.begin(), lines.end(), [&](const LineAccess& l) {
      return l.place == place && l.access == access && l.space == site.space;
    });
    if (line == lines.end()) line = lines.insert(lines.end(), {.place = place, .access = access, .space = site.space});
    ++line->sites;
    line->requests += site.requests;
    line->asked += site.bytes_asked();
    line->sectors += site.sectors;
    line->wavefronts += site.wavefronts;
    line->ideal_wavefronts += site.ideal_wavefronts;
  }
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.cost() > b.cost(); });
  if (top > 0 && lines.size() > top) lines.resize(top);
  return lines;
}

std::string source_text(const profile::AccessSite& site) {
  if (site.source_file.empty()) return "";
  return fmt::format("{}:{}", std::filesystem::path(site.source_file).filename().string(), site.source_line);
}

std::string buffer_name(const profile::Profile& profile, const profile::AccessSite& site) {
  const auto index = static_cast<std::size_t>(site.buffer);
  return site.buffer >= 0 && index < profile.launch.arguments.size() ? profile.launch.arguments[index].name : "";
}

std::string access_text(const profile::Profile& profile, const profile::AccessSite& site) {
  const auto buffer = buffer_name(profile, site);
  return buffer.empty() ? site.mnemonic.text() : site.mnemonic.text() + " " + buffer;
}

std::vector<std::pair<const char*, double>> chain_links(const profile::CriticalPath& p) {
  return {{"alu", p.alu},         {"fp64", p.fp64},     {"special", p.special},
          {"shared", p.shared},   {"global", p.global}, {"atomic", p.atomic},
          {"barrier", p.barrier}, {"branch", p.branch}, {"tensor", p.tensor}};
}

}  // namespace forewarp::report
