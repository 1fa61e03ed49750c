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

}  // namespace
}  // namespace forewarp::source
