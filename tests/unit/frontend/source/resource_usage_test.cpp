// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/resource_usage.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "unit/frontend/source/with_compilers.hpp"

namespace forewarp::source {
namespace {

TEST(ResourceUsage, IsReadFromWhatPtxasPrints) {
  const auto usage = parse_ptxas_report(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'first' for 'sm_80'\n"
      "ptxas info    : Function properties for first\n"
      "    48 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads\n"
      "ptxas info    : Used 38 registers, used 1 barriers, 2048 bytes smem, 380 bytes cmem[0]\n"
      "ptxas info    : Compiling entry function 'second' for 'sm_80'\n"
      "ptxas info    : Function properties for second\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 8 registers, used 0 barriers, 356 bytes cmem[0]\n"
      "ptxas info    : Function properties for helper\n"
      "    96 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n");

  ASSERT_EQ(usage.size(), 2u);
  EXPECT_EQ(usage.at("first"), (ResourceUsage{38, 2048, 48, 16, 24}));
  EXPECT_EQ(usage.at("second"), (ResourceUsage{8, 0, 0, 0, 0}));
}

TEST(ResourceUsage, GivesPtxasOneFileNameAndCallsWithoutLabels) {
  const std::string rewritten = ptx_for_ptxas(
      "\t.file\t1 \"/work/gemm\" \"kernel.cl\"\n\t.file\t2 \"/work\" \"/usr/a.h\"\n\t.file 3 \"one.cu\"\n"
      "$L__tmp1:\n\tcall.uni \n$L__tmp2:\n\tstore, \n\t(\n\tparam0\n\t);\n$L__tmp3:\n");

  EXPECT_EQ(rewritten,
            "\t.file\t1 \"/work/gemm/kernel.cl\"\n\t.file\t2 \"/usr/a.h\"\n\t.file 3 \"one.cu\"\n"
            "$L__tmp1:\n\tcall.uni \n\n\tstore, \n\t(\n\tparam0\n\t);\n$L__tmp3:\n");
}

// calls.cl has a function that clang would leave as a call and one that is never inlined.
TEST(ResourceUsage, IsKnownOfOpenClKernelsWithAndWithoutCalls) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  if (!find_nvcc()) GTEST_SKIP() << "there is no ptxas";
  const Compiled c = compile_uncached({.path = test_data("calls.cl"), .arch = Arch{80, ""}});

  const auto usage = ptxas_usage(c.ptx, parse_arch(c.arch));

  ASSERT_TRUE(usage);
  EXPECT_GT(usage->at("inlined").registers, 0U);
  EXPECT_GT(usage->at("called").registers, 0U);
}

class Ptxas : public WithEachCompiler {};

TEST_P(Ptxas, AcceptsWhatTheCompilerEmits) {
  if (!find_nvcc()) GTEST_SKIP() << "there is no ptxas";
  const Compiled c = compile_uncached({.path = test_data("everything.cu"), .compiler = GetParam()});
  const auto usage = ptxas_usage(c.ptx, parse_arch(c.arch));

  ASSERT_TRUE(usage);
  const ResourceUsage atomics = usage->at(find_entry(c.entries, "atomics"));
  EXPECT_EQ(atomics.static_shared_bytes, 256u);  // 64 bins of 4 bytes
  EXPECT_GT(atomics.registers, 8u);
}

INSTANTIATE_TEST_SUITE_P(Each, Ptxas, testing::Values(CompilerChoice::nvcc, CompilerChoice::clang),
                         [](const auto& each) { return WithEachCompiler::name(each.param); });

TEST(ResourceUsage, IsNothingWherePtxasRefuses) { EXPECT_EQ(ptxas_usage("nonsense", Arch{80, ""}), std::nullopt); }

}  // namespace
}  // namespace forewarp::source
