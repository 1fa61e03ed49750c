// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/queue.hpp"

#include <algorithm>

namespace forewarp::distribute {
namespace {

constexpr double min_overdue_s = 10, overdue_times_mean = 4;

}  // namespace

double Queue::overdue_s() const {
  const double mean_s = finished_ > 0 ? total_s_ / static_cast<double>(finished_) : 0;
  return std::max(min_overdue_s, overdue_times_mean * mean_s);
}

void Queue::hand_out(Holder holder, std::size_t item, double now_s) {
  Out& out = out_[item];
  if (out.holders.empty()) out.since_s = now_s;
  out.holders.push_back(holder);
  held_[holder].insert(item);
}

/// Only looked at when nothing is open, and then at most as many items as there are processes are out.
std::optional<std::size_t> Queue::overdue(Holder holder, double now_s) const {
  std::optional<std::size_t> oldest;
  for (const auto& [item, out] : out_) {
    if (out.holders.size() > 1 || out.holders.front() == holder || now_s - out.since_s < overdue_s()) continue;
    if (!oldest || out.since_s < out_.at(*oldest).since_s) oldest = item;
  }
  return oldest;
}

std::optional<std::size_t> Queue::take(Holder holder, double now_s) {
  std::optional<std::size_t> item;
  if (!returned_.empty()) {
    item = *returned_.begin();
    returned_.erase(returned_.begin());
  } else if (next_ < count_) {
    item = next_++;
  } else {
    item = overdue(holder, now_s);
  }
  if (item) hand_out(holder, *item, now_s);
  return item;
}

bool Queue::finish(Holder holder, std::size_t item, double now_s) {
  const auto out = out_.find(item);
  if (out == out_.end() || std::ranges::find(out->second.holders, holder) == out->second.holders.end()) return false;
  total_s_ += now_s - out->second.since_s;
  for (const Holder one : out->second.holders) held_[one].erase(item);
  out_.erase(out);
  ++finished_;
  return true;
}

void Queue::lose(Holder holder) {
  const auto held = held_.find(holder);
  if (held == held_.end()) return;
  for (const std::size_t item : held->second) {
    Out& out = out_[item];
    std::erase(out.holders, holder);
    if (!out.holders.empty()) continue;
    out_.erase(item);
    returned_.insert(item);
    ++repeated_;
  }
  held_.erase(held);
}

}  // namespace forewarp::distribute
