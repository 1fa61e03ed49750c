// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Extremely randomised trees beside scikit-learn's and treelite's (forest/scikit_learn.py) on the same data in the
/// same run, one thread each: 6000 samples, 12 features, 512 trees, all features, no limit of depth. scikit-learn is
/// that of PyPI, and Debian's older one next to it (forest/peer.hpp). Fits and batches are compared by processor time,
/// the least of three; single predictions by the median of their wall times. Usage: bench_forest [--json]
#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "forest/data.hpp"
#include "forest/node_array.hpp"
#include "forest/peer.hpp"
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::Figures;
using bench::ForestData;
using bench::Peer;

constexpr std::size_t trees = 512;

double now(clockid_t clock) {
  timespec t{};
  ::clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <typename Call>
double seconds(const Call& call, clockid_t clock = CLOCK_MONOTONIC) {
  const double start = now(clock);
  call();
  return now(clock) - start;
}

/// Processor time, the least of three.
template <typename Call>
double processor_s(const Call& call) {
  const auto once = [&] { return seconds(call, CLOCK_PROCESS_CPUTIME_ID); };
  return std::min({once(), once(), once()});
}

std::unique_ptr<learn::Predictor> fit(const learn::Samples& samples, const learn::Target& target, const char* criterion,
                                      std::size_t count, std::uint64_t seed) {
  return learn::make_learner("extra_trees", {{"trees", std::to_string(count)}, {"criterion", criterion}})
      ->fit(samples, target, {.seed = seed, .threads = 1});
}

/// Every row once; between two calls before() runs, whose time does not count.
template <typename Predict, typename Before>
double latency(const learn::Samples& unseen, std::size_t calls, const Predict& predict, const Before& before) {
  std::vector<double> times, row(unseen.features());
  for (std::size_t i = 0; i < calls; ++i) {
    unseen.copy_row(i, row);
    before();
    times.push_back(seconds([&] { predict(row); }));
  }
  return median(times);
}

std::vector<double> predicted(const learn::Predictor& forest, const learn::Samples& rows) {
  std::vector<double> out(rows.rows());
  forest.predict_all(rows, out);
  return out;
}

/// Share of the variance of the held out targets that is explained.
double r2(const std::vector<double>& predictions, const std::vector<double>& truth) {
  const double middle = mean(truth);
  double left = 0, all = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    left += std::pow(predictions[i] - truth[i], 2);
    all += std::pow(truth[i] - middle, 2);
  }
  return 1 - left / all;
}

double mean_absolute_error(const std::vector<double>& predictions, const std::vector<double>& truth) {
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) sum += std::abs(predictions[i] - truth[i]);
  return sum / static_cast<double>(truth.size());
}

/// Of one row at a time, with warm and with cold caches, beside a plain node array.
void add_latencies(Figures& f, const learn::Predictor& forest, const learn::Samples& unseen) {
  std::vector<double> flush(32U << 20);
  double one = 0;
  const auto predict = [&](std::span<const double> row) { forest.predict(row, {&one, 1}); };
  const auto cold = [&] {
    for (double& v : flush) v += 1;
  };
  f["single_s"] = latency(unseen, 2000, predict, [] {});
  f["single_cold_s"] = latency(unseen, 20, predict, cold);
  const bench::NodeArrayForest plain(dynamic_cast<const learn::trees::ForestPredictor&>(forest).view());
  const auto predict_plain = [&](std::span<const double> row) { one = plain.predict(row); };
  f["plain_s"] = latency(unseen, 500, predict_plain, [] {});
  f["plain_cold_s"] = latency(unseen, 20, predict_plain, cold);
}

Figures ours(const ForestData& data, const ForestData& unseen) {
  Figures f;
  std::unique_ptr<learn::Predictor> forest;
  f["fit_mse_s"] = processor_s([&] { forest = fit(data.samples, data.target, "mse", trees, 0); });
  std::vector<double> out;
  f["batch_s"] = processor_s([&] { out = predicted(*forest, unseen.samples); }) / 4000;
  f["r2"] = r2(out, unseen.target.values);
  add_latencies(f, *forest, unseen.samples);
  return f;
}

