// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/host_traffic.hpp"

#include <algorithm>

namespace forewarp::profile {
namespace {

using emu::AccessKind;

/// Sums over the sites, each with its share of sectors in host memory: a site half of whose sectors
/// are there counts with half of its requests.
template <typename Takes>
HostTraffic traffic_of(const Profile& profile, Takes takes) {
  HostTraffic all;
  for (const AccessSite& site : profile.sites) {
    if (site.host_share == 0 || !takes(site)) continue;
    all.requests += site.host_share * site.requests;
    all.lines += site.host_share * site.lines;
    all.sectors += site.host_share * site.sectors;
    all.bytes += site.host_share * site.bytes_asked();
  }
  return all;
}

}  // namespace

bool reads_memory(const AccessSite& site) {
  return site.kind != AccessKind::store && site.kind != AccessKind::prefetch;
}

bool writes_memory(const AccessSite& site) {
  return site.kind == AccessKind::store || site.kind == AccessKind::atomic || site.kind == AccessKind::reduction;
}

HostTraffic host_reads(const Profile& profile) { return traffic_of(profile, reads_memory); }
HostTraffic host_writes(const Profile& profile) { return traffic_of(profile, writes_memory); }

bool has_host_buffer(const Profile& profile) { return std::ranges::any_of(profile.buffers, &BufferFootprint::host); }

}  // namespace forewarp::profile
