// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// How long a model file takes until it answers: a random forest of 512 trees on 1650 samples of twelve features, in
/// the page cache; looked through and trusted. Target: a millisecond. Usage: bench_model_file [--json]
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <vector>

#include "forewarp/learn/model_file.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;

learn::Pipeline forest() {
  constexpr std::size_t rows = 1650, features = 12;
  learn::PipelineSpec spec;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < features; ++j) {
    names.push_back(fmt::format("f{}", j));
    spec.features.push_back({names.back(), ""});
  }
  spec.target = {"time", "s", learn::Transform::log};
  spec.learner = "random_forest";
  spec.settings = {{"trees", "512"}};
  learn::Samples samples(names, rows);
  SplitMix random(1);
  for (std::size_t j = 0; j < features; ++j)
    for (double& v : samples.feature(j)) v = random.uniform();
  learn::Target target;
  for (std::size_t i = 0; i < rows; ++i)
    target.values.push_back(std::exp(3 * samples.at(i, 0) + 2 * samples.at(i, 1) * samples.at(i, 2)) +
                            0.1 * random.uniform());
  return learn::Pipeline::fit(spec, samples, target);
}

/// Milliseconds from the path to the first answer, the median of 31 rounds.
double load_ms(const std::filesystem::path& path, learn::Trust trust) {
  const std::vector<double> row(12, 0.5);
  std::vector<double> rounds;
  for (int round = 0; round < 31; ++round) {
    const auto start = std::chrono::steady_clock::now();
    const learn::ModelFile model = learn::read_model(path, trust);
    (void)model.pipeline.value(row);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    rounds.push_back(took.count());
  }
  return median(rounds);
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  const auto path = std::filesystem::temp_directory_path() / fmt::format("forewarp_bench_{}.fwm", ::getpid());
  learn::write_model(path, forest(), {});
  const std::string note =
      fmt::format("512 trees, 1650 samples, {:.1f} MB", static_cast<double>(std::filesystem::file_size(path)) / 1e6);
  const auto row = [&](const std::string& id, const std::string& what, learn::Trust trust) {
    return bench::Row{.id = "model_file." + id,
                      .what = what,
                      .unit = "ms",
                      .ours = load_ms(path, trust),
                      .target = 1,
                      .better = bench::Better::lower,
                      .note = note};
  };
  bench::print_rows({row("checked", "from file to first answer, everything looked through", learn::Trust::nothing),
                     row("trusted", "from file to first answer, the writer trusted", learn::Trust::writer)},
                    json);
  std::filesystem::remove(path);
}
