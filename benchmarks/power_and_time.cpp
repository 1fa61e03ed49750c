// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// How quick time and power come from portable features, and how quick the features come. Usage: bench_power_and_time
/// [--json]
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "forewarp/learn/model_file.hpp"
#include "forewarp/measure/campaign/measure.hpp"
#include "forewarp/measure/campaign/recipe.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

constexpr std::size_t rows = 600;

/// 512 trees on as many launches as a big campaign has, grown as braun2020 grows them.
learn::Pipeline forest() {
  learn::PipelineSpec spec;
  for (const std::string& name : campaign::braun_inputs())
    spec.features.push_back({name, "", learn::Transform::identity, 0});
  spec.target = {"time", "s", learn::Transform::log, 0};
  spec.learner = "extra_trees";
  spec.settings = {{"trees", "512"}, {"criterion", "mae"}};
  learn::Samples samples(campaign::braun_inputs(), rows);
  learn::Target target{std::vector<double>(rows, 1e-6), {}};
  SplitMix random(1, 0);
  for (std::size_t j = 0; j < samples.features(); ++j)
    for (std::size_t i = 0; i < rows; ++i) {
      samples.feature(j)[i] = std::exp(20.0 * static_cast<double>(random.next() >> 11) * 0x1p-53);
      target.values[i] *= std::pow(samples.feature(j)[i], 0.1);
    }
  return learn::Pipeline::fit(spec, samples, target, {.seed = 1});
}

double warm_us(const learn::Pipeline& pipeline) {
  std::vector<double> row(campaign::braun_inputs().size()), rounds;
  double sink = 0;
  SplitMix random(2, 0);
  for (int round = 0; round < 200; ++round) {
    for (double& x : row) x = std::exp(20.0 * static_cast<double>(random.next() >> 11) * 0x1p-53);
    const Clock::time_point begin = Clock::now();
    sink += pipeline.predict(row).value;
    rounds.push_back(1e6 * seconds_since(begin));
  }
  if (!(sink > 0)) throw Error("nothing was predicted");
  return median(rounds);
}

/// forewarp predict of a .cu file whose features were asked for before, with that forest; milliseconds, median of 15.
double process_ms(const learn::Pipeline& pipeline) {
  const TemporaryFolder folder("bench");
  learn::ModelNotes notes;
  notes.device = "V100";
  learn::write_model(folder / "v100-time.fwm", pipeline, notes);
  const std::string command = fmt::format(
      "FOREWARP_MODELS='{}' '{}' predict '{}/kernels/matmul_tiled/kernel.cu' --set n=1024 --grid 64,64 --block 16,16 "
      "--device V100 --what time >/dev/null",
      folder.path().string(), FOREWARP_TOOL, FOREWARP_BENCH_SOURCE_DIR);
  std::vector<double> runs;
  for (int run = 0; run < 16; ++run) {
    const Clock::time_point begin = Clock::now();
    if (std::system(command.c_str()) != 0) throw Error(command + " failed");
    if (run > 0) runs.push_back(1e3 * seconds_since(begin));
  }
  return median(runs);
}

struct Features {
  double longest_s = 0, quick_share = 0;
  std::string slow;  ///< what takes more than 0.2 s
};

Features features_of_the_corpus() {
  const std::vector<campaign::CorpusLaunch> launches = campaign::corpus_launches();
  const campaign::FeatureStore none;
  Features all;
  std::size_t quick = 0;
  for (const campaign::CorpusLaunch& launch : launches) {
    const kernel::Kernel kernel = kernel::load(campaign::request_of(launch));
    const Clock::time_point begin = Clock::now();
    (void)none.get(kernel);
    const double took = seconds_since(begin);
    all.longest_s = std::max(all.longest_s, took);
    quick += took < 0.2;
    if (took >= 0.2) all.slow += fmt::format("{}{} {:.2f} s", all.slow.empty() ? "" : ", ", launch.id, took);
  }
  all.quick_share = 100.0 * static_cast<double>(quick) / static_cast<double>(launches.size());
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  const learn::Pipeline pipeline = forest();
  const Features features = features_of_the_corpus();
  bench::print_rows({{.id = "power_and_time.warm",
                      .what = "one prediction from the twelve features, 512 trees",
                      .unit = "us",
                      .ours = warm_us(pipeline),
                      .other = 15320,
                      .target = 100,
                      .note = "warm, one core, median of 200 rows; other: the quickest of braun2020, Tables 4 and 5"},
                     {.id = "power_and_time.process",
                      .what = "forewarp predict --what time of a .cu file, features cached",
                      .unit = "ms",
                      .ours = process_ms(pipeline),
                      .target = 50,
                      .note = "whole process, median of 15 runs, a forest of 512 trees"},
                     {.id = "power_and_time.features.longest",
                      .what = "features of a launch of the corpus, the slowest",
                      .unit = "s",
                      .ours = features.longest_s,
                      .target = 2,
                      .note = features.slow.empty() ? "none takes 0.2 s" : "0.2 s and more: " + features.slow},
                     {.id = "power_and_time.features.quick",
                      .what = "launches of the corpus whose features take less than 0.2 s",
                      .unit = "%",
                      .ours = features.quick_share,
                      .target = 50,
                      .better = bench::Better::higher,
                      .note = "\"most\""}},
                    json);
  return 0;
}
