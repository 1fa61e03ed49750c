// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What it costs to share work between processes, and how far that goes.
///
/// Measured: the processor time of the first process for each item that another does (hand it out, receive, check and
/// keep its result), and the wall time of one ranking by one and by two processes of one thread each.
///
/// Modelled: with N processes whose items take t seconds, the first one serves N / t items a second, each in s seconds.
/// It is saturated where N s = t; beyond that more processes finish no more items:
///
///     efficiency = min(1, t / (N s))
///
/// The end of a loop is not modelled: when nothing is open, processes wait for the last items.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/support/distribute/coordinator.hpp"
#include "forewarp/support/distribute/member.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {

constexpr double processes_asked = 1000;
/// A configuration of a ranking with a sample of what two buffers hold (model/rank/results.hpp).
constexpr std::size_t ranking_bytes = 32'000;

double processor_s() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

distribute::Loop loop_of(std::size_t count, std::size_t bytes, std::size_t* kept) {
  return {.count = count,
          .make = [bytes](std::size_t) { return std::string(bytes, 'x'); },
          .keep = [kept](std::size_t, const std::string&) { ++*kept; },
          .threads = 1};
}

/// Seconds of the first process's processor time for each item, whose result has so many bytes.
double service_s(std::size_t bytes) {
  constexpr std::size_t items = 20'000;
  constexpr int members = 2;
  distribute::Coordinator coordinator({.secret = std::string(32, 's'),
                                       .reach = distribute::Reach::this_machine,
                                       .silence_s = 30,
                                       .works = false,
                                       .note = {}});
  std::vector<pid_t> children;
  for (int i = 0; i < members; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      distribute::Member member(
          {.place = coordinator.place(), .secret = std::string(32, 's'), .rank = 1, .silence_s = 30, .heard = {}}, {});
      member.share(loop_of(items, bytes, nullptr));
      ::_exit(0);
    }
    children.push_back(child);
  }
  coordinator.expect({});
  while (coordinator.attendance().joined < members) ::usleep(1000);
  const double begin_s = processor_s();
  std::size_t kept = 0;
  coordinator.share(loop_of(items, bytes, &kept));
  const double each_s = (processor_s() - begin_s) / static_cast<double>(items);
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  if (kept != items) throw Error(fmt::format("{} of {} results arrived", kept, items));
  return each_s;
}

double wall_s(const std::vector<std::string>& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const ProcessResult done = run_process(arguments, {.timeout_s = 600});
  if (done.exit_status != 0) throw Error(done.errors);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// One ranking by so many processes of one thread, without a cache.
double ranking_s(int processes) {
  return wall_s({"env",
                 "FOREWARP_CACHE=off",
                 "mpirun",
                 "--allow-run-as-root",
                 "--oversubscribe",
                 "--bind-to",
                 "none",
                 "-n",
                 std::to_string(processes),
                 FOREWARP_TOOL,
                 "rank",
                 "matmul_tiled",
                 "--device",
                 "V100",
                 "--vary",
                 "n=512,544,576,608,640,672,704,736,768,800,832,864,896,928,960,992",
                 "--exact",
                 "--threads",
                 "1",
                 "--csv"});
}

int run(int argc, char** argv) {
  const bool json = json_asked(argc, argv);
  std::vector<Row> rows;
  double result_s = 0;
  for (const std::size_t bytes : {std::size_t{200}, std::size_t{2'000}, ranking_bytes}) {
    const double each_s = service_s(bytes);
    if (bytes == ranking_bytes) result_s = each_s;
    rows.push_back({.id = fmt::format("cluster.service.{}", bytes),
                    .what = fmt::format("first process for each item with a result of {} bytes", bytes),
                    .unit = "us",
                    .ours = 1e6 * each_s,
                    .target = bytes > 10'000 ? 1000.0 : 200.0});
  }
  rows.push_back({.id = "cluster.saturated.1000",
                  .what = "items of a ranking must take so long for 1000 processes to be busy (model)",
                  .unit = "ms",
                  .ours = 1e3 * processes_asked * result_s,
                  .target = 200,
                  .note = "results of 32,000 bytes"});
  for (const double item_s : {0.01, 0.1, 1.0})
    rows.push_back({.id = fmt::format("cluster.busy.{:g}ms", 1e3 * item_s),
                    .what = fmt::format("processes that items of {:g} ms keep busy (model)", 1e3 * item_s),
                    .unit = "",
                    .ours = item_s / result_s,
                    .target = item_s < 0.1 ? 50.0 : processes_asked / (item_s < 1 ? 2 : 1),
                    .better = Better::higher});
  if (find_program("mpirun")) {
    const double one_s = ranking_s(1), two_s = ranking_s(2);
    rows.push_back({.id = "cluster.rank.speedup2",
                    .what = "a ranking by two processes of one thread against one",
                    .unit = "x",
                    .ours = one_s / two_s,
                    .target = 1.7,
                    .better = Better::higher,
                    .note = fmt::format("{:.1f} s, {:.1f} s", one_s, two_s)});
  } else {
    fmt::print(stderr, "bench_cluster: no mpirun (Debian: openmpi-bin), so that no ranking is shared\n");
  }
  print_rows(rows, json);
  return 0;
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) { return forewarp::bench::guarded("cluster", forewarp::bench::run, argc, argv); }
