// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a prefetch fetches, derived from the program before anything of it is changed: the reads that are redirected to
/// the copy, the box of elements that one fetch brings, and the loops around the fetch.
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/transform/detail/footprint.hpp"
#include "forewarp/symbolic/loop/transform/prefetch.hpp"

namespace forewarp::loop::detail {

/// The arguments of prefetch().
struct FetchRequest {
  const std::string& array;
  const std::vector<std::string>& sweep;
  const PrefetchOptions& options;
};

struct FetchPlan {
  std::vector<Access> reads;
  std::vector<BoxAxis> box;
  std::vector<std::size_t> axes;   ///< of the array, that the copy has
  std::vector<std::string> outer;  ///< loops around the fetch
};

/// Throws InputError for what cannot be prefetched.
[[nodiscard]] FetchPlan fetch_plan(const Program& program, const FetchRequest& request);

}  // namespace forewarp::loop::detail
