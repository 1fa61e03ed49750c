// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/compile.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/frontend/source/with_compilers.hpp"

namespace forewarp::source {
namespace {

std::string written(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  const auto path = folder.path() / name;
  std::ofstream(path) << text;
  return path.string();
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

class Compile : public WithEachCompiler {};

TEST_P(Compile, TakesAWholeUserFileWithHostCodeAndLaunches) {
  const Compiled c = compile_uncached({.path = test_data("guide.cu"), .compiler = GetParam()});

  ASSERT_EQ(c.entries.size(), 2u);
  const std::string reduce = find_entry(c.entries, "reduce<float, 256>");
  EXPECT_EQ(kernel_signature(reduce), "reduce<float, 256>(float const*, float*, int)");
  EXPECT_EQ(kernel_signature(find_entry(c.entries, "scale")), "scale(float*, float, int)");
  EXPECT_GE(count(c.ptx, "shfl.sync.down"), 2u);  // two warp sums, five steps each where the loop is unrolled
  EXPECT_NE(c.ptx.find(".extern .shared"), std::string::npos);
  EXPECT_NE(c.ptx.find("guide.cu\""), std::string::npos) << "a .file line names the user's file";
  EXPECT_NE(c.ptx.find(".loc"), std::string::npos);
  EXPECT_EQ(c.arch, "sm_80");
}

TEST_P(Compile, KnowsEveryGroupOfDeviceFunctions) {
  const Compiled c = compile_uncached({.path = test_data("everything.cu"), .compiler = GetParam()});

  for (const char* kernel : {"vectors", "warp", "atomics", "math", "halves"})
    EXPECT_TRUE(try_find_entry(c.entries, kernel)) << kernel;
  for (const char* instruction : {"shfl.sync.bfly.b32", "vote.sync.ballot.b32", "match.any.sync.b32", "redux.sync.add",
                                  "activemask.b32", "ld.global.nc", "prmt.b32", "popc.b32", "ex2.approx", "vprintf",
                                  "fma.rn.f16x2", "__assertfail", "atom.shared.add|red.shared.add"}) {
    const std::string text = instruction, second = text.substr(text.find('|') + 1);
    EXPECT_TRUE(c.ptx.find(text.substr(0, text.find('|'))) != std::string::npos ||
                c.ptx.find(second) != std::string::npos)
        << instruction;
  }
}

TEST_P(Compile, FastMathIsTheSpecialFunctionUnitAlone) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "k.cu",
                                   "__global__ void k(float* x) {\n"
                                   "  sincosf(x[0], x + 1, x + 2);\n"
                                   "  x[3] = tanf(x[4]) + logf(x[5]) + log2f(x[6]) + log10f(x[7]) + expf(x[8]);\n"
                                   "  x[9] = exp10f(x[10]) + powf(x[11], x[12]) + sqrtf(x[13]) + x[14] / x[15];\n"
                                   "}\n");
  const auto compiled = [&](const std::vector<std::string>& flags) {
    return compile_uncached({.path = file, .device_arch = Arch{80, ""}, .extra_flags = flags, .compiler = GetParam()});
  };
  const std::string ptx = compiled({"-use_fast_math"}).ptx;

