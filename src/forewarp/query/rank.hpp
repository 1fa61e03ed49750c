// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Many configurations of a kernel on one device: what forewarp rank, the C API and the Python package answer.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/model/rank/rank.hpp"
#include "forewarp/query/kernel_options.hpp"

namespace forewarp::query {

struct RankQuery {
  std::vector<std::string> devices;           ///< one
  std::vector<std::string> vary = {};         ///< "TILE=8,16,32"
  std::vector<std::string> constraints = {};  ///< of vary, as a space file has them
  std::string space_file = {};                ///< in the place of vary; neither: the space that the kernel asks for
  std::string caches = "usual", model = "bounds", machine_code = "auto";
  std::optional<unsigned> threads =
      {};  ///< configurations worked on at once, in place of what the kernel's options say
};

/// What rank::rank() takes. Throws InputError for what is wrong with the texts, and for more devices than one.
[[nodiscard]] rank::RankOptions rank_options(const KernelOptions& kernel, const RankQuery& query);

/// Throws InputError where no configuration of the ranking can run, with the reason of the first.
void refuse_empty(const rank::Ranking& ranking);

}  // namespace forewarp::query
