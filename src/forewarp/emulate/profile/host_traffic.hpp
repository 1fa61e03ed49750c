// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the accesses ask of buffers in host memory (zero-copy), by direction. Atomics count in both.
#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

struct HostTraffic {
  double requests = 0;  ///< of warps
  double lines = 0;     ///< distinct 128-byte lines over all requests: what crosses the link as one request
  double sectors = 0;   ///< distinct 32-byte sectors over all requests
  double bytes = 0;     ///< that lanes ask for
};

[[nodiscard]] bool reads_memory(const AccessSite& site);
[[nodiscard]] bool writes_memory(const AccessSite& site);

/// A site that is in host memory in part has that share of all its counts there.
[[nodiscard]] HostTraffic host_reads(const Profile& profile);
[[nodiscard]] HostTraffic host_writes(const Profile& profile);
[[nodiscard]] bool has_host_buffer(const Profile& profile);

}  // namespace forewarp::profile