  for (const auto& [instruction, times] :
       {std::pair{"sin.approx.ftz.f32", 2U}, std::pair{"cos.approx.ftz.f32", 2U}, std::pair{"lg2.approx.ftz.f32", 4U},
        std::pair{"ex2.approx.ftz.f32", 3U}, std::pair{"sqrt.approx.ftz.f32", 1U}, std::pair{"div.approx.ftz.f32", 2U}})
    EXPECT_EQ(count(ptx, instruction), times) << instruction << ptx;
  EXPECT_EQ(count(ptx, ".local"), 0U) << ptx;  // where an argument's range is reduced
  EXPECT_GT(count(compiled({}).ptx, "div.rn.f32"), 0U);
}

// On devices of compute capability 8.0 each is one fma, as in NVIDIA's cuda_bf16.hpp: neither two conversions nor
// fused.
TEST_P(Compile, AProductAndASumOfBfloatsAreOneInstructionEach) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "k.cu",
                                   "#include <cuda_bf16.h>\n"
                                   "__global__ void k(__nv_bfloat162* p, __nv_bfloat16* q) {\n"
                                   "  p[0] = __hadd2(__hmul2(p[1], p[2]), p[3]);\n"
                                   "  q[0] = q[1] * q[2] - q[3];\n"
                                   "}\n");

  const Compiled c = compile_uncached({.path = file, .device_arch = Arch{80, ""}, .compiler = GetParam()});

  EXPECT_EQ(count(c.ptx, "fma.rn.bf16x2 "), 2U) << c.ptx;
  EXPECT_EQ(count(c.ptx, "fma.rn.bf16 "), 2U) << c.ptx;
  EXPECT_EQ(count(c.ptx, "cvt."), 0U) << c.ptx;
}

TEST_P(Compile, SumsThatLoopsIndexAreRegisters) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "tile.cu", R"(
__global__ void tile(const float* a, const float* b, float* c, int n) {
  float sums[64] = {}, x[8], y[8];
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < 8; ++i) x[i] = a[k * 8 + i];
    for (int j = 0; j < 8; ++j) y[j] = b[k * 8 + j];
    for (int w = 0; w < 2; ++w)
      for (int v = 0; v < 2; ++v)
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j) sums[(w * 4 + i) * 8 + v * 4 + j] += x[w * 4 + i] * y[v * 4 + j];
  }
  for (int i = 0; i < 64; ++i) c[i * 32 + threadIdx.x] = sums[i];
}
)");
  const Compiled c = compile_uncached({.path = file, .compiler = GetParam()});

  EXPECT_EQ(count(c.ptx, "__local_depot"), 0U) << c.ptx;
}

TEST_P(Compile, AnArrayThatDataIndexStaysInLocalMemory) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "indexed.cu", R"(
__global__ void indexed(const int* a, int* c) {
  int bins[64] = {};
  for (int i = 0; i < 1000; ++i) ++bins[a[i] & 63];
  for (int i = 0; i < 64; ++i) c[i] = bins[i];
}
)");
  const Compiled c = compile_uncached({.path = file, .compiler = GetParam()});

  EXPECT_GT(count(c.ptx, "__local_depot"), 0U) << c.ptx;
}

// NVIDIA's OpenCL compiler inlines every function, so a call would be counted that no device executes.
TEST(CompileOpenCl, InlinesEveryFunctionThatIsNotMarkedNoinline) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const Compiled c = compile_uncached({.path = test_data("calls.cl")});

  EXPECT_EQ(count(c.ptx, "\n\tlarge"), 0U);
  EXPECT_GT(count(c.ptx, "\n\tkept"), 0U);
  EXPECT_NO_THROW((void)ptx::parse(c.ptx, "calls.ptx"));
}

TEST_P(Compile, SynchronisesAGridThroughTheWorkspaceOfACooperativeLaunch) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "k.cu",
                                   "#include <cooperative_groups.h>\n"
                                   "__global__ void k(int* p) { p[0] = 1; cooperative_groups::this_grid().sync(); }\n");

  const Compiled c = compile_uncached({.path = file, .compiler = GetParam()});

  for (const char* part : {"%envreg1", "%envreg2", "barrier.sync", "atom.add.release.gpu.u32", "ld.acquire.gpu.u32"})
    EXPECT_NE(c.ptx.find(part), std::string::npos) << part;
}

