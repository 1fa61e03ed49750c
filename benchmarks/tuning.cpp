// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Predicted against measured times on the tuning spaces of shared/data/tuning and on the textbook kernels there: the
/// order of the configurations, errors, and the quality of those predicted to be fastest.
/// Usage: bench_tuning [--json] [--data DIR] [--configurations N] [--seed S] [--space NAME]... [--from-ptx]
/// [--rows FILE]
/// Each space is sampled (60 configurations from seed 20261122). --from-ptx leaves the machine code of the
/// devices out. --rows writes every prediction with its terms. What
/// was compiled before comes from the cache; compiling all of it takes some minutes.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "data_options.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"
#include "tuning/quality.hpp"

namespace {

namespace fs = std::filesystem;
using namespace forewarp;
using bench::Better;
using bench::Quality;
using bench::Row;
using bench::Space;
using bench::TuningRow;

struct Options : bench::DataOptions {
  bool from_ptx = false;
  fs::path rows;
  std::size_t configurations = 60;
  std::uint64_t seed = 20261122;
  std::vector<std::string> spaces;

  [[nodiscard]] bool has(const std::string& name) const {
    return spaces.empty() || std::ranges::find(spaces, name) != spaces.end();
  }
};

std::uint64_t number_of(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0)
    throw InputError(fmt::format("'{}': a whole number above 0 is expected", text));
  return value;
}

/// One line for a kernel on a board.
struct Pair {
  std::string space, board;
  bool amd = false, at_base_clock = false;
  Quality quality;
};

void print(const Pair& p) {
  const Quality& q = p.quality;
  fmt::print("{:<44} {:<20} {:>3} {:>6.2f} {:>6.1f} {:>6.1f} {:>6.2f} {:>6.2f} {:>6.2f} {:>6.2f} {:>6.0f}\n", p.space,
             p.board, q.count, q.spearman, 100 * q.error, 100 * q.calibrated, q.bias, q.ten, q.ten_of_sample,
             q.first_of_sample, 100 * q.in_range);
  std::fflush(stdout);
}

void print_heading() {
  fmt::print("{:<44} {:<20} {:>3} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6}\n", "kernel", "board", "n", "rho",
             "err %", "cal %", "bias", "ten", "ten*", "first*", "in %");
}

std::vector<TuningRow> of_pair(const std::vector<TuningRow>& all, const std::string& space, const std::string& board) {
  std::vector<TuningRow> out;
  for (const TuningRow& row : all)
    if (row.space == space && row.board == board) out.push_back(row);
  return out;
}

double mean_of(const std::vector<Pair>& pairs, double Quality::*field) {
  std::vector<double> values;
  for (const Pair& p : pairs) values.push_back(p.quality.*field);
  return mean(values);
}

double lowest_of(const std::vector<Pair>& pairs, double Quality::*field) {
  return std::ranges::min_element(pairs, {}, [&](const Pair& p) { return p.quality.*field; })->quality.*field;
}

/// The boards whose times are at the base clock, predicted at it.
std::vector<Pair> as_measured(const std::vector<Pair>& all) {
  std::vector<Pair> pairs;
  for (const Pair& p : all) {
    const bool is_boost = !p.at_base_clock && std::ranges::any_of(all, [&](const Pair& other) {
      return other.at_base_clock && other.space == p.space && other.board == p.board + " base";
    });
    if (!is_boost) pairs.push_back(p);
  }
  return pairs;
}

void add_nvidia(std::vector<Row>& rows, const std::vector<Pair>& all) {
  if (all.empty()) return;
  std::vector<Pair> pairs = all;
  std::erase_if(pairs, [](const Pair& p) { return p.at_base_clock; });
  const auto add = [&](const char* id, std::string what, const char* unit, double ours, double target, Better better) {
    rows.push_back({.id = fmt::format("tuning.{}", id),
                    .what = std::move(what),
                    .unit = unit,
                    .ours = ours,
                    .target = target,
                    .better = better,
                    .note = fmt::format("{} pairs of a kernel and an NVIDIA board", pairs.size())});
  };
  add("spearman.mean", "rank correlation within a pair, mean", "rho", mean_of(pairs, &Quality::spearman), 0.85,
      Better::higher);
  add("spearman.lowest", "the same, lowest", "rho", lowest_of(pairs, &Quality::spearman), 0.6, Better::higher);
  add("error", "mean of the pairs' median errors", "%", 100 * mean_of(pairs, &Quality::error), 15, Better::lower);
  add("calibrated", "the same after one constant per pair", "%", 100 * mean_of(pairs, &Quality::calibrated), 8,
      Better::lower);
  add("ten", "optimum of the space over the best of the ten predicted fastest", "", mean_of(pairs, &Quality::ten), 0.96,
      Better::higher);
  add("first", "best of the sample over the predicted first", "", mean_of(pairs, &Quality::first_of_sample), 0.92,
      Better::higher);
  if (pairs.size() != all.size())
    add("error.base_clock", "mean of the pairs' median errors, the A100's convolutions predicted at their base clock",
        "%", 100 * mean_of(as_measured(all), &Quality::error), 15, Better::lower);
  add("in_range", "lowest share of times inside the range", "%", 100 * lowest_of(pairs, &Quality::in_range), 85,
      Better::higher);
}

void add_amd(std::vector<Row>& rows, const std::vector<Pair>& pairs) {
  for (const Pair& p : pairs)
    rows.push_back({.id = fmt::format("tuning.{}.{}.spearman", p.space, p.board),
                    .what = fmt::format("rank correlation, {} on {}", p.space, p.board),
                    .unit = "rho",
                    .ours = p.quality.spearman,
                    .target = 0.6,
                    .better = Better::higher});
}

