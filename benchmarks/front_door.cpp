// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// How long the everyday commands take from the shell's point of view: start, answer, end. Target: 20 ms each. And the
/// size of the tool; with --build, the time to build it, which takes minutes. Usage: bench_front_door [--build]
/// [--json]
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "front_door/build.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;

constexpr double target_ms = 20;
constexpr int rounds = 31;

/// Milliseconds of one run of the tool with this one word, its output thrown away.
double run_ms(const std::string& word) {
  std::string program = FOREWARP_TOOL, argument = word;
  char* const argv[] = {program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = ::posix_spawn(&child, program.c_str(), &actions, nullptr, argv, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (status != 0 || ::waitpid(child, &status, 0) != child || status != 0)
    throw Error(fmt::format("{} {}: failed", program, word));
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

bench::Row row(const std::string& word) {
  (void)run_ms(word);  // what it reads is in the page cache from now on
  std::vector<double> all;
  for (int round = 0; round < rounds; ++round) all.push_back(run_ms(word));
  return {.id = "front_door." + word.substr(word.find_first_not_of('-')),
          .what = fmt::format("forewarp {}, from its start to its end", word),
          .unit = "ms",
          .ours = median(all),
          .target = target_ms,
          .better = bench::Better::lower,
          .note = fmt::format("median of {} runs, files in the page cache", rounds)};
}

int measured(int argc, char** argv) {
  char** const end = std::remove(argv + 1, argv + argc, std::string_view("--build"));
  const bool is_build = end != argv + argc;
  const bool json = bench::json_asked(static_cast<int>(end - argv), argv);
  std::vector<bench::Row> rows = {row("--help"), row("devices"), bench::tool_size()};
  if (is_build) std::ranges::move(bench::build_times(), std::back_inserter(rows));
  bench::print_rows(rows, json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return bench::guarded("bench_front_door", measured, argc, argv); }
