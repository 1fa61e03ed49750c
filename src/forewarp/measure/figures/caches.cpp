// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "forewarp/measure/figures/detail/fitter.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::figures::detail {
namespace {

constexpr double mib = 1 << 20, gb = 1e9;
constexpr double word_of_measurement = 4;  ///< bytes that a lane of l1_bandwidth.csv loads

Evidence between(const Curve& curve, double from, double to, double scale) {
  Evidence evidence{.file = &curve.file};
  for (const CurvePoint& point : curve.points)
    if (point.bytes >= from && point.bytes <= to) evidence.add(scale * point.value, point.line);
  return evidence;
}

/// Data sets on which a level answers, in bytes. Example: of an L2 of 40 MiB, 6 to 16 MiB; a half of it, 20 MiB, is on
/// the other side of the chip.
struct Span {
  const char* key;
  double from = 0, to = 0;
  bool in_ns = false;  ///< constant in time, so that cycles at boost clock depend on the clock of the chase
  const char* definition;
};

std::vector<Span> latency_spans(const device::DeviceSpec& d) {
  std::vector<Span> spans;
  if (d.l1_bytes > 0) spans.push_back({"l1_latency", 0, 0.5 * d.l1_bytes, false, "chase by one warp in half of L1"});
  spans.push_back({"l2_latency", 0.15 * d.l2_bytes, 0.4 * d.l2_bytes, false, "chase by one warp in 0.15 to 0.4 of L2"});
  if (d.l3_bytes > 0)
    spans.push_back({"l3_latency", 4 * d.l2_bytes, 0.6 * d.l3_bytes, true, "chase by one warp between L2 and L3"});
  spans.push_back({"dram_latency", 1.3 * (d.l2_bytes + d.l3_bytes), 128 * mib, true,
                   "chase by one warp beyond the caches, up to 128 MiB"});
  return spans;
}

void fit_mt4g_latency(Fitter& fitter, const char* key, double cycles) {
  if (!(cycles > 0)) return fitter.leave(key, "no rows of latency.csv, and MT4G has no mean of it");
  Evidence evidence{.file = &fitter.rows().mt4g.file};
  evidence.add(cycles, 0);
  fitter.take(key, cycles, evidence, "mean latency by MT4G, no chase of several sizes given");
}

void fit_mt4g(Fitter& fitter) {
  const Mt4g& all = fitter.rows().mt4g;
  const double to_boost = all.clock_hz > 0 ? fitter.device().boost_hz / all.clock_hz : 1;
  fit_mt4g_latency(fitter, "l1_latency", all.l1_cycles);
  fit_mt4g_latency(fitter, "l2_latency", all.l2_cycles);
  if (fitter.rows().streams.empty()) fit_mt4g_latency(fitter, "dram_latency", all.dram_cycles * to_boost);
}

/// A chase that misses all caches at the first size, or no chase: dram_latency is then from streams (blocks.cpp).
bool streams_may_give(const Span& span, const Evidence& evidence, const Fitter& fitter) {
  return std::string_view(span.key) == "dram_latency" && evidence.values.size() < 3 && !fitter.rows().streams.empty();
}

void fit_l1_bandwidth(Fitter& fitter) {
  const device::DeviceSpec& d = fitter.device();
  const BoardRows& rows = fitter.rows();
  const char* key = "l1_bytes_per_cycle";
  if (rows.l1.points.empty()) return fitter.leave(key, no_rows_in("l1_bandwidth.csv", rows.l1.file, rows.board));
  const double clock = rows.latency.clock_hz > 0 ? rows.latency.clock_hz : clock_of(d);
  const Evidence evidence = between(rows.l1, 0, 0.75 * d.l1_bytes, 1 / (d.sms * clock));
  const double lanes = word_of_measurement * d.throughput.load_store;
  const bool is_limited = !evidence.values.empty() && median(evidence.values) >= 0.9 * lanes;
  if (is_limited && median(evidence.values) < d.l1_bytes_per_cycle)
    return fitter.leave(key, fmt::format("{:.3g} bytes a cycle are what {:g} load/store lanes of 4 bytes ask for",
                                         median(evidence.values), d.throughput.load_store));
  fitter.take_plateau(key, evidence, fmt::format("reads within 0.75 of L1, at {:.0f} MHz", clock / 1e6));
}

}  // namespace

void fit_latencies(Fitter& fitter) {
  const BoardRows& rows = fitter.rows();
  if (rows.latency.points.empty() && !rows.mt4g.file.name.empty()) return fit_mt4g(fitter);
  for (const Span& span : latency_spans(fitter.device())) {
    const double to_boost =
        span.in_ns && rows.latency.clock_hz > 0 ? fitter.device().boost_hz / rows.latency.clock_hz : 1;
    const Evidence evidence = between(rows.latency, span.from, span.to, to_boost);
    if (streams_may_give(span, evidence, fitter)) continue;
    if (rows.latency.points.empty())
      fitter.leave(span.key, no_rows_in("latency.csv", rows.latency.file, rows.board));
    else
      fitter.take_plateau(span.key, evidence, span.definition);
  }
}

void fit_cache_bandwidths(Fitter& fitter) {
  fit_l1_bandwidth(fitter);
  const device::DeviceSpec& d = fitter.device();
  const BoardRows& rows = fitter.rows();
  if (rows.l2.points.empty()) {
    fitter.leave("l2_bytes_per_cycle", no_rows_in("l2_bandwidth.csv", rows.l2.file, rows.board));
    return;
  }
  fitter.take_plateau("l2_bytes_per_cycle", between(rows.l2, 0.35 * d.l2_bytes, 0.65 * d.l2_bytes, 1 / d.boost_hz),
                      "reads of 0.35 to 0.65 of L2");
  if (d.l3_bytes > 0)
    fitter.take_plateau("l3_gb_per_s", between(rows.l2, 4 * d.l2_bytes, 0.8 * d.l3_bytes, 1 / gb),
                        "reads of 4 L2 to 0.8 of L3");
}

}  // namespace forewarp::figures::detail