/// Median error of all launches of all kernels, by board.
void add_textbook(std::vector<Row>& rows, const std::vector<TuningRow>& launches) {
  std::map<std::string, std::vector<TuningRow>> by_board;
  for (const TuningRow& row : launches) by_board[row.board].push_back(row);
  for (const auto& [board, of_board] : by_board) {
    const Quality q = bench::quality(of_board, 1);
    rows.push_back({.id = fmt::format("tuning.textbook.{}", board),
                    .what = fmt::format("median error, textbook kernels on {}", board),
                    .unit = "%",
                    .ours = 100 * q.error,
                    .target = 15,
                    .better = Better::lower,
                    .note = fmt::format("{} launches; bias {:.2f}; {:.0f} % inside the range", q.count, q.bias,
                                        100 * q.in_range)});
  }
}

void write_rows(const fs::path& file, const std::vector<TuningRow>& rows) {
  if (file.empty()) return;
  std::ofstream out(file);
  out << csv_line({"space", "board", "configuration", "measured_s", "predicted_s", "low_s", "high_s", "limiter",
                   "machine_code", "terms"});
  for (const TuningRow& row : rows) {
    const model::Prediction& p = row.predicted;
    std::string terms;
    for (const model::Term& t : p.terms) terms += fmt::format("{}={:.4g};", t.name, t.time_s);
    out << csv_line({row.space, row.board, row.configuration, fmt::format("{:.6g}", row.measured_s),
                     fmt::format("{:.6g}", p.time_s), fmt::format("{:.6g}", p.low_s), fmt::format("{:.6g}", p.high_s),
                     p.limiter, p.machine_code, terms});
  }
  if (!out) throw InputError(fmt::format("'{}' cannot be written", file.string()));
}

struct Results {
  std::vector<TuningRow> rows, launches;
  std::vector<Pair> nvidia, amd;
  std::size_t failures = 0;

  void take(bench::TuningRows from, std::vector<TuningRow>& into) {
    failures += from.failures.size();
    for (const std::string& line : from.failures) fmt::print(stderr, "bench_tuning: {}\n", line);
    into.insert(into.end(), from.rows.begin(), from.rows.end());
  }
};

void run_spaces(const Options& o, Results& results) {
  for (const Space& space : bench::spaces_in(o.data)) {
    if (!o.has(space.name)) continue;
    std::vector<TuningRow> rows;
    results.take(bench::predict_space(space, o.configurations, o.seed, !o.from_ptx), rows);
    for (const bench::Board& board : space.boards) {
      const auto of_board = of_pair(rows, space.name, board.file);
      if (of_board.empty()) continue;
      double best = of_board.front().measured_s;
      for (const auto& [configuration, time] : board.measured_s) best = std::min(best, time);
      const Pair pair{space.name, board.file, board.amd, board.at_base_clock, bench::quality(of_board, best)};
      if (!o.json) print(pair);
      (board.amd ? results.amd : results.nvidia).push_back(pair);
    }
    results.rows.insert(results.rows.end(), rows.begin(), rows.end());
  }
}

void run_textbook(const Options& o, Results& results) {
  if (!o.has("textbook") || !fs::exists(o.data / "textbook/launches.csv")) return;
  results.take(bench::predict_launches(o.data / "textbook", !o.from_ptx), results.launches);
  std::map<std::pair<std::string, std::string>, std::vector<TuningRow>> groups;
  for (const TuningRow& row : results.launches) groups[{row.space, row.board}].push_back(row);
  if (o.json) return;
  for (const auto& [key, rows] : groups) {
    double best = rows.front().measured_s;
    for (const TuningRow& row : rows) best = std::min(best, row.measured_s);
    print({key.first, key.second, false, false, bench::quality(rows, best)});
  }
}

int run(const Options& o) {
  Results results;
  if (!o.json) print_heading();
  run_spaces(o, results);
  run_textbook(o, results);
  std::vector<TuningRow> all = results.rows;
  all.insert(all.end(), results.launches.begin(), results.launches.end());
  if (all.empty()) throw InputError("nothing could be predicted");
  write_rows(o.rows, all);
  std::vector<Row> rows;
  add_nvidia(rows, results.nvidia);
  add_amd(rows, results.amd);
  add_textbook(rows, results.launches);
  rows.push_back({.id = "tuning.failures",
                  .what = "launches that could not be predicted",
                  .unit = "",
                  .ours = static_cast<double>(results.failures),
                  .target = 0,
                  .better = Better::lower});
  bench::print_rows(rows, o.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace forewarp;
  Options o;
  return bench::main_with_data(
      "bench_tuning", FOREWARP_BENCH_SOURCE_DIR, argc, argv,
      [&](const bench::DataOptions& given) {
        static_cast<bench::DataOptions&>(o) = given;
        o.data /= "tuning";
        if (!fs::exists(o.data)) throw Unavailable(fmt::format("no tuning spaces at '{}'", o.data.string()));
        return run(o);
      },
      {bench::flag("--from-ptx", o.from_ptx),
       bench::path("--rows", o.rows),
       bench::list("--space", o.spaces),
       {"--configurations", true, [&](const std::string& text) { o.configurations = number_of(text); }},
       {"--seed", true, [&](const std::string& text) { o.seed = number_of(text); }}});
}
