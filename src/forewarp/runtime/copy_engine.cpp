// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/copy_engine.hpp"

#include <algorithm>
#include <iterator>

namespace forewarp::runtime {
namespace {

/// Gaps that are kept. Of more, the earliest one is taken to be busy: this bounds the cost of a copy.
constexpr std::size_t max_busy = 256;

}  // namespace

Interval CopyEngine::take(double now_s, double ready_s, double seconds) {
  const auto past = std::ranges::find_if(busy_, [&](const Interval& b) { return b.end_s > now_s; });
  busy_.erase(busy_.begin(), past);
  auto after = std::ranges::upper_bound(busy_, ready_s, {}, &Interval::end_s);
  Interval taken{ready_s, ready_s + seconds};
  for (; after != busy_.end() && after->begin_s < taken.end_s; ++after) taken = {after->end_s, after->end_s + seconds};
  add(taken, after);
  return taken;
}

/// What follows without a gap becomes one stretch, so that a long queue of copies is short here.
void CopyEngine::add(const Interval& taken, std::vector<Interval>::iterator after) {
  auto added = busy_.insert(after, taken);
  const auto join_to_next = [&](std::vector<Interval>::iterator first) {
    std::next(first)->begin_s = first->begin_s;
    return busy_.erase(first);
  };
  if (std::next(added) != busy_.end() && std::next(added)->begin_s == added->end_s) added = join_to_next(added);
  if (added != busy_.begin() && std::prev(added)->end_s == added->begin_s) join_to_next(std::prev(added));
  if (busy_.size() > max_busy) join_to_next(busy_.begin());
}

}  // namespace forewarp::runtime
