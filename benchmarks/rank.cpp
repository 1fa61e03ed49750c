// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Configurations a second of a whole search, compilation included, with an empty cache and with the one it leaves.
///
/// The space varies two macros so that every configuration compiles anew; both compilers are measured where both are
/// there.
#include <fmt/format.h>

#include <unistd.h>
#include <chrono>

#include <cstdlib>
#include <filesystem>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/rank/rank.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {
namespace fs = std::filesystem;

/// A kernel in which each macro changes the code: tile by threads by unrolling.
constexpr const char* source = R"(
#ifndef TILE
#define TILE 16
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
extern "C" __global__ void tuned(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  __shared__ float s[TILE][TILE + 1];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += TILE) {
    s[y][x] = a[row * n + k + x];
    __syncthreads();
#pragma unroll UNROLL
    for (int i = 0; i < TILE; ++i) sum += s[y][i] * b[(k + i) * n + column];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
)";

double seconds_of(const rank::RankOptions& options, std::size_t& runnable) {
  const auto start = std::chrono::steady_clock::now();
  const rank::Ranking ranking = rank::rank(options);
  runnable = 0;
  for (const rank::Candidate& c : ranking.candidates) runnable += c.prediction ? 1 : 0;
  if (runnable == 0) throw Error("bench_rank: nothing could run: " + ranking.candidates.front().reason);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(const std::string& compiler, source::CompilerChoice choice, const fs::path& folder,
             std::vector<Row>& rows) {
  ::setenv("FOREWARP_CACHE", (folder / ("cache-" + compiler)).c_str(), 1);
  rank::RankOptions options;
  options.request.path = (folder / "tuned.cu").string();
  options.request.compiler = choice;
  options.request.many_variants = true;
  options.request.set = {"n=512"};
  options.request.grid = "n/TILE,n/TILE";
  options.request.block = "TILE,TILE";
  options.request.arguments = {"a=buffer:f32:n*n:uniform", "b=buffer:f32:n*n:uniform", "c=buffer:f32:n*n", "n=n"};
  options.space.dimensions = {rank::parse_dimension("TILE=4..32*2"), rank::parse_dimension("UNROLL=1..8")};
  options.device = device::find_device("V100");
  const double count = 32;
  std::size_t runnable = 0;
  const double cold = seconds_of(options, runnable), warm = seconds_of(options, runnable);
  rows.push_back({"rank." + compiler + ".cold", "configurations a second, nothing compiled yet, " + compiler, "1/s",
                  count / cold, 0, 5, Better::higher, fmt::format("{} of {:.0f} can run", runnable, count)});
  rows.push_back({"rank." + compiler + ".warm", "the same search again, " + compiler, "1/s", count / warm, 0, 5,
                  Better::higher, ""});
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) {
  namespace bench = forewarp::bench;
  const bool json = bench::json_asked(argc, argv);
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("forewarp-bench-rank-{}", ::getpid());
  std::filesystem::create_directories(folder);
  forewarp::write_file(folder / "tuned.cu", bench::source);
  std::vector<bench::Row> rows;
  int status = 0;
  for (const auto& [name, choice] : {std::pair{"nvcc", forewarp::source::CompilerChoice::nvcc},
                                     std::pair{"clang", forewarp::source::CompilerChoice::clang}}) {
    try {
      bench::measure(name, choice, folder, rows);
    } catch (const forewarp::Unavailable& missing) {
      fmt::print(stderr, "bench_rank: skipped: {}\n", missing.what());
    } catch (const forewarp::Error& error) {
      fmt::print(stderr, "bench_rank: {}\n", error.what());
      status = 1;
    }
  }
  std::filesystem::remove_all(folder);
  bench::print_rows(rows, json);
  return status;
}