/// Our fit of as many trees by absolute error as the peer's, and its error on held out samples.
void add_absolute(Figures& f, const ForestData& data, const ForestData& unseen, std::size_t count) {
  std::unique_ptr<learn::Predictor> forest;
  f["fit_mae_s"] = processor_s([&] { forest = fit(data.samples, data.target, "mae", count, 0); });
  f["mae"] = mean_absolute_error(predicted(*forest, unseen.samples), unseen.target.values);
}

/// What must be reached against a peer; the former figures against the version for which they were set.
struct Targets {
  double mse, mae, single, cold, batch;
};
constexpr Targets current_targets = {10, 40, 400, 80, 15}, debian_targets = {7, 400, 200, 80, 10};

void add_speed(std::vector<bench::Row>& rows, const Peer& peer, const Figures& us, const Figures& sk) {
  const auto add = [&](const char* id, const std::string& what, const char* ours, const char* theirs, double target,
                       const std::string& note) {
    rows.push_back({.id = fmt::format("forest.{}{}", peer.id, id),
                    .what = what,
                    .unit = "x",
                    .ours = sk.at(theirs) / us.at(ours),
                    .target = target,
                    .better = bench::Better::higher,
                    .note = fmt::format("{:.4g} s against {:.4g} s{}", us.at(ours), sk.at(theirs), note)});
  };
  const auto against = [&](const char* what) { return fmt::format("{} against {}", what, peer.name); };
  const auto layout = [&](const char* plain, const char* packed) {
    return fmt::format("; a plain node array takes {:.4g} s, {:.1f} times as long", us.at(plain),
                       us.at(plain) / us.at(packed));
  };
  const Targets t = peer.id.empty() ? current_targets : debian_targets;
  add("fit.mse", against("speed of fitting 512 extra-trees by squared error"), "fit_mse_s", "fit_mse_s", t.mse, "");
  add("fit.mae", against("speed of fitting extra-trees by absolute error"), "fit_mae_s", "fit_mae_s", t.mae,
      fmt::format("; {} trees each", peer.absolute_trees));
  add("single", against("speed of one prediction, each of a new sample,"), "single_s", "single_s", t.single,
      layout("plain_s", "single_s"));
  add("single.cold", against("speed of one prediction with cold caches"), "single_cold_s", "single_cold_s", t.cold,
      layout("plain_cold_s", "single_cold_s"));
  add("batch", against("throughput of 4000 predictions"), "batch_s", "batch_s", t.batch, " for each");
  if (sk.contains("gtil_single_s"))
    add("gtil.single", "speed of one prediction against treelite 4.8.1's GTIL", "single_s", "gtil_single_s", 20, "");
}

void add_held_out(std::vector<bench::Row>& rows, const Peer& peer, const Figures& us, const Figures& sk) {
  rows.push_back({.id = fmt::format("forest.{}heldout.r2", peer.id),
                  .what = "R2 on 4000 held out samples, 512 trees by squared error, beside " + peer.name,
                  .unit = "",
                  .ours = us.at("r2"),
                  .other = sk.at("r2"),
                  .target = sk.at("r2") - 0.002,
                  .better = bench::Better::higher,
                  .note = "the target is theirs less 0.002"});
  rows.push_back({.id = fmt::format("forest.{}heldout.mae", peer.id),
                  .what = fmt::format("mean absolute error on the same, {} trees by absolute error, beside {}",
                                      peer.absolute_trees, peer.name),
                  .unit = "",
                  .ours = us.at("mae"),
                  .other = sk.at("mae"),
                  .target = sk.at("mae") * (peer.absolute_trees < 10 ? 1.05 : 1.01),
                  .better = bench::Better::lower,
                  .note = peer.absolute_trees < 10 ? "the target is theirs and 5 %, as so few trees scatter"
                                                   : "the target is theirs and 1 %"});
}

