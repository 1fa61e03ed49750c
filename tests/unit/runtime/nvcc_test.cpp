// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// forewarp nvcc: its command lines, and a Makefile that uses it.
#include <algorithm>

#include "exec_fixture.hpp"
#include "forewarp/runtime/nvcc_command.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp {
namespace {

using runtime::nvcc_command;
using runtime::NvccCommand;
using Words = std::vector<std::string>;

TEST(NvccCommand, AnObjectOfOneFile) {
  const NvccCommand c = nvcc_command({"-O3", "-std=c++17", "-I", "inc", "-Iother", "-DN=4", "--define-macro=M", "-c",
                                      "a.cu", "-o", "a.o", "-Xcompiler", "-Wall,-fopenmp", "-MMD"});

  EXPECT_EQ(c.step, NvccCommand::Step::object);
  ASSERT_EQ(c.inputs.size(), 1U);
  EXPECT_TRUE(c.inputs[0].cuda);
  EXPECT_EQ(c.output, "a.o");
  EXPECT_EQ(c.include_dirs, (Words{"inc", "other"}));
  EXPECT_EQ(c.defines, (Words{"N=4", "M"}));
  EXPECT_EQ(c.flags, (Words{"-O3", "-std=c++17"}));
  EXPECT_EQ(c.host_flags, (Words{"-Wall", "-fopenmp", "-MMD"}));
}

TEST(NvccCommand, LinkingKeepsTheOrderAndLeavesNvidiasRuntimeOut) {
  const NvccCommand c = nvcc_command({"main.o", "-L/x", "-lfoo", "-lcudart", "-cudart=static", "libbar.a",
                                      "-Xlinker=-z,now", "-lm", "-shared", "k.cu"});

  EXPECT_EQ(c.step, NvccCommand::Step::link);
  EXPECT_EQ(c.link_words,
            (Words{"main.o", "-L/x", "-lfoo", "libbar.a", "-Xlinker", "-z", "-Xlinker", "now", "-lm", "-shared"}));
  EXPECT_EQ(c.passed, (Words{"main.o", "-L/x", "-lfoo", "libbar.a", "-Xlinker=-z,now", "-lm", "-shared", "k.cu"}));
}

TEST(NvccCommand, ArchitecturesAreReadInEveryForm) {
  const NvccCommand c = nvcc_command({"-arch", "sm_90a", "-gencode=arch=compute_70,code=[sm_70,compute_70]",
                                      "--generate-code", "arch=compute_80,code=sm_80", "-arch=native", "a.cu"});

  EXPECT_EQ(c.capabilities, (std::vector<int>{70, 80, 90}));
  EXPECT_EQ(c.passed, Words{"a.cu"});
}

TEST(NvccCommand, WhatConcernsMachineCodeHasNoEffect) {
  const NvccCommand c = nvcc_command({"-Xptxas", "-v", "--ptxas-options=-O3", "-maxrregcount=32", "-lineinfo", "-G",
                                      "-t4", "-ccbin", "g++", "--expt-relaxed-constexpr", "a.cu"});

  EXPECT_TRUE(c.flags.empty());
  EXPECT_TRUE(c.host_flags.empty());
  EXPECT_TRUE(c.link_words.empty());
  EXPECT_EQ(std::ranges::count(c.passed, "-G"), 0);
}

TEST(NvccCommand, HowFloatsAreComputedIsHandedOn) {
  const NvccCommand c = nvcc_command({"--use_fast_math", "-fmad", "false", "--default-stream=per-thread", "a.cu"});

  EXPECT_EQ(c.flags, (Words{"-use_fast_math", "-fmad=false", "-default-stream=per-thread"}));
}

TEST(NvccCommand, TheLanguageOfAnInputCanBeSaid) {
  const NvccCommand c = nvcc_command({"a.cpp", "-x", "cu", "b.cpp"});

  EXPECT_FALSE(c.inputs.at(0).cuda);
  EXPECT_TRUE(c.inputs.at(1).cuda);
}

TEST(NvccCommand, RelocatableCodeIsSeen) {
  EXPECT_TRUE(nvcc_command({"-dc", "a.cu"}).relocatable);
  EXPECT_TRUE(nvcc_command({"-rdc=true", "a.cu"}).relocatable);
  EXPECT_FALSE(nvcc_command({"-rdc=false", "a.cu"}).relocatable);
  EXPECT_EQ(nvcc_command({"-dc", "a.cu"}).step, NvccCommand::Step::object);
  EXPECT_EQ(nvcc_command({"-dlink", "a.o"}).step, NvccCommand::Step::device_link);
}

TEST(NvccCommand, SourcesOfALinkStepCanBeCompiledFirst) {
  const NvccCommand c =
      nvcc_command({"-rdc=true", "-O3", "-Xcompiler", "-fopenmp", "-x", "cu", "a.c", "b.o", "-lfoo", "-o", "app"});

  EXPECT_EQ(c.compile_words, (Words{"-rdc=true", "-O3", "-Xcompiler", "-fopenmp", "-x", "cu"}));
  EXPECT_EQ(c.without_sources, (Words{"-rdc=true", "-O3", "-Xcompiler", "-fopenmp", "-lfoo", "-o", "app"}));
}

TEST(NvccCommand, WhatItDoesNotKnowIsNamed) {
  const auto complaint = [](const Words& words) { return testing::message_of([&] { (void)nvcc_command(words); }); };

  EXPECT_EQ(complaint({"--no-such-option", "a.cu"}), "forewarp nvcc does not know the option --no-such-option");
  EXPECT_EQ(complaint({"a.cu", "-o"}), "nvcc -o: its value is missing");
}

/// Two files, dependencies, a warning, and flags of every kind.
constexpr const char* makefile =
    R"(FLAGS = -O3 -std=c++17 -Xcompiler -Wall -Xptxas -v --use_fast_math -DFACTOR=3 -I$(SRC) \
  -gencode arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=[sm_80,compute_80] -MMD
app: main.o kernel.o host.o
	$(NVCC) $(FLAGS) -cudart static $^ -o $@ -lm -lcudart
main.o: $(SRC)/two_files_main.cu
	$(NVCC) $(FLAGS) -c $< -o $@
kernel.o: $(SRC)/two_files_kernel.cu
	$(NVCC) $(FLAGS) -c $< -o $@
host.o: $(SRC)/two_files_host.cpp
	$(NVCC) $(FLAGS) -c $< -o $@
)";

