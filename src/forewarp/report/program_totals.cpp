// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/program_totals.hpp"

#include <algorithm>
#include <map>

namespace forewarp::report {

using runtime::Operation;
using runtime::Recording;

/// By distinct launch first: programs launch millions of times and have few of these.
std::vector<KernelTotals> kernel_totals(const Recording& r, std::size_t device) {
  std::vector<KernelTotals> distinct(r.distinct.size());
  double all = 0;
  for (const Operation& o : r.operations) {
    if (o.kind != Operation::Kind::launch) continue;
    KernelTotals& k = distinct.at(o.distinct);
    const double seconds = o.times.at(device).seconds();
    k.min_s = k.launches == 0 ? seconds : std::min(k.min_s, seconds);
    k.max_s = std::max(k.max_s, seconds);
    ++k.launches;
    k.replayed += o.replayed ? 1 : 0;
    k.total_s += seconds;
    all += seconds;
  }
  std::map<std::string, KernelTotals> by_name;
  for (std::size_t id = 0; id < distinct.size(); ++id) {
    const KernelTotals& one = distinct[id];
    if (one.launches == 0) continue;
    KernelTotals& k = by_name[r.distinct[id].name];
    const bool longest = k.launches == 0 || one.total_s > distinct[k.longest_id].total_s;
    k.name = r.distinct[id].name;
    k.min_s = k.launches == 0 ? one.min_s : std::min(k.min_s, one.min_s);
    k.max_s = std::max(k.max_s, one.max_s);
    k.launches += one.launches;
    k.replayed += one.replayed;
    k.total_s += one.total_s;
    ++k.distinct;
    const std::string& refused = r.distinct[id].times.at(device).cannot_run;
    if (!refused.empty()) k.cannot_run = &refused;
    if (!longest) continue;
    k.longest_id = id;
    k.longest = &r.distinct[id].times.at(device);
  }
  std::vector<KernelTotals> out;
  for (auto& [name, k] : by_name) {
    k.share = all > 0 ? k.total_s / all : 0;
    out.push_back(std::move(k));
  }
  std::ranges::stable_sort(out, std::greater{}, &KernelTotals::total_s);
  return out;
}

double device_busy_s(const Recording& r, std::size_t device) {
  std::vector<runtime::Interval> all;
  all.reserve(r.operations.size());
  for (const Operation& o : r.operations) all.push_back(o.times.at(device));
  if (!std::ranges::is_sorted(all, {}, &runtime::Interval::begin_s))
    std::ranges::sort(all, {}, &runtime::Interval::begin_s);
  double busy = 0, end = 0;
  for (const runtime::Interval& i : all) {
    busy += std::max(0.0, i.end_s - std::max(i.begin_s, end));
    end = std::max(end, i.end_s);
  }
  return busy;
}

}  // namespace forewarp::report
