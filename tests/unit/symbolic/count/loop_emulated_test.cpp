// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Counts of loop programs equal what the emulator sees of the code generated from them. The CUDA was compiled by nvcc
/// once and lies in generated/, made by FOREWARP_WRITE_GENERATED=1 unit_count --gtest_filter='*GeneratedCuda*'; the
/// OpenCL is compiled here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/measure/pick/job.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/symbolic/count/loop/compare.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "loop_variants.hpp"
#include "source_dir.hpp"

namespace forewarp::count {
namespace {

const std::string source_folder = forewarp::test::source_dir();

/// PTX; empty where there is no compiler.
std::string compiled(const std::string& code, loop::Target target) {
  const TemporaryFolder folder;
  const auto path = folder.path() / (target == loop::Target::cuda ? "k.cu" : "k.cl");
  std::ofstream(path) << code;
  try {
    return source::compile_uncached({.path = path}).ptx;
  } catch (const Unavailable&) {
    return "";
  }
}

/// FNV-1a.
std::string digest(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return fmt::format("{:016x}", hash);
}

/// The stored PTX of generated CUDA; empty where it was made of another text.
std::string stored(const std::string& label, const std::string& code) {
  const std::filesystem::path path = source_folder + "/tests/unit/symbolic/count/generated/" + label + ".ptx";
  const std::string first = fmt::format("// of generated code {}\n", digest(code));
  if (std::getenv("FOREWARP_WRITE_GENERATED") != nullptr)
    std::ofstream(path) << first << compiled(code, loop::Target::cuda);
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str().starts_with(first) ? text.str() : "";
}

/// u_fetch[16*lid(0) + j_in] stands in the loop over the three m, and both compilers load it once for all of them.
bool kept_in_a_register(const LoopVariant& variant, const Compared& row) {
  return variant.name == "dg_prefetch_u" && row.what == "local float32 load" && row.guarded == 3 * row.ran;
}

void expect_equal(const LoopVariant& variant, const loop::Program& program, const LoopSizes& sizes,
                  const ptx::Module& module, bool divided) {
  const auto rows = compare(*cached_counts(program), sizes, module, pick::launch_of(program, sizes));
  EXPECT_GE(rows.size(), 4U);  // an operation, a load, a store, barriers
  for (const Compared& row : rows) {
    SCOPED_TRACE(fmt::format("{} at {}: {}", variant.label(), sizes.begin()->second, row.what));
    if (kept_in_a_register(variant, row)) continue;
    EXPECT_EQ(row.guarded, row.ran);
    EXPECT_GE(row.rule, row.guarded);
    const bool whole = variant.name.find("stencil") == std::string::npos;  // no lane is masked
    if (divided && whole) {
      EXPECT_EQ(row.rule, row.ran);
    }
  }
}

class LoopCounts : public testing::TestWithParam<LoopVariant> {};

TEST_P(LoopCounts, EqualTheEmulatorsOfTheGeneratedCuda) {
  const loop::Program program = program_of(GetParam(), source_folder);
  const std::string code = loop::generate(program, loop::Target::cuda);
  const std::string ptx = stored(GetParam().label(), code);
  ASSERT_FALSE(ptx.empty()) << "the generated code has changed: FOREWARP_WRITE_GENERATED=1 compiles it again";
  const ptx::Module module = ptx::parse(ptx, GetParam().label());

  for (const LoopSizes& sizes : GetParam().sizes) expect_equal(GetParam(), program, sizes, module, true);
}

TEST_P(LoopCounts, EqualTheEmulatorsOfTheGeneratedOpenCl) {
  const loop::Program program = program_of(GetParam(), source_folder);
  const std::string ptx = compiled(loop::generate(program, loop::Target::opencl), loop::Target::opencl);
  if (ptx.empty()) GTEST_SKIP() << "no compiler for OpenCL C";
  const ptx::Module module = ptx::parse(ptx, GetParam().label());

  for (const LoopSizes& sizes : GetParam().sizes) expect_equal(GetParam(), program, sizes, module, true);
}

TEST_P(LoopCounts, AreTheGuardedOnesWhereTilesAreCut) {
  const loop::Program program = undivided_program_of(GetParam(), source_folder);
  const std::string ptx = compiled(loop::generate(program, loop::Target::opencl), loop::Target::opencl);
  if (ptx.empty()) GTEST_SKIP() << "no compiler for OpenCL C";
  const ptx::Module module = ptx::parse(ptx, GetParam().label());

  for (LoopSizes sizes : {GetParam().sizes[0], GetParam().sizes[1]}) {
    for (auto& [name, value] : sizes)
      if (name != "nmatrices") value += 5;
    expect_equal(GetParam(), program, sizes, module, false);
    // Cut tiles are in the domain of what is computed; what a fetch leaves out at an edge is a condition of its own.
    if (GetParam().removed) continue;
    for (const Operation& row : cached_counts(program)->operations)
      EXPECT_EQ(row.executions.evaluate(sizes).str(), row.guarded.evaluate(sizes).str()) << row.kind;
  }
}

INSTANTIATE_TEST_SUITE_P(Stevens2020, LoopCounts, testing::ValuesIn(loop_variants()),
                         [](const auto& one) { return one.param.label(); });

TEST(LoopCountsOfMatmul, AreThoseWorkedByHand) {
  // n = 48: 48^3 products; each of 9 groups fetches 3 tiles of 256 of each matrix between 2 barriers; 16 * 16 * 2
  // local loads an output tile and k_out.
  const LoopVariant& variant = loop_variants()[1];
  ASSERT_EQ(variant.label(), "matmul_prefetch");
  const loop::Program program = program_of(variant, source_folder);
  const std::string ptx = stored(variant.label(), loop::generate(program, loop::Target::cuda));
  const LoopSizes sizes{{"n", 48}};

  std::map<std::string, double> ran;
  for (const Compared& row : compare(count_loop(program), sizes, ptx::parse(ptx, "k"), pick::launch_of(program, sizes)))
    ran[row.what] = row.ran;

  EXPECT_EQ(ran, (std::map<std::string, double>{{"float32 madd", 110592},
                                                {"global float32 load a", 6912},
                                                {"global float32 load b", 6912},
                                                {"global float32 store c", 2304},
                                                {"local float32 load", 221184},
                                                {"local float32 store", 13824},
                                                {"barriers a work-item", 6}}));
}

TEST(LoopCountsOfMatmul, IndexArithmeticIsOfTheSameOrder) {
  const LoopVariant& variant = loop_variants()[0];
  const loop::Program program = program_of(variant, source_folder);
  const std::string ptx = stored(variant.label(), loop::generate(program, loop::Target::cuda));
  const LoopSizes sizes{{"n", 80}};

  const auto rows = compare(count_loop(program, {.index_arithmetic = true}), sizes, ptx::parse(ptx, "k"),
                            pick::launch_of(program, sizes));

  const auto row =
      std::find_if(rows.begin(), rows.end(), [](const Compared& r) { return r.kind == Compared::Kind::index; });
  ASSERT_NE(row, rows.end());
  EXPECT_GT(row->ran, 0.1 * row->guarded);
  EXPECT_LT(row->ran, 10 * row->guarded);
}

}  // namespace
}  // namespace forewarp::count
