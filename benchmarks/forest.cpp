// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Extremely randomised trees beside scikit-learn's (forest/scikit_learn.py) on the same data in the same run, one
/// thread each: 6000 samples, 12 features, 512 trees, all features. Usage: bench_forest [--json]
#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>

#include "forest/data.hpp"
#include "forest/node_array.hpp"
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::ForestData;
using Figures = std::map<std::string, double>;

template <typename Call>
double seconds(const Call& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// What scikit-learn makes of the data. Throws Unavailable where there is none.
Figures theirs(const char* mode, const ForestData& data) {
  const auto directory = std::filesystem::temp_directory_path() / fmt::format("bench_forest_{}", ::getpid());
  std::filesystem::create_directories(directory);
  bench::save(data, directory / "data");
  const std::string command =
      fmt::format("/usr/bin/python3 '{}/forest/scikit_learn.py' {} '{}' '{}'", FOREWARP_BENCHMARKS_DIR, mode,
                  (directory / "data").string(), (directory / "out").string());
  const int status = std::system(command.c_str());
  std::ifstream in(directory / "out");
  Figures figures;
  for (std::string name; in >> name;) in >> figures[name];
  std::filesystem::remove_all(directory);
  if (status != 0 || figures.empty()) throw Unavailable("scikit-learn did not answer (Debian: python3-sklearn)");
  return figures;
}

std::unique_ptr<learn::Predictor> fit(const learn::Samples& samples, const learn::Target& target, const char* criterion,
                                      std::size_t trees, std::uint64_t seed) {
  return learn::make_learner("extra_trees", {{"trees", std::to_string(trees)}, {"criterion", criterion}})
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

Figures ours(const ForestData& data) {
  Figures f;
  f["fit_mae_s"] = seconds([&] { (void)fit(data.samples, data.target, "mae", 512, 0); });
  std::unique_ptr<learn::Predictor> forest;
  f["fit_mse_s"] = seconds([&] { forest = fit(data.samples, data.target, "mse", 512, 0); });
  const learn::Samples unseen = bench::friedman1(4000, 2).samples;
  std::vector<double> out(unseen.rows()), flush(32U << 20);
  const auto batch = [&] { return seconds([&] { forest->predict_all(unseen, out); }); };
  f["batch_s"] = std::min({batch(), batch(), batch()}) / 4000;
  double one = 0;
  const auto predict = [&](std::span<const double> row) { forest->predict(row, {&one, 1}); };
  const auto cold = [&] {
    for (double& v : flush) v += 1;
  };
  f["single_s"] = latency(unseen, 2000, predict, [] {});
  f["single_cold_s"] = latency(unseen, 20, predict, cold);
  const bench::NodeArrayForest plain(dynamic_cast<const learn::trees::ForestPredictor&>(*forest).view());
  const auto predict_plain = [&](std::span<const double> row) { one = plain.predict(row); };
  f["plain_s"] = latency(unseen, 500, predict_plain, [] {});
  f["plain_cold_s"] = latency(unseen, 20, predict_plain, cold);
  return f;
}

void add_speed(std::vector<bench::Row>& rows) {
  const ForestData data = bench::friedman1(6000, 1);
  const Figures sk = theirs("speed", data), us = ours(data);
  const auto add = [&](const char* id, const char* what, const char* key, double target, const std::string& note) {
    rows.push_back({.id = fmt::format("forest.{}", id),
                    .what = what,
                    .unit = "x",
                    .ours = sk.at(key) / us.at(key),
                    .target = target,
                    .better = bench::Better::higher,
                    .note = fmt::format("{:.4g} s against {:.4g} s{}", us.at(key), sk.at(key), note)});
  };
  const auto layout = [&](const char* plain, const char* packed) {
    return fmt::format("; a plain node array takes {:.4g} s, {:.1f} times as long", us.at(plain),
                       us.at(plain) / us.at(packed));
  };
  add("fit.mse", "speed of fitting 512 extra-trees by squared error against scikit-learn", "fit_mse_s", 7, "");
  add("fit.mae", "speed of fitting 512 extra-trees by absolute error against scikit-learn", "fit_mae_s", 400,
      fmt::format("; theirs from {:.0f} trees", sk.at("mae_trees")));
  add("single", "speed of one prediction, each of a new sample, against scikit-learn", "single_s", 200,
      layout("plain_s", "single_s"));
  add("single.cold", "speed of one prediction with cold caches against scikit-learn", "single_cold_s", 80,
      layout("plain_cold_s", "single_cold_s"));
  add("batch", "throughput of many predictions against scikit-learn", "batch_s", 10, "");
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

void add_quality(std::vector<bench::Row>& rows, const ForestData& data, const char* id) {
  const Figures sk = theirs("quality", data);
  double mean = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) mean += cross_validated_rmse(data, seed) / 30;
  rows.push_back(
      {.id = fmt::format("forest.quality.{}", id),
       .what = "cross-validated error of extra-trees above scikit-learn's, " + data.name,
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
  add_speed(rows);
  add_quality(rows, bench::friedman1(500, 3), "friedman1");
  add_quality(rows, bench::friedman2(500, 4), "friedman2");
  if (const auto real = bench::aiwc(data_directory()))
    add_quality(rows, *real, "aiwc");
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
