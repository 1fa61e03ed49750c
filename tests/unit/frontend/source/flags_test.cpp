// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/flags.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::source {
namespace {

using Flags = std::vector<std::string>;

TEST(Flags, GoToTheCompilerUnlessTheySayWhatToMake) {
  EXPECT_EQ(checked_flags({"--extended-lambda", "-std=c++20"}), (Flags{"--extended-lambda", "-std=c++20"}));
  for (const char* wrong : {"-o", "-oelsewhere", "--output-file=x", "--cubin", "file.cu", "", "-"})
    EXPECT_THROW((void)checked_flags({wrong}), InputError) << wrong;
}

TEST(Flags, OfNvccAreClangsWhereItHasThem) {
  const Flags flags{"--expt-relaxed-constexpr", "-rdc=true", "-std=c++20", "-x=cu", "-Xcompiler=-fopenmp,-O1"};

  EXPECT_EQ(flags_for(CompilerKind::nvcc, flags), flags);
  EXPECT_EQ(flags_for(CompilerKind::clang, flags), (Flags{"-fgpu-rdc", "-std=c++20", "-fopenmp", "-O1"}));
}

TEST(Flags, OfNvccWithoutAMeaningToClangAreLeftOut) {
  const Flags flags{"-arch=sm_86",
                    "-gencode=arch=compute_80,code=sm_80",
                    "--gpu-architecture=sm_70",
                    "-Xptxas=-v",
                    "--maxrregcount=32",
                    "--threads=0",
                    "-cudart=static",
                    "--diag-suppress=177",
                    "-ccbin=g++",
                    "--default-stream=legacy",
                    "-Xptxas",
                    "-v",
                    "--fmad=true",
                    "-G",
                    "--extended-lambda"};

  EXPECT_EQ(flags_for(CompilerKind::clang, flags), Flags{});
}

TEST(Flags, OfClangStayWhateverNvccCallsAlike) {
  const Flags flags{"-Wall", "-Werror", "-march=native", "-O1", "-mllvm", "-v", "-Xclang", "-G", "-Wno-unused", "-g"};

  EXPECT_EQ(flags_for(CompilerKind::clang, flags), flags);
  EXPECT_EQ(flags_for(CompilerKind::clang, {"--default-stream=per-thread"}), Flags{"-fgpu-default-stream=per-thread"});
}

TEST(Flags, OfFloatsAreSaidToClangOnce) {
  const Flags fast{"-fgpu-flush-denormals-to-zero", "-fgpu-approx-transcendentals", "-mllvm", "-nvptx-prec-divf32=0",
                   "-D__FW_APPROX_SQRT"};

  EXPECT_EQ(flags_for(CompilerKind::clang, {"-use_fast_math"}), fast);
  EXPECT_EQ(flags_for(CompilerKind::clang, {"--prec-div=false", "--use_fast_math", "-use_fast_math"}), fast);
  EXPECT_EQ(flags_for(CompilerKind::clang, {"-prec-div=true", "-use_fast_math", "-ftz=false", "-prec-sqrt=true"}),
            Flags{"-fgpu-approx-transcendentals"});
  EXPECT_EQ(flags_for(CompilerKind::clang, {"-fmad=false", "-ftz=true", "-prec-div=false"}),
            (Flags{"-fgpu-flush-denormals-to-zero", "-mllvm", "-nvptx-prec-divf32=0", "-ffp-contract=off"}));
}

}  // namespace
}  // namespace forewarp::source