class NvccMakefile : public test::ExecTest {
 protected:
  void builds_and_passes(const std::string& compiler) {
    write_file(folder / "Makefile", makefile);
    const test::Outcome make = test::run({"env", "FOREWARP_COMPILER=" + compiler, "make", "-C", folder.path().string(),
                                          std::string("NVCC=") + FOREWARP_TOOL + " nvcc", "SRC=" + programs.string()});
    ASSERT_EQ(make.status, 0) << make.out << make.err;

    const test::Outcome run = exec({(folder / "app").string()});

    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
    EXPECT_NE(read_file(folder / "main.d").find("two_files.h"), std::string::npos);
  }
  test::Outcome nvcc(Words words) {
    const Words tool = {"env", "FOREWARP_COMPILER=clang", FOREWARP_TOOL, "nvcc"};
    words.insert(words.begin(), tool.begin(), tool.end());
    return test::run(words);
  }
  TemporaryFolder folder;
};

TEST_F(NvccMakefile, BuildsWithClang) { builds_and_passes("clang"); }

TEST_F(NvccMakefile, BuildsWithNvcc) {
  if (!source::find_nvcc()) GTEST_SKIP() << "nvcc is not here";
  builds_and_passes("nvcc");
}

TEST_F(NvccMakefile, StepsThatNeedNvccAreNamed) {
  EXPECT_TRUE(nvcc({"-ptx", "a.cu"}).complains("nvcc -ptx needs NVIDIA's nvcc"));
  EXPECT_TRUE(nvcc({}).complains("no input files"));
  EXPECT_TRUE(nvcc({"--version"}).says("release 12.5"));
}

}  // namespace
}  // namespace forewarp
