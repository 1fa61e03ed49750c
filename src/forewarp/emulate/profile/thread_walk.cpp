// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/thread_walk.hpp"

#include <algorithm>
#include <bit>

namespace forewarp::profile {

void WalkWatcher::begin() {
  skip();
  lines_.fill(none);
  lane_ = -1;
  steps_ = new_lines_ = 0;
}

void WalkWatcher::skip() { seen_.assign(seen_.size(), false); }

/// A small list of lines in the order of their last use, as a cache of one thread would have it:
/// the line moves to the front, and the last one falls out if it is new.
bool WalkWatcher::touch(std::uint64_t line) {
  const auto found = std::find(lines_.begin(), lines_.end(), line);
  const bool was_there = found != lines_.end();
  std::rotate(lines_.begin(), was_there ? found : lines_.end() - 1, was_there ? found + 1 : lines_.end());
  lines_.front() = line;
  return was_there;
}

/// Follows the lowest active lane of one warp. Only repeated executions of an instruction count:
/// the share of them that need a line which the thread has not just used tells a walk through
/// memory (every step a new line, as in a linked list) from a loop over neighbours (one new line in
/// 32 floats).
void WalkWatcher::access(const emu::Access& access, std::uint64_t weight) {
  if (access.site >= seen_.size()) seen_.resize(access.site + std::size_t{1});
  const int lane = std::countr_zero(access.active);
  if (lane != lane_) skip();
  lane_ = lane;
  const bool is_new = !touch(access.addresses[lane] >> line_shift);
  if (seen_[access.site]) {
    steps_ += weight;
    new_lines_ += is_new ? weight : 0;
  }
  seen_[access.site] = true;
}

}  // namespace forewarp::profile
