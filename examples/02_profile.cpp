// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Counts what a launch does, and lists its memory accesses by their number of sectors.
#include <algorithm>
#include <cstdio>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/feature/braun.hpp"

int main() {
  forewarp::kernel::Request request;
  request.path = "transpose_naive";
  const auto kernel = forewarp::kernel::load(request);
  forewarp::profile::Profile profile = forewarp::profile::profile(*kernel.module, kernel.launch);

  std::printf("%.0f thread-instructions, %.1f of %u lanes active\n", profile.thread_instructions,
              profile.mean_active_lanes(), profile.warp_size);
  std::sort(profile.sites.begin(), profile.sites.end(),
            [](const auto& a, const auto& b) { return a.sectors > b.sectors; });
  for (const auto& site : profile.sites)
    if (site.sectors > 0)
      std::printf("%-16s line %u: %.1f sectors a request\n", site.mnemonic.text().c_str(), site.source_line,
                  site.sectors / site.requests);

  // The twelve portable features of braun2020 (docs/features.md).
  const forewarp::feature::Features features = forewarp::feature::braun_features(profile);
  for (const auto& [name, value] : features.items()) std::printf("%-24s %g\n", name.c_str(), value);
}
