// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The emulator with every counting observer on against oclgrind --inst-counts, the same kernels in one run.
///
/// oclgrind interprets LLVM instructions and we PTX instructions; each is counted as its own, and the wall time, which
/// needs no such word, stands beside the rate.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"
#include "oclgrind.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {

struct Case {
  std::string id, kernel;
  std::vector<std::string> set;
  double rate_target = 0;
  std::optional<double> wall_target;
};

const std::vector<Case> cases{{"matmul", "matmul_tiled", {"n=256"}, 100, 300},
                              {"spmv", "spmv_csr", {"rows=65536"}, 20, std::nullopt},
                              {"bfs", "bfs_step", {"nodes=65536"}, 20, std::nullopt}};

struct OurRun {
  double instructions = 0, wall_s = 0;
};

/// From PTX text to the finished profile, every block run. The best of twenty: one run is short, and the cores of a
/// shared machine come and go.
OurRun run_ours(const kernel::Kernel& kernel) {
  OurRun best{0, 1e9};
  for (int repeat = 0; repeat < 20; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    const ptx::Module module = ptx::parse(kernel.code.ptx, kernel.code.file);
    profile::ProfileOptions options;
    options.exact = true;
    const profile::Profile profile = profile::profile(module, kernel.launch, options);
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (wall < best.wall_s) best = {profile.thread_instructions, wall};
  }
  return best;
}

void add_case(const Case& c, std::vector<Row>& rows) {
  kernel::Request request;
  request.path = c.kernel;
  request.set = c.set;
  const kernel::Kernel kernel = kernel::load(request);
  const OurRun ours = run_ours(kernel);
  const auto folder = launch::find_kernel_folder(c.kernel);
  const std::optional<OclgrindRun> other = run_oclgrind(*folder / "kernel.cl", kernel.launch);
  if (!other) throw Unavailable("oclgrind is not installed (Debian package oclgrind)");
  const double rate = ours.instructions / ours.wall_s, other_rate = other->instructions / other->wall_s;
  rows.push_back({"emulator." + c.id + ".rate", "thread-instructions a second over oclgrind's", "x", rate / other_rate,
                  1, c.rate_target, Better::higher,
                  fmt::format("{:.0f} against {:.1f} million a second", rate / 1e6, other_rate / 1e6)});
  if (c.wall_target)
    rows.push_back({"emulator." + c.id + ".wall", "wall time of oclgrind over ours", "x", other->wall_s / ours.wall_s,
                    1, *c.wall_target, Better::higher,
                    fmt::format("{:.1f} ms against {:.0f} ms", ours.wall_s * 1e3, other->wall_s * 1e3)});
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) {
  const bool json = forewarp::bench::json_asked(argc, argv);
  try {
    std::vector<forewarp::bench::Row> rows;
    for (const auto& c : forewarp::bench::cases) add_case(c, rows);
    forewarp::bench::print_rows(rows, json);
  } catch (const forewarp::Error& error) {
    fmt::print(stderr, "bench_oclgrind: {}\n", error.what());
    return 3;
  }
}
