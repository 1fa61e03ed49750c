// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/profile_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace forewarp::report {
namespace {

double cost(const profile::AccessSite& site) {
  return site.space == ptx::StateSpace::shared ? site.wavefronts * 4 : site.sectors;
}

}  // namespace

std::vector<const profile::AccessSite*> costliest(const profile::Profile& profile, std::size_t top) {
  std::vector<const profile::AccessSite*> sites;
  for (const auto& site : profile.sites) sites.push_back(&site);
  std::stable_sort(sites.begin(), sites.end(), [](const auto* a, const auto* b) { return cost(*a) > cost(*b); });
  if (top > 0 && sites.size() > top) sites.resize(top);
  return sites;
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
  return buffer.empty() ? site.mnemonic : site.mnemonic + " " + buffer;
}

std::vector<std::pair<const char*, double>> chain_links(const profile::CriticalPath& p) {
  return {{"alu", p.alu},         {"fp64", p.fp64},     {"special", p.special},
          {"shared", p.shared},   {"global", p.global}, {"atomic", p.atomic},
          {"barrier", p.barrier}, {"branch", p.branch}, {"tensor", p.tensor}};
}

}  // namespace forewarp::report