/// The same samples for all, those to predict in a file of their own.
void add_comparisons(std::vector<bench::Row>& rows, const std::vector<Peer>& peers) {
  const ForestData data = bench::friedman1(6000, 1), unseen = bench::friedman1(4000, 2);
  const TemporaryFolder folder("bench-forest");
  bench::save(data, folder / "data");
  bench::save(unseen, folder / "unseen");
  Figures us = ours(data, unseen);
  for (const Peer& peer : peers) {
    add_absolute(us, data, unseen, peer.absolute_trees);
    const Figures sk = bench::ask(
        peer, {"speed", folder / "data", folder / "out", folder / "unseen", std::to_string(peer.absolute_trees)},
        folder / "out");
    add_speed(rows, peer, us, sk);
    add_held_out(rows, peer, us, sk);
  }
}

/// Five folds, a row in the fold of its number, as scikit_learn.py has them.
double cross_validated_rmse(const ForestData& data, std::uint64_t seed) {
  double mean = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    std::vector<std::size_t> train, test;
    for (std::size_t i = 0; i < data.samples.rows(); ++i) (i % 5 == k ? test : train).push_back(i);
    const auto forest = fit(data.samples.select_rows(train), data.target.select_rows(train), "mse", 50, seed * 5 + k);
    std::vector<double> out(test.size());
    forest->predict_all(data.samples.select_rows(test), out);
    double sum = 0;
    for (std::size_t i = 0; i < test.size(); ++i) sum += std::pow(out[i] - data.target.values[test[i]], 2);
    mean += std::sqrt(sum / static_cast<double>(test.size())) / 5;
  }
  return mean;
}

void add_quality(std::vector<bench::Row>& rows, const Peer& peer, const ForestData& data, const char* id) {
  const TemporaryFolder folder("bench-forest");
  bench::save(data, folder / "data");
  const Figures sk = bench::ask(peer, {"quality", folder / "data", folder / "out"}, folder / "out");
  double mean = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) mean += cross_validated_rmse(data, seed) / 30;
  rows.push_back(
      {.id = fmt::format("forest.quality.{}", id),
       .what = fmt::format("cross-validated error of extra-trees above that of {}, {}", peer.name, data.name),
       .unit = "sd",
       .ours = (mean - sk.at("rmse_mean")) / sk.at("rmse_sd"),
       .target = 1,
       .better = bench::Better::lower,
       .note = fmt::format("RMSE {:.5g} against {:.5g} with a standard deviation of {:.2g} over thirty seeds; "
                           "{} samples, 50 trees",
                           mean, sk.at("rmse_mean"), sk.at("rmse_sd"), data.samples.rows())});
}

std::filesystem::path data_directory() {
  const char* data = std::getenv("FOREWARP_DATA");
  return data != nullptr ? std::filesystem::path(data)
                         : std::filesystem::path(FOREWARP_BENCHMARKS_DIR) / "../../shared/data";
}

int run(bool json) {
  std::vector<bench::Row> rows;
  const std::vector<Peer> peers = bench::peers(FOREWARP_BENCH_ENVIRONMENT);
  add_comparisons(rows, peers);
  add_quality(rows, peers.front(), bench::friedman1(500, 3), "friedman1");
  add_quality(rows, peers.front(), bench::friedman2(500, 4), "friedman2");
  if (const auto real = bench::aiwc(data_directory()))
    add_quality(rows, peers.front(), *real, "aiwc");
  else
    fmt::print(stderr, "bench_forest: no aiwc data at '{}': that row is left out\n", data_directory().string());
  bench::print_rows(rows, json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(bench::json_asked(argc, argv));
  } catch (const forewarp::Error& e) {
    fmt::print(stderr, "bench_forest: {}\n", e.what());
    return 3;
  }
}