// What our headers inline is charged to the line that calls it: no other file has a .loc.
TEST(CompileWithClang, MathematicsStandsAtTheAuthorsLine) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const TemporaryFolder folder;
  for (const auto& [name, text] :
       {std::pair{"k.cu", "__global__ void k(float* x) { x[threadIdx.x] = sinf(x[0]) + powf(x[1], x[2]); }\n"},
        std::pair{"k.cl", "kernel void k(global float* x) { x[get_global_id(0)] = sin(x[0]) + pow(x[1], x[2]); }\n"}}) {
    const Compiled c = compile_uncached({.path = written(folder, name, text), .compiler = CompilerChoice::clang});

    EXPECT_EQ(count(c.ptx, "\t.file\t"), 1U) << name;
  }
}

TEST_P(Compile, AnOlderDeviceGetsTheOldestTargetAndANote) {
  const Compiled c =
      compile_uncached({.path = test_data("guide.cu"), .device_arch = Arch{20, ""}, .compiler = GetParam()});

  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_NE(c.notes[0].find("the device is sm_20"), std::string::npos);
  EXPECT_EQ(c.arch, GetParam() == CompilerChoice::clang ? "sm_35" : c.arch);
}

TEST_P(Compile, HonoursDefinesAndIncludeFolders) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "inc");
  (void)written(folder, "inc/extra.h", "#define NAME chosen\n");
  const std::string file =
      written(folder, "k.cu", "#include <extra.h>\n__global__ void NAME(int* p) { p[threadIdx.x] = VALUE; }\n");

  const Compiled c = compile_uncached(
      {.path = file, .defines = {"VALUE=1234"}, .include_dirs = {folder.path() / "inc"}, .compiler = GetParam()});

  EXPECT_TRUE(try_find_entry(c.entries, "chosen"));
  EXPECT_NE(c.ptx.find("1234"), std::string::npos);
}

TEST(CompileMessages, NameThePackageOfOpenMp) {
  for (const char* said :
       {"k.cu:1:10: fatal error: 'omp.h' file not found", "/usr/bin/ld: cannot find -lomp: No such file"})
    EXPECT_NE(package_advice(said).find("apt-get install libomp-19-dev"), std::string_view::npos) << said;

  EXPECT_EQ(package_advice("/usr/bin/ld: cannot find -lother"), "");
}

TEST(CompileDefines, MayNameWhatOurCudaHeaderUsesItself) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const TemporaryFolder folder;
  const std::string file = written(folder, "k.cu", "__global__ void k(T* x) { x[threadIdx.x] = n + TWICE(width); }\n");

  const Compiled c = compile_uncached({.path = file,
                                       .defines = {"T=int", "n=1000", "width=17", "TWICE(v)=(2 * (v))", "FLAG"},
                                       .compiler = CompilerChoice::clang});

  EXPECT_NE(c.ptx.find("1034"), std::string::npos);  // 1000 + 2 x 17
}

TEST(CompileDefines, MayNameWhatOurOpenClHeaderUsesItself) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const TemporaryFolder folder;
  const std::string file =
      written(folder, "k.cl", "kernel void k1(global T* x) { x[get_global_id(0)] = sin(x[0]) * (p + TWICE(s)); }\n");

  const Compiled c =
      compile_uncached({.path = file, .defines = {"T=float", "p=1000", "s=17", "k=3", "x_=1", "TWICE(v)=(2 * (v))"}});

  EXPECT_EQ(c.entries, std::vector<std::string>{"k1"});
}

TEST_P(Compile, InstantiatesATemplateThatTheFileDoesNot) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "t.cu",
                                   "#include \"local.h\"\n"
                                   "namespace la { template <typename T, int N> __global__ void fill(T* p) {\n"
                                   "  p[threadIdx.x] = VALUE * N; } }\n");
  (void)written(folder, "local.h", "#define VALUE 3\n");
  CompileOptions options{.path = file, .compiler = GetParam()};
  ASSERT_TRUE(compile_uncached(options).entries.empty());

  options.instantiate = {"la::fill<double, 8>"};
  const Compiled c = compile_uncached(options);

  EXPECT_EQ(kernel_signature(find_entry(c.entries, "fill<double,8>")), "la::fill<double, 8>(double*)");
  EXPECT_NE(c.ptx.find("t.cu\""), std::string::npos) << "source lines are the user's, not the shim's";
}

