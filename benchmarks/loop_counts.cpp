// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The counts of the eight kernels of stevens2020, section 8, and of what work removal leaves of them, beside the
/// emulator's of the generated CUDA and OpenCL. Usage: bench_loop_counts [--json]; bench_loop_counts --table prints
/// every count instead of rows for the scoreboard.
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <set>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/measure/pick/job.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/symbolic/count/loop/compare.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "loop_variants.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using count::Compared;

struct Total {
  std::size_t equal = 0, all = 0;
  double index_stated = 0, index_ran = 0;
  std::set<std::string> unequal;  ///< which kernels and rows
};

ptx::Module compiled(source::Compiler& compiler, const loop::Program& program, loop::Target target) {
  const TemporaryFolder folder;
  const auto path = folder.path() / (target == loop::Target::cuda ? "k.cu" : "k.cl");
  std::ofstream(path) << loop::generate(program, target);
  return ptx::parse(compiler.compile({.path = path})->ptx, path.string());
}

std::string text_of(const count::LoopSizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
  return text;
}

void print(const Compared& row) {
  fmt::print("  {:<34} {:>12} {:>12} {:>12}{}\n", row.what, row.rule, row.guarded, row.ran,
             row.kind == Compared::Kind::index ? fmt::format("  ratio {:.2f}", row.ran / row.guarded)
             : row.guarded == row.ran          ? ""
                                               : "  differs");
}

void check(const count::LoopVariant& variant, const loop::Program& program, const std::vector<count::LoopSizes>& sizes,
           source::Compiler& compiler, bool table, Total& total) {
  const count::KernelCounts counts = count::count_loop(program, {.index_arithmetic = true});
  for (const auto target : {loop::Target::cuda, loop::Target::opencl}) {
    const ptx::Module module = compiled(compiler, program, target);
    for (const count::LoopSizes& at : sizes) {
      if (table)
        fmt::print("{} as {} at {}: model's rule, guarded, emulated\n", variant.label(),
                   target == loop::Target::cuda ? "CUDA" : "OpenCL", text_of(at));
      for (const Compared& row : count::compare(counts, at, module, pick::launch_of(program, at))) {
        if (table) print(row);
        if (row.kind == Compared::Kind::index) {
          total.index_stated += row.guarded;
          total.index_ran += row.ran;
          continue;
        }
        ++total.all;
        if (row.guarded == row.ran)
          ++total.equal;
        else
          total.unequal.insert(variant.label() + ": " + row.what);
      }
    }
  }
}

count::LoopSizes undivided(count::LoopSizes sizes) {
  for (auto& [name, value] : sizes)
    if (name != "nmatrices") value += 5;
  return sizes;
}

bench::Row row(const std::string& id, const std::string& what, const Total& total) {
  std::string note = fmt::format("{} of {}", total.equal, total.all);
  for (const std::string& one : total.unequal) note += "; " + one;
  return {.id = "loop_counts." + id,
          .what = what,
          .unit = "%",
          .ours = 100 * static_cast<double>(total.equal) / static_cast<double>(total.all),
          .target = 100,
          .better = bench::Better::higher,
          .note = note};
}

int measure(bool table, bool json) {
  source::Compiler compiler;
  Total divided, cut;
  for (const count::LoopVariant& v : count::loop_variants()) {
    check(v, count::program_of(v, FOREWARP_BENCH_SOURCE_DIR), {v.sizes.begin(), v.sizes.end()}, compiler, table,
          divided);
    check(v, count::undivided_program_of(v, FOREWARP_BENCH_SOURCE_DIR), {undivided(v.sizes[0]), undivided(v.sizes[1])},
          compiler, table, cut);
  }
  if (table) return 0;
  bench::Row index{.id = "loop_counts.index_ratio",
                   .what = "integer arithmetic emulated / index arithmetic counted",
                   .unit = "x",
                   .ours = divided.index_ran / divided.index_stated,
                   .target = 10,
                   .note = "compilers fuse and hoist it, and add their own for addresses: the same order is asked for"};
  bench::print_rows({row("equal", "counts of loop programs equal to the emulator's, tiles that divide", divided),
                     row("guarded", "the same where tiles are cut: the guarded counts", cut), index},
                    json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool table = argc == 2 && std::strcmp(argv[1], "--table") == 0;
  const bool json = !table && bench::json_asked(argc, argv);
  try {
    return measure(table, json);
  } catch (const Error& error) {
    fmt::print(stderr, "bench_loop_counts: {}\n", error.what());
    return 1;
  }
}
