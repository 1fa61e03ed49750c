// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Counts of a kernel of the benchmarks over doubles: its buffers and the number of elements.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/bounds/summary.hpp"

namespace forewarp::bench {

/// One thread per element, each buffer as long as `elements`. Throws what kernel::load and profile::profile throw.
[[nodiscard]] inline model::Summary counts_over_doubles(kernel::Request request,
                                                        const std::vector<std::string>& buffers, unsigned elements,
                                                        unsigned threads, unsigned warp_size,
                                                        source::Compiler& compiler) {
  request.grid = fmt::format("{}", (elements + threads - 1) / threads);
  request.block = fmt::format("{}", threads);
  for (const std::string& name : buffers)
    request.arguments.push_back(fmt::format("{}=buffer:f64:{}:uniform", name, elements));
  request.arguments.push_back(fmt::format("n={}", elements));
  const kernel::Kernel k = kernel::load(request, compiler);
  profile::ProfileOptions options;
  options.warp_size = warp_size;
  return model::summarise(profile::profile(*k.module, k.launch, options));
}

}  // namespace forewarp::bench