TEST_P(Compile, GivesTheCompilersWholeErrorAfterALineOfOurs) {
  const TemporaryFolder folder;
  const std::string file =
      written(folder, "bad.cu", "__global__ void k(int* p) {\n  p[0] = first_unknown;\n  p[1] = second_unknown;\n}\n");

  try {
    (void)compile_uncached({.path = file, .compiler = GetParam()});
    FAIL();
  } catch (const InputError& e) {
    const std::string what = e.what();
    EXPECT_EQ(what.find(file + ": " + WithEachCompiler::name(GetParam())), 0u) << what;
    EXPECT_NE(what.substr(0, what.find('\n')).find("failed (exit"), std::string::npos) << what;
    EXPECT_NE(what.find("first_unknown"), std::string::npos);
    EXPECT_NE(what.find("second_unknown"), std::string::npos);
  }
}

TEST_P(Compile, LeavesNothingBehindInTheTemporaryFolder) {
  const TemporaryFolder folder;
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  (void)compile_uncached({.path = test_data("guide.cu"), .compiler = GetParam()});
  ::unsetenv("TMPDIR");

  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

INSTANTIATE_TEST_SUITE_P(Each, Compile, testing::Values(CompilerChoice::nvcc, CompilerChoice::clang),
                         [](const auto& each) { return WithEachCompiler::name(each.param); });

TEST(CompileOpenCl, GivesSelfContainedPtxWithTheSpacesOfItsPointers) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const Compiled c = compile_uncached({.path = test_data("native.cl")});

  EXPECT_EQ(c.entries, std::vector<std::string>{"blend"});
  EXPECT_NE(c.ptx.find(".ptr .shared"), std::string::npos);
  EXPECT_NE(c.ptx.find("ex2.approx"), std::string::npos);
  EXPECT_NE(c.ptx.find("sin.approx"), std::string::npos);
  EXPECT_NE(c.ptx.find("vprintf"), std::string::npos);
  EXPECT_EQ(count(c.ptx, ".func "), 1u) << "nothing but vprintf is left to be found elsewhere";
}

// One kernel calls the other, and both a function; what was inlined is not there a second time, and the kernels are
// there once.
TEST(CompileOpenCl, OnlyKernelsAreLeft) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const TemporaryFolder folder;
  CompileOptions options;
  options.path = written(folder, "k.cl",
                         "float twice(float x) { return x + x; }\n"
                         "__kernel void k(__global float* p) { p[get_global_id(0)] = twice(p[0]); }\n"
                         "kernel void other(global float* p) { k(p); p[1] = twice(p[1]); }\n");

  const Compiled c = compile_uncached(options);

  EXPECT_EQ(c.entries, (std::vector<std::string>{"k", "other"}));
  EXPECT_EQ(count(c.ptx, ".func"), 0u);
  EXPECT_EQ(count(c.ptx, ".entry"), 2u);
}

TEST(CompileOpenCl, WarningsNameTheSourceAlone) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const TemporaryFolder folder;
  CompileOptions options;
  options.path = written(folder, "k.cl", "__kernel void k(__global int* p) {\n#warning mind this\n *p = 1; }\n");

  const Compiled c = compile_uncached(options);

  EXPECT_NE(c.warnings.find("k.cl:2:2: warning: mind this"), std::string::npos) << c.warnings;
  EXPECT_EQ(c.warnings.find("included from"), std::string::npos) << c.warnings;
}

