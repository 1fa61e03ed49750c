// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/timeline.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/model/device/host_copies.hpp"
#include "forewarp/runtime/costs.hpp"

namespace forewarp::runtime {
namespace {

constexpr double pcie3_bytes_per_s = 15.75e9, pcie3_share = 0.8;
constexpr double host_copy_bytes_per_s = 10e9;  ///< memcpy of one core
constexpr double full = 1 + 1e-9;
/// 128 grids are resident at once on devices of compute capability 6.0 and from 7.0 on, but for some Jetsons (table of
/// the CUDA C++ Programming Guide), however small they are.
constexpr double least_share = 1.0 / 128;
/// Kernels that are compared with a new one. Of more that were issued and have not ended, the oldest are taken to have
/// ended before it.
constexpr std::size_t max_running = 256;

double link_bytes_per_s(const device::DeviceSpec& device) {
  const double known = device::host_copy_bytes_per_s(device);
  return known > 0 ? known : pcie3_bytes_per_s * pcie3_share;
}

}  // namespace

double copy_seconds(const device::DeviceSpec& device, CopyKind kind, std::uint64_t bytes, bool pinned) {
  const auto amount = static_cast<double>(bytes);
  switch (kind) {
    case CopyKind::host_to_device:
    case CopyKind::device_to_host: {
      const double link = link_bytes_per_s(device);
      return copy_setup_s + amount / (pinned ? link : std::min(link, pageable_bytes_per_s));
    }
    case CopyKind::on_device:
      return copy_setup_s + 2 * amount / (device.dram_bytes_per_s * device.dram_share);
    case CopyKind::device_to_device:
      return copy_setup_s + amount / link_bytes_per_s(device);
    case CopyKind::on_host:
      return amount / host_copy_bytes_per_s;
  }
  return 0;
}

double set_seconds(const device::DeviceSpec& device, std::uint64_t bytes) {
  return device.launch_overhead_s + static_cast<double>(bytes) / (device.dram_bytes_per_s * device.dram_share);
}

double set_share(const device::DeviceSpec& device, std::uint64_t bytes) {
  constexpr std::uint64_t threads = 256, bytes_per_block = threads * 16;
  const double blocks = std::ceil(static_cast<double>(bytes) / bytes_per_block);
  const double resident = static_cast<double>(device.sms) * (static_cast<double>(device.max_threads) / threads);
  return resident > 0 ? std::min(1.0, blocks / resident) : 1;
}

Timeline::Timeline() { streams_[default_stream]; }

void Timeline::add_stream(StreamId stream, bool blocking) { streams_[stream].blocking = blocking; }
void Timeline::remove_stream(StreamId stream) { streams_.erase(stream); }

double Timeline::ready(StreamId stream, double now_s) const {
  double at = now_s + submit_latency_s;
  const auto own = streams_.find(stream);
  if (own == streams_.end()) return at;
  at = std::max(at, own->second.end);
  if (!own->second.blocking) return at;
  for (const auto& [id, other] : streams_)
    if (other.blocking && (stream == default_stream || id == default_stream)) at = std::max(at, other.end);
  return at;
}

void Timeline::finish(StreamId stream, double end_s) {
  Stream& s = streams_[stream];
  s.end = std::max(s.end, end_s);
}

/// Candidates are the ends of the kernels that run: only there does room appear.
double Timeline::first_fit(double from_s, double seconds, double share) const {
  std::vector<double> candidates = {from_s};
  for (const Running& r : running_)
    if (r.when.end_s > from_s) candidates.push_back(r.when.end_s);
  std::ranges::sort(candidates);
  const auto used_at = [&](double t) {
    double used = 0;
    for (const Running& r : running_) used += r.when.begin_s <= t && t < r.when.end_s ? r.share : 0;
    return used;
  };
  const auto fits = [&](double begin) {
    if (used_at(begin) + share > full) return false;
    return std::ranges::none_of(running_, [&](const Running& r) {
      return r.when.begin_s > begin && r.when.begin_s < begin + seconds && used_at(r.when.begin_s) + share > full;
    });
  };
  for (const double t : candidates)
    if (fits(t)) return t;
  return candidates.back();
}

Interval Timeline::kernel(StreamId stream, double now_s, double seconds, double share) {
  // Kernels that ended before anything can begin again are of no more interest.
  std::erase_if(running_, [&](const Running& r) { return r.when.end_s <= now_s; });
  if (running_.size() > max_running) running_.erase(running_.begin(), running_.begin() + max_running / 2);
  share = std::clamp(share, least_share, 1.0);
  const double begin = first_fit(ready(stream, now_s), seconds, share);
  const Interval when{begin, begin + seconds};
  running_.push_back({when, share});
  finish(stream, when.end_s);
  return when;
}

Interval Timeline::copy(StreamId stream, double now_s, CopyKind kind, double seconds) {
  const Interval when = engines_[static_cast<std::size_t>(kind)].take(now_s, ready(stream, now_s), seconds);
  finish(stream, when.end_s);
  return when;
}

Interval Timeline::host(StreamId stream, double now_s, double seconds) {
  const double begin = ready(stream, now_s);
  finish(stream, begin + seconds);
  return {begin, begin + seconds};
}

double Timeline::mark(StreamId stream, double now_s) { return ready(stream, now_s); }

void Timeline::wait(StreamId stream, double until_s) {
  Stream& s = streams_[stream];
  if (until_s > s.end) finish(stream, until_s);
}

double Timeline::end_of(StreamId stream) const {
  const auto own = streams_.find(stream);
  double end = own == streams_.end() ? 0 : own->second.end;
  if (stream == default_stream)
    for (const auto& [id, other] : streams_)
      if (other.blocking) end = std::max(end, other.end);
  return end;
}

double Timeline::end() const {
  double end = 0;
  for (const auto& [id, s] : streams_) end = std::max(end, s.end);
  return end;
}

}  // namespace forewarp::runtime
