// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// How long the ranking of a large space takes: the configurations of CLBlast's GEMM that were measured on a V100, of
/// which a random sample (seed 1) is ranked with an empty cache. Minutes for all of them are in proportion. Where A is
/// not copied to shared memory (SA = 0), MDIMA does not matter, and likewise SB and NDIMB: such configurations are one
/// program, compiled and emulated once. So the sample is of whole groups, which differ in these four alone.
/// Usage: bench_gemm_space [--json] [--data DIR] [--configurations N]
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <span>
#include <vector>

#include "data_options.hpp"
#include "forewarp/query/rank.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {

/// Of this process and of the compilers that it started, s.
double processor_s() {
  double sum = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    for (const timeval& t : {usage.ru_utime, usage.ru_stime})
      sum += static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  }
  return sum;
}

/// Groups of configurations that differ in how they copy to shared memory, at random, until there are so many.
std::vector<rank::Configuration> sample_of(const std::vector<rank::Configuration>& all, std::size_t wanted) {
  std::map<rank::Configuration, std::vector<rank::Configuration>> by_rest;
  for (const rank::Configuration& one : all) {
    rank::Configuration rest = one;
    for (const char* name : {"SA", "SB", "MDIMA", "NDIMB"}) rest.erase(name);
    by_rest[rest].push_back(one);
  }
  std::vector<std::vector<rank::Configuration>> groups;
  for (auto& [rest, group] : by_rest) groups.push_back(std::move(group));
  SplitMix(1).shuffle(std::span(groups));
  std::vector<rank::Configuration> sample;
  for (const auto& group : groups)
    if (sample.size() < wanted) sample.insert(sample.end(), group.begin(), group.end());
  return sample;
}

int run(const DataOptions& options, std::size_t sampled) {
  const std::filesystem::path space = options.data / "tuning" / "gemm";
  const std::filesystem::path measured = space / "measured" / "v100-pcie-2021.csv.gz";
  if (!std::filesystem::exists(measured)) throw Unavailable(fmt::format("{} is not there", measured.string()));
  query::KernelOptions kernel;
  kernel.request.path = space.string();
  query::RankQuestion question = query::rank_question(
      kernel, {.devices = {"V100"}, .configurations_file = measured.string(), .measured_column = "ms"});
  std::vector<rank::Configuration>& listed = question.options.space.listed;
  const std::size_t all = listed.size();
  listed = sample_of(listed, sampled);
  const TemporaryFolder cache("gemm-space");
  ::setenv("FOREWARP_CACHE", cache.path().c_str(), 1);
  const auto begin = std::chrono::steady_clock::now();
  const double before_s = processor_s();
  const rank::Ranking ranking = rank::rank_each(question.options, question.devices).front();
  const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double each_s = (processor_s() - before_s) / static_cast<double>(listed.size());
  std::size_t timed = 0;
  for (const rank::Candidate& candidate : ranking.candidates) timed += candidate.prediction ? 1U : 0U;
  if (timed == 0) throw Error("nothing could run: " + ranking.candidates.front().reason);
  const double share = static_cast<double>(all) / static_cast<double>(listed.size());
  const std::string note = fmt::format("from {} of {}, {} can run", listed.size(), all, timed);
  print_rows({{.id = "rank.gemm.minutes",
               .what = "all configurations of GEMM, in proportion to a sample, nothing compiled yet",
               .unit = "min",
               .ours = wall_s * share / 60,
               .target = 20,
               .note = note},
              {.id = "rank.gemm.processor",
               .what = "processor time of a configuration, compilers included",
               .unit = "s",
               .ours = each_s,
               .target = 2 * 20 * 60 / static_cast<double>(all),
               .note = "the target is that of 20 minutes on two cores"}},
             options.json);
  return 0;
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) {
  using namespace forewarp::bench;
  std::string sampled = "100";
  return main_with_data("bench_gemm_space", FOREWARP_BENCH_SOURCE_DIR, argc, argv,
                        [&](const DataOptions& options) {
                          const std::size_t count = std::strtoul(sampled.c_str(), nullptr, 10);
                          if (count < 2)
                            throw forewarp::InputError("--configurations: a whole number from 2 on is expected");
                          return run(options, count);
                        },
                        {text("--configurations", sampled)});
}
