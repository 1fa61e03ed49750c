// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// braun2020's whole search (3.3): 30 iterations of 3 folds over 24 settings, and the setting chosen in each iteration
/// scored again, on 1650 samples of twelve features. Without --long a part of the iterations is timed and scaled up.
///
/// The paper's five-GPU samples are not public: the samples here are drawn from a kernel-like law (launch, throughput,
/// traffic, occupancy, a fifth of noise) over the range of features that its Table 6 names; what the trees cost depends
/// on their number, not on where they come from.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/pipeline.hpp"
#include "forewarp/learn/validation/search.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {

constexpr std::size_t samples_count = 1650, whole_iterations = 30, folds = 3;

double uniform(SplitMix& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.below(1u << 30)) / static_cast<double>(1u << 30);
}

struct Data {
  learn::Samples samples{
      {"threads_per_cta", "ctas", "total_instructions", "special_ops", "logic_ops", "control_ops", "arithmetic_ops",
       "sync_ops", "global_bytes", "param_bytes", "shared_bytes", "arithmetic_intensity"},
      samples_count};
  learn::Target seconds;
};

Data drawn() {
  Data data;
  auto random = SplitMix::from_state(2020);
  for (std::size_t i = 0; i < samples_count; ++i) {
    const double threads = 32 * static_cast<double>(1 + random.below(32)), ctas = std::exp(uniform(random, 0, 12));
    const double each = std::exp(uniform(random, 3, 10)), all = threads * ctas * each;
    const double arithmetic = all * uniform(random, 0.3, 0.7), global = all * std::exp(uniform(random, -2, 1.5));
    const double values[] = {threads,
                             ctas,
                             all,
                             all * uniform(random, 0, 0.02),
                             all * uniform(random, 0, 0.1),
                             all * uniform(random, 0.02, 0.15),
                             arithmetic,
                             threads * ctas * static_cast<double>(random.below(20)),
                             global,
                             threads * ctas * static_cast<double>(8 * (1 + random.below(8))),
                             random.below(2) ? all * uniform(random, 0, 1) : 0,
                             arithmetic / global};
    for (std::size_t j = 0; j < data.samples.features(); ++j) data.samples.feature(j)[i] = values[j];
    const double noise = std::exp(uniform(random, -0.2, 0.2));
    data.seconds.values.push_back((5e-6 + all / 2e12 * (threads < 128 ? 2 : 1) + global / 4e11) * noise);
  }
  return data;
}

/// Max features, criterion, number of trees: 3 x 2 x 4.
std::vector<validate::Method> settings_of(const Data& data) {
  std::vector<validate::Method> methods;
  for (const auto& point : validate::expand_grid(
           {{"max_features", "all|log2|sqrt"}, {"criterion", "mse|mae"}, {"trees", "128|256|512|1024"}})) {
    learn::PipelineSpec spec;
    for (const std::string& name : data.samples.names())
      spec.features.push_back({name, "", learn::Transform::identity, 0});
    spec.target = {"time", "s", learn::Transform::log, 0};
    spec.learner = "extra_trees";
    spec.settings = point;
    methods.push_back(validate::learner_method(
        fmt::format("{} {} {}", point.at("criterion"), point.at("max_features"), point.at("trees")),
        learn::pipeline_learner(spec)));
  }
  return methods;
}

std::vector<Row> measure(bool whole) {
  const Data data = drawn();
  const std::vector<validate::Method> settings = settings_of(data);
  const std::size_t iterations = whole ? whole_iterations : 1;
  const auto start = std::chrono::steady_clock::now();
  const validate::SearchResult result =
      validate::search(data.samples, data.seconds, settings, validate::duration_splitter(data.seconds.values, folds),
                       {.iterations = iterations, .nesting = validate::Nesting::shared_folds, .cross = {.seed = 1}});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double minutes = seconds / 60 * static_cast<double>(whole_iterations) / static_cast<double>(iterations);
  return {{"search.braun2020", "30 iterations x 3 folds x 24 settings and the chosen again, 1650 samples", "minutes",
           minutes, std::nan(""), 15, Better::lower,
           fmt::format("{} threads; {}; chosen most: {}, MAPE {:.1f} %", default_thread_count(),
                       whole ? "all of it" : fmt::format("{} of 30 iterations timed, scaled", iterations),
                       settings[result.best].name, 100 * mean(result.outer_errors()))}};
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) {
  bool whole = false;
  int kept = 1;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--long") == 0)
      whole = true;
    else
      argv[kept++] = argv[i];
  const bool json = forewarp::bench::json_asked(kept, argv);
  forewarp::bench::print_rows(forewarp::bench::measure(whole), json);
}
