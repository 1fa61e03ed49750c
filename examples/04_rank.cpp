// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Ranks the block sizes of a bundled kernel on a V100, fastest first.
#include <cstdio>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/rank/rank.hpp"

int main() {
  forewarp::rank::RankOptions options;
  options.request.path = "vector_add";
  options.space.dimensions = {forewarp::rank::parse_dimension("block=32..1024*2")};
  options.device = forewarp::device::find_device("V100");

  const forewarp::rank::Ranking ranking = forewarp::rank::rank(options);

  for (const auto& candidate : ranking.candidates) {
    if (candidate.prediction)
      std::printf("block %-5s %.2f us\n", candidate.configuration.at("block").c_str(),
                  candidate.prediction->time_s * 1e6);
    else
      std::printf("block %-5s cannot run: %s\n", candidate.configuration.at("block").c_str(), candidate.reason.c_str());
  }
}
