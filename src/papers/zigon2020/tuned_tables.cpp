// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>

#include "papers/zigon2020/tuned_pairs.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

constexpr double clear_gain = 1.1;  ///< times are repeatable within 0.1 to 2 %

std::string change_of(const TunedPair& tuned) {
  const std::string& name = tuned.change->parameter;
  return fmt::format("{} {} to {}", name, tuned.pair.before.at(name), tuned.pair.after.at(name));
}

struct Counts {
  double pairs = 0, gained = 0, clear = 0, clear_placed = 0, clear_advised = 0;
  double advised = 0, advised_gained = 0, advised_close = 0, model_close = 0;
};

Counts counts_of(const std::vector<TunedPair>& pairs) {
  Counts n;
  for (const TunedPair& tuned : pairs) {
    const bool gained = tuned.measured > 1, clear = tuned.measured > clear_gain, is_advised = tuned.advice.place > 0;
    ++n.pairs, n.gained += gained, n.clear += clear;
    n.clear_placed += clear && is_advised && tuned.advice.place <= 2, n.clear_advised += clear && is_advised;
    n.advised += is_advised, n.advised_gained += is_advised && gained;
    n.advised_close += is_advised && are_close(tuned.advice.estimated, tuned.measured);
    n.model_close += are_close(tuned.advice.reached, tuned.measured);
  }
  return n;
}

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : std::nan(""); }

}  // namespace

ResultTable table_of(const std::vector<TunedPair>& pairs) {
  Table::Texts kernel, change, strategies, configuration, device, first;
  Table::Numbers place, estimated, reached, measured;
  for (const TunedPair& tuned : pairs) {
    kernel.push_back(tuned.change->kernel), change.push_back(change_of(tuned));
    strategies.push_back(fmt::format("{}", fmt::join(tuned.change->strategies, " or ")));
    Configuration rest = tuned.pair.before;
    rest.erase(tuned.change->parameter);
    configuration.push_back(text_of(rest)), device.push_back(tuned.device);
    first.push_back(tuned.advice.first), place.push_back(static_cast<double>(tuned.advice.place));
    estimated.push_back(tuned.advice.estimated), reached.push_back(tuned.advice.reached);
    measured.push_back(tuned.measured);
  }
  Table table;
  table.add("kernel", kernel), table.add("change", change), table.add("applied", strategies);
  table.add("device", device), table.add("first advised", first), table.add("place", place);
  table.add("estimated", estimated), table.add("bounds model", reached), table.add("measured", measured);
  table.add("else", configuration);
  return {
      "pairs",
      "one strategy applied to a measured configuration: its place among those advised (0: not advised), its gain as "
      "advised, as the bounds model gives both configurations, and as measured",
      std::move(table)};
}

ResultTable summary_of(const std::vector<TunedPair>& pairs) {
  std::map<std::pair<std::string, std::string>, std::vector<TunedPair>> groups;
  for (const TunedPair& tuned : pairs) groups[{tuned.change->kernel, tuned.change->parameter}].push_back(tuned);
  Table::Texts kernel, parameter;
  Table::Numbers count, clear, clear_advised, is_advised, gained, close, model;
  for (const auto& [name, group] : groups) {
    const Counts n = counts_of(group);
    kernel.push_back(name.first), parameter.push_back(name.second);
    count.push_back(n.pairs), clear.push_back(n.clear), clear_advised.push_back(n.clear_advised);
    is_advised.push_back(n.advised), gained.push_back(n.advised_gained), close.push_back(n.advised_close);
    model.push_back(n.model_close);
  }
  Table table;
  table.add("kernel", kernel), table.add("parameter", parameter), table.add("pairs", count);
  table.add("gain above 1.1", clear), table.add("of these advised", clear_advised), table.add("advised", is_advised);
  table.add("of these faster", gained), table.add("of these estimated within 1.5", close);
  table.add("bounds model within 1.5", model);
  return {"changes", "the pairs by the parameter that changed, over all boards", std::move(table)};
}

std::vector<Score> scores_of(const std::vector<TunedPair>& pairs) {
  const Counts n = counts_of(pairs);
  std::vector<Score> scores;
  const auto add = [&](const char* id, std::string what, double share, double target, std::string note) {
    if (std::isnan(share)) return;
    note += "; no parameter was fitted on these times";
    scores.push_back({.id = fmt::format("zigon2020.measured.{}", id),
                      .what = std::move(what),
                      .unit = "%",
                      .ours = share,
                      .target = target,
                      .better = Better::higher,
                      .note = std::move(note)});
  };
  add("advised",
      fmt::format("of {:g} pairs measured more than {} times as fast: strategy advised", n.clear, clear_gain),
      percent(n.clear_advised, n.clear), 50,
      fmt::format("among the first two: {:.0f} %; of all pairs {:.0f} % are advised", percent(n.clear_placed, n.clear),
                  percent(n.advised, n.pairs)));
  add("faster", fmt::format("of {:g} pairs with the strategy advised: measured faster", n.advised),
      percent(n.advised_gained, n.advised), 80,
      fmt::format("of all {:g} pairs, advised or not: {:.0f} %", n.pairs, percent(n.gained, n.pairs)));
  add("close",
      fmt::format("of {:g} pairs with the strategy advised: estimated within a factor 1.5 of measured", n.advised),
      percent(n.advised_close, n.advised), 60,
      fmt::format("the bounds model's own gain, over all pairs: {:.0f} %", percent(n.model_close, n.pairs)));
  return scores;
}

}  // namespace forewarp::papers::zigon2020
