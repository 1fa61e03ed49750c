// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Peak resident memory of what users do, at two sizes, and how it grows between them. The figure is that of the
/// largest process of a command (getrusage of the child, which has those that it waited for); kernels are given as PTX,
/// so that no compiler is among them, and the cache is empty each time.
///
/// Each bound is  fixed + each * size:
///
///     predict   64 MB, whatever the launch is: it is predicted from a sample of its blocks
///     rank      64 MB + 12 kB a configuration: its prediction, its counts and profile, its key; of results that are
///               equal one is kept
///     campaign  64 MB + 64 kB a launch: one launch at a time is in memory, and of the others their row
///     train     64 MB + 1.6 kB a row of 12 features: the table, the samples of all and of a fold in double and in
///               single precision (100 bytes each), and ten trees with a leaf of 60 bytes for each row
///     exec      64 MB + 2.2 bytes for a byte of device memory: itself, half of it at the host, and half of it as
///               a copy of what the first launch changes; and 64 MB + 200 bytes a launch: what is known of its results
///
/// Usage: bench_memory [--json]
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using Command = std::vector<std::string>;

constexpr double mb = 1e6;

/// Runs the tool in a child of its own, so that the peak is that of this command alone. MB.
double peak_mb(const TemporaryFolder& folder, Command arguments) {
  arguments.insert(arguments.begin(), FOREWARP_TOOL);
  const std::filesystem::path cache = folder / "cache", log = folder / "log";
  std::filesystem::remove_all(cache);
  ::setenv("FOREWARP_CACHE", cache.c_str(), 1);
  const pid_t child = ::fork();
  if (child < 0) throw Unavailable("no process can be started");
  if (child == 0) {
    int status = 1;
    try {
      status = run_to_file(arguments, log);
    } catch (const Error& error) {
      fmt::print(stderr, "bench_memory: {}\n", error.what());
    }
    rusage use{};
    ::getrusage(RUSAGE_CHILDREN, &use);
    std::ofstream(folder / "peak") << use.ru_maxrss;
    ::_exit(status);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(fmt::format("forewarp {} failed: {}", arguments[1], read_file(log).substr(0, 400)));
  double kilobytes = 0;
  std::ifstream(folder / "peak") >> kilobytes;
  return kilobytes * 1024 / mb;
}

/// Of how many things there are in the larger and the smaller run, and what each may take.
struct Growth {
  std::string id, what, of;  ///< of: "configuration"
  double small, large;       ///< how many
  double fixed_mb, each_b;   ///< the bound
};

bench::Row row(const Growth& g, double small_mb, double large_mb) {
  const double each = (large_mb - small_mb) * mb / (g.large - g.small);
  return {.id = "memory." + g.id,
          .what = "peak resident memory: " + g.what,
          .unit = "MB",
          .ours = large_mb,
          .target = g.fixed_mb + g.large * g.each_b / mb,
          .note = fmt::format("{:.0f} MB at {:.0f}, {:.0f} MB at {:.0f}: {:.4g} bytes a {}", small_mb, g.small,
                              large_mb, g.large, each, g.of)};
}

std::string kernel(const char* name) { return shipped_file(fmt::format("kernels/{}", name)) / "kernel.ptx"; }

/// A table of random features, as `forewarp train` reads it.
std::filesystem::path table(const TemporaryFolder& folder, std::size_t rows) {
  constexpr int features = 12;
  const std::filesystem::path file = folder / "table.csv";
  std::ofstream out(file);
  for (int j = 0; j < features; ++j) out << 'x' << j << ',';
  out << "time [s]\n";
  SplitMix random(1);
  for (std::size_t i = 0; i < rows; ++i) {
    double x[features];
    for (double& v : x) v = random.uniform();
    for (const double v : x) out << fmt::format("{:.6f},", v);
    out << fmt::format("{:.6f}\n", 1 + 10 * x[0] * x[1] + 5 * x[2] + random.uniform());
  }
  return file;
}

/// y += x in place, so that no launch's results are known before it: exec runs them all.
constexpr const char* program = R"(#include <cstdlib>
#include <vector>
__global__ void add(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += x[i];
}
int main(int, char** argv) {
  const int n = std::atoi(argv[1]), launches = std::atoi(argv[2]);
  std::vector<float> host(n, 1.0F);
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(y, 0, n * sizeof(float));
  for (int i = 0; i < launches; ++i) add<<<(n + 255) / 256, 256>>>(x, y, n);
  cudaMemcpy(host.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
  return host[n - 1] == static_cast<float>(launches) ? 0 : 1;
}
)";

std::vector<bench::Row> of_exec(const TemporaryFolder& folder) {
  write_file(folder / "add.cu", program);
  const std::string built = folder / "add";
  (void)peak_mb(folder, {"exec", "--build", folder / "add.cu", "-o", built, "--device", "V100"});
  const auto run = [&](int n, int launches) {
    return peak_mb(folder, {"exec", built, "--device", "V100", "--", std::to_string(n), std::to_string(launches)});
  };
  return {row({"exec.bytes", "exec, 2 launches over 268 MB of device memory", "byte of device memory", 8 * 2097152.0,
               8 * 33554432.0, 64, 2.2},
              run(2097152, 2), run(33554432, 2)),
          row({"exec.launches", "exec, 20,000 launches that all run", "launch", 2000, 20000, 64, 200}, run(1024, 2000),
              run(1024, 20000))};
}

bench::Row of_predict(const TemporaryFolder& folder) {
  const auto run = [&](long n) {
    return peak_mb(folder, {"predict", kernel("saxpy"), "--device", "V100", "--set", fmt::format("n={}", n)});
  };
  return row({"predict", "predict, saxpy of 268 million elements", "element", 1 << 20, 1 << 28, 64, 0}, run(1 << 20),
             run(1 << 28));
}

/// 32 block sizes times numbers of blocks.
bench::Row of_rank(const TemporaryFolder& folder) {
  const auto run = [&](int blocks) {
    return peak_mb(folder, {"rank", kernel("saxpy"), "--device", "V100", "--set", "n=8192", "--vary",
                            "block=32..1024+32", "--vary", fmt::format("blocks=1..{}", blocks)});
  };
  return row({"rank", "rank, 10,016 configurations", "configuration", 32 * 31.0, 32 * 313.0, 64, 12'000}, run(31),
             run(313));
}

bench::Row of_campaign(const TemporaryFolder& folder) {
  std::size_t launches[2] = {0, 0};
  double peaks[2] = {0, 0};
  const char* kernels[] = {"saxpy",
                           "saxpy,vector_add,dot_product,histogram,gelu,matmul_tiled,black_scholes,transpose_tiled"};
  for (int k = 0; k < 2; ++k) {
    const std::filesystem::path out = folder / fmt::format("campaign{}.csv", k);
    peaks[k] = peak_mb(folder, {"campaign", "--device", "emulated:V100", "--budget", "60s", "--no-power", "--kernels",
                                kernels[k], "--table", out, "--store", folder / fmt::format("campaign{}.sqlite", k)});
    const std::string text = read_file(out);
    launches[k] = static_cast<std::size_t>(std::ranges::count(text, '\n')) - 1;
  }
  return row({"campaign", fmt::format("campaign, {} launches of eight kernels", launches[1]), "launch",
              static_cast<double>(launches[0]), static_cast<double>(launches[1]), 64, 64'000},
             peaks[0], peaks[1]);
}

bench::Row of_train(const TemporaryFolder& folder) {
  const auto run = [&](std::size_t rows) {
    return peak_mb(folder, {"train", table(folder, rows), "--target", "time", "--learner", "extra_trees:trees=10",
                            "--folds", "2", "-o", folder / "model.fwm"});
  };
  return row({"train", "train, 10 extra-trees on 1,000,000 rows of 12 features, two folds", "row", 100'000, 1'000'000,
              64, 1600},
             run(100'000), run(1'000'000));
}

int run(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  const TemporaryFolder folder("bench-memory");
  std::vector<bench::Row> rows = {of_predict(folder), of_rank(folder), of_campaign(folder)};
  for (bench::Row& one : of_exec(folder)) rows.push_back(std::move(one));
  rows.push_back(of_train(folder));
  bench::print_rows(rows, json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return bench::guarded("bench_memory", run, argc, argv); }