// PTX of LLVM lacks what the attribute says; a header may have it, too.
TEST(CompileOpenCl, TheBlockThatAKernelRequiresIsInItsPtx) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const TemporaryFolder folder;
  (void)written(folder, "block.h", "#define BLOCK __attribute__((reqd_work_group_size(8, 4, 2)))\n");
  CompileOptions options;
  options.path = written(folder, "k.cl",
                         "#include \"block.h\"\n"
                         "__kernel BLOCK void k(__global int* p) { *p = 1; }\n"
                         "__kernel void other(__global int* p) { *p = 2; }\n");

  const ptx::Module module = ptx::parse(compile_uncached(options).ptx, "k.ptx");

  const ptx::Directive* block = module.find("k")->directive("pragma");
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(block->text, "reqd_work_group_size 8, 4, 2");
  EXPECT_EQ(module.find("other")->directive("pragma"), nullptr);
}

std::string refusal(const std::string& text) {
  const TemporaryFolder folder;
  CompileOptions options;
  options.path = written(folder, "k.cl", text);
  try {
    (void)compile_uncached(options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(CompileOpenCl, WhatIsMissingIsNamedInOneLine) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const std::string halves = refusal("\n__kernel void k(__global half2* p) { p[0] = p[1]; }\n"),
                    groups = refusal("__kernel void k(__global float* p) {\n *p = sub_group_reduce_add(*p); }\n"),
                    images = refusal(
                        "__kernel void k(read_only image2d_t in, sampler_t s, __global float4* p) {\n"
                        " *p = read_imagef(in, s, (int2)(0, 0)); }\n");

  EXPECT_TRUE(halves.ends_with("k.cl:2: halves (cl_khr_fp16) in OpenCL C are not supported")) << halves;
  EXPECT_TRUE(groups.ends_with("k.cl:2: sub-groups (cl_khr_subgroups) in OpenCL C are not supported")) << groups;
  EXPECT_TRUE(images.ends_with("k.cl:2: images in OpenCL C are not supported")) << images;
  const std::string typo = refusal("__kernel void k(__global int* p) { *p = image_width + half_width; }\n");
  EXPECT_NE(typo.find("image_width"), std::string::npos) << typo;
  EXPECT_EQ(typo.find("not supported"), std::string::npos) << typo;
}

TEST(CompilePtx, IsTakenAsItIs) {
  const TemporaryFolder folder;
  const std::string text = ".version 7.0\n.target sm_52\n.address_size 64\n.entry k(.param .u64 p) { ret; }\n";

  const Compiled c = compile_uncached({.path = written(folder, "k.ptx", text)});

  EXPECT_EQ(c.ptx, text);
  EXPECT_EQ(c.compiler, "none");
  EXPECT_EQ(c.arch, "sm_52");
  EXPECT_EQ(c.entries, std::vector<std::string>{"k"});
}

TEST(CompileErrors, NameTheFileOrTheOption) {
  EXPECT_THROW((void)compile_uncached({.path = "/nonexistent/k.cu"}), InputError);
  EXPECT_THROW((void)compile_uncached({.path = "/nonexistent/k.ptx"}), InputError);
  EXPECT_THROW((void)compile_uncached({.path = test_data("guide_helper.h")}), InputError);
  EXPECT_THROW((void)compile_uncached({.path = test_data("guide.cu"), .defines = {"1=2"}}), InputError);
  EXPECT_THROW((void)compile_uncached({.path = test_data("native.cl"), .instantiate = {"k<1>"}}), InputError);
}

TEST(CompileErrors, NoCompilerNamesBothAndTheirPackages) {
  ::setenv("FOREWARP_NVCC", "/nonexistent/nvcc", 1);
  EXPECT_THROW((void)compile_uncached({.path = test_data("guide.cu")}), Unavailable);
  ::unsetenv("FOREWARP_NVCC");
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  std::string what;
  try {
    (void)find_toolchain(CompilerChoice::clang, Language::opencl);
  } catch (const Unavailable& e) {
    what = e.what();
  }
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_NE(what.find("clang-19"), std::string::npos);
  EXPECT_NE(what.find("apt-get install"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::source
