// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "traffic/l2_simulator.hpp"

#include <algorithm>

namespace forewarp::bench {

L2Simulator::L2Simulator(std::uint64_t bytes) : sets_(std::max<std::uint64_t>(1, bytes / 32 / ways)) {
  lines_.resize(sets_ * ways);
}

L2Simulator::Line& L2Simulator::find(std::uint64_t sector, bool& hit) {
  const std::uint64_t hash = (sector ^ sector >> 29U) * 0xBF58476D1CE4E5B9U;
  Line* const set = &lines_[(hash >> 20U) % sets_ * ways];
  Line* oldest = set;
  for (Line* line = set; line < set + ways; ++line) {
    if (line->sector == sector) {
      hit = true;
      line->time = ++now_;
      return *line;
    }
    if (line->time < oldest->time) oldest = line;
  }
  hit = false;
  if (oldest->written != 0) {
    ++out_;
    if (oldest->written != ~std::uint32_t{0} && !oldest->is_valid) ++completed_;
  }
  *oldest = {sector, ++now_, 0, false};
  return *oldest;
}

bool L2Simulator::access(std::uint64_t sector, std::uint32_t written) {
  bool hit = false;
  Line& line = find(sector, hit);
  line.written |= written;
  if (written != 0 || line.is_valid || line.written == ~std::uint32_t{0}) return !hit;
  line.is_valid = true;
  ++fetched_;
  return !hit;
}

bool L2Simulator::atomic(std::uint64_t sector) {
  const bool missed = access(sector, 0);
  access(sector, 1);
  return missed;
}

double L2Simulator::written_bytes(std::uint64_t distinct_sectors) const {
  const auto left = std::count_if(lines_.begin(), lines_.end(), [](const Line& line) { return line.written != 0; });
  const double excess = static_cast<double>(distinct_sectors) / static_cast<double>(lines_.size()) - 1;
  return 32 * (static_cast<double>(out_) + static_cast<double>(left) * std::clamp(excess, 0.0, 1.0));
}

}  // namespace forewarp::bench
