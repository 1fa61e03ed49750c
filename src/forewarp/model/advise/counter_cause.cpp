// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/counter_cause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace forewarp::advise {
namespace {

using Maybe = std::optional<double>;
using Shown = std::optional<CounterCause>;

Range range(const Ranges& all, std::string_view name) {
  const auto at = all.find(name);
  return at == all.end() ? Range{} : at->second;
}

/// "8.0", or "2.0 to 32.0", or "at least 2.0".
std::string text(Range r, double scale = 1) {
  if (r.is_exact()) return fmt::format("{:.3g}", scale * r.low);
  if (!std::isfinite(r.high)) return fmt::format("at least {:.3g}", scale * r.low);
  return fmt::format("{:.3g} to {:.3g}", scale * r.low, scale * r.high);
}

/// Of the resources that were measured, the busiest. Ranges that are not exact stand for metrics
/// that were not measured.
Maybe busiest_of(const Ranges& all, std::initializer_list<std::string_view> shares) {
  Maybe most;
  for (const std::string_view name : shares)
    if (const Range r = range(all, name); r.is_exact()) most = std::max(most.value_or(0), r.low);
  return most;
}

/// The part of a resource's load that goes away when it shrinks by this factor, times its share of
/// the time: a resource that is busy 80 % of the time with four times the load it needs concerns
/// 0.8 * (1 - 1/4) = 60 % of the time. An upper bound, as another resource may then limit. Without
/// an upper end of the excess the whole share counts.
Maybe cost(Maybe share, Range excess) {
  if (!share) return share;
  return *share * (std::isfinite(excess.high) ? 1 - 1 / std::max(1.0, excess.high) : 1);
}

/// Like the finders of cause.cpp, but from counters, so there is no line to point to. Nothing is
/// shown that the lower end of a range does not prove.
Shown uncoalesced(const Ranges& all) {
  const Range load = range(all, "load_excess"), store = range(all, "store_excess");
  const bool loads = load.low > 1.25, stores = store.low > 1.25;
  if (!loads && !stores) return std::nullopt;
  std::string what;
  if (loads) what = fmt::format("global loads move {} times the sectors needed", text(load));
  if (stores) what += fmt::format("{}global stores move {} times the sectors needed", loads ? "; " : "", text(store));
  // A direction that does not exceed the limit contributes a factor of 1.
  const Range worst = {std::max(load.low, store.low), std::max(loads ? load.high : 1, stores ? store.high : 1)};
  return CounterCause{what, cost(busiest_of(all, {"dram_share", "l2_share", "l1_share", "load_store_share"}), worst)};
}

Shown conflicts(const Ranges& all) {
  const Range excess = range(all, "conflict_excess");
  if (excess.low <= 1) return std::nullopt;
  return CounterCause{fmt::format("{} times the passes of shared memory that are needed", text(excess)),
                      cost(busiest_of(all, {"shared_share", "load_store_share"}), excess)};
}

Shown divergence(const Ranges& all) {
  const Range lanes = range(all, "active_lanes");
  if (lanes.high >= 1) return std::nullopt;
  return CounterCause{fmt::format("{} % of the lanes are at work in an instruction", text(lanes, 100)),
                      cost(busiest_of(all, {"issue_share", "fp32_share", "fp64_share", "int_share"}),
                           {1, lanes.low > 0 ? 1 / lanes.low : Range{}.high})};
}

Shown local(const Ranges& all) {
  const Range sectors = range(all, "local_sectors");
  if (sectors.low <= 0) return std::nullopt;
  return CounterCause{fmt::format("{} sectors of thread-private memory are loaded", text(sectors)),
                      busiest_of(all, {"dram_share", "l2_share", "l1_share"})};
}

Shown doubles(const Ranges& all) {
  const Range share = range(all, "fp64_share");
  if (share.low <= 0) return std::nullopt;
  return CounterCause{fmt::format("double-precision pipes are busy {} % of the time", text(share, 100)), share.low};
}

/// Concerns the idle part of the busiest resource: more warps can fill that and no more.
Shown occupancy(const Ranges& all) {
  const Range resident = range(all, "occupancy"), busiest = range(all, "busiest");
  if (resident.high >= 1) return std::nullopt;
  return CounterCause{fmt::format("{} % of the warps that an SM holds can be resident", text(resident, 100)),
                      busiest.is_exact() ? Maybe(1 - busiest.low) : Maybe()};
}

Shown grid(const Ranges& all) {
  const Range waves = range(all, "waves");
  if (waves.high >= 1) return std::nullopt;
  return CounterCause{fmt::format("the blocks fill {} % of the places there are", text(waves, 100)), 1 - waves.low};
}

Shown overhead(const Ranges& all) {
  const Range share = range(all, "launch_share");
  if (!share.is_exact() || share.low <= 0) return std::nullopt;
  return CounterCause{fmt::format("{} % of the time are what launching an empty kernel takes", text(share, 100)),
                      share.low};
}

struct Named {
  std::string_view name;
  Shown (*show)(const Ranges&);
};
constexpr std::array<Named, 8> causes = {{{"uncoalesced", uncoalesced},
                                          {"conflicts", conflicts},
                                          {"divergence", divergence},
                                          {"local", local},
                                          {"doubles", doubles},
                                          {"occupancy", occupancy},
                                          {"grid", grid},
                                          {"overhead", overhead}}};

}  // namespace

bool is_shown_by_counters(std::string_view cause) {
  return std::ranges::find(causes, cause, &Named::name) != causes.end();
}

std::optional<CounterCause> counter_cause(std::string_view cause, const Ranges& ranges) {
  const auto at = std::ranges::find(causes, cause, &Named::name);
  return at == causes.end() ? std::nullopt : at->show(ranges);
}

}  // namespace forewarp::advise
