// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Configurations a second of one space, ranked by two workers from Python and by the command line, each with an empty
/// cache of its own, one after the other. The kernel is CLBlast's product (tuning/gemm), whose macros change its code.
/// Usage: bench_python_rank [--json] [--data DIR] [--quick]; quick: a corner of the space, some forty configurations.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "data_options.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {

/// 1089 configurations satisfy the constraints, which are those of CLBlast.
constexpr const char* space =
    R"({"vary": {"MWG": [32, 64, 128], "NWG": [32, 64, 128], "MDIMC": [8, 16], "NDIMC": [8, 16],
 "MDIMA": [8, 16], "NDIMB": [8, 16], "VWM": [1, 2, 4], "VWN": [1, 2, 4]},
 "constraints": ["MWG % (MDIMC * VWM) == 0", "NWG % (NDIMC * VWN) == 0", "MWG % (MDIMA * VWM) == 0",
 "NWG % (NDIMB * VWN) == 0", "MDIMC * NDIMC % MDIMA == 0", "MDIMC * NDIMC % NDIMB == 0",
 "32 % (MDIMC * NDIMC / MDIMA) == 0", "32 % (MDIMC * NDIMC / NDIMB) == 0"]})";

constexpr const char* script = R"(
import json, sys, time
import forewarp as fw
kernel, space = sys.argv[1], json.loads(sys.argv[2])
begin = time.perf_counter()
ranking = fw.Kernel(kernel).launch().rank(space["vary"], "A100", workers=2, constraints=space["constraints"])
print(sum(c.time_s is not None for c in ranking), ranking.best.time_s, time.perf_counter() - begin)
)";

struct Ranked {
  std::size_t configurations = 0;
  double best_s = 0, seconds = 0;
  [[nodiscard]] double rate() const { return static_cast<double>(configurations) / seconds; }
};

void use_cache(const TemporaryFolder& folder, const char* name) {
  ::setenv("FOREWARP_CACHE", (folder / name).c_str(), 1);
}

std::string output_of(const std::vector<std::string>& words) {
  const ProcessResult r = run_process(words, {.timeout_s = 3600, .what = words.front()});
  if (r.exit_status != 0) throw Error(fmt::format("{}: {}", words.front(), r.errors));
  return r.output;
}

Ranked from_python(const std::string& kernel, const std::string& chosen) {
  Ranked out;
  std::istringstream(output_of({FOREWARP_PYTHON, "-c", script, kernel, chosen})) >> out.configurations >> out.best_s >>
      out.seconds;
  return out;
}

Ranked from_command_line(const std::string& kernel, const nlohmann::json& chosen) {
  std::vector<std::string> words = {FOREWARP_TOOL, "rank", kernel, "--device", "A100", "--threads", "2", "--json"};
  std::string file = "constraints = " + chosen["constraints"].dump() + "\n[vary]\n";
  for (const auto& [name, values] : chosen["vary"].items()) file += fmt::format("{} = {}\n", name, values.dump());
  const TemporaryFolder folder("bench-python-rank-space");
  write_file(folder / "space.toml", file);
  words.insert(words.end(), {"--space", (folder / "space.toml").string()});
  const auto begin = std::chrono::steady_clock::now();
  const auto document = nlohmann::json::parse(output_of(words));
  Ranked out{.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
  for (const auto& row : document["candidates"]) {
    if (!row.contains("time_s") || row["time_s"].is_null()) continue;
    ++out.configurations;
    const double time_s = row["time_s"];
    if (out.best_s == 0 || time_s < out.best_s) out.best_s = time_s;
  }
  return out;
}

int run(const DataOptions& options, bool quick) {
  nlohmann::json chosen = nlohmann::json::parse(space);
  if (quick)
    for (auto& [name, values] : chosen["vary"].items()) values.erase(values.size() - 1);
  const std::string kernel = (options.data / "tuning" / "gemm").string();
  ::setenv("PYTHONPATH", FOREWARP_PYTHON_PACKAGE, 1);
  const TemporaryFolder caches("bench-python-rank");
  use_cache(caches, "command");
  const Ranked command = from_command_line(kernel, chosen);
  use_cache(caches, "python");
  const Ranked python = from_python(kernel, chosen.dump());
  if (python.configurations != command.configurations || python.best_s != command.best_s)
    throw Error(fmt::format("Python ranks {} configurations, the best {} s, the command {} and {} s",
                            python.configurations, python.best_s, command.configurations, command.best_s));
  print_rows({{.id = "python.rank",
               .what = "configurations a second from Python, two workers, against the command line",
               .unit = "x",
               .ours = python.rate() / command.rate(),
               .target = 0.95,
               .better = Better::higher,
               .note = fmt::format("{} configurations, {:.1f} a second from Python, {:.1f} by the command",
                                   python.configurations, python.rate(), command.rate())}},
             options.json);
  return 0;
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) {
  bool quick = false;
  return forewarp::bench::main_with_data(
      "bench_python_rank", FOREWARP_BENCH_SOURCE_DIR, argc, argv,
      [&](const forewarp::bench::DataOptions& options) { return forewarp::bench::run(options, quick); },
      {forewarp::bench::flag("--quick", quick)});
}
