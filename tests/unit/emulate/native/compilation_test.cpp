// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include "forewarp/emulate/native/host_compiler.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu::native {
namespace {

class CompilationOfText : public testing::Test {
 protected:
  void SetUp() override {
    if (!source::find_clang()) GTEST_SKIP() << "clang-19 is not here";
  }
};

/// A function of so many statements, each of which needs the one before.
std::string statements(unsigned count) {
  std::string text =
      "extern \"C\" __attribute__((visibility(\"default\")))\n"
      "void run_0(unsigned char* rows, const void*, unsigned long, unsigned) {\n  long a = rows[0], b = rows[1];\n";
  for (unsigned i = 0; i < count; ++i) text += "  a = (a ^ b) * " + std::to_string(2 * i + 3) + "; b += a >> 3;\n";
  return text + "  rows[0] = a;\n  rows[1] = b;\n}\n";
}

TEST_F(CompilationOfText, GivesTheFunctionsOfTheText) {
  Compilation compilation(statements(1), 1, 0, best_isa());
  const CompiledText made = compilation.take();
  ASSERT_EQ(made.runs.size(), 1U);
  std::array<std::byte, 2> rows = {std::byte{5}, std::byte{6}};
  made.runs[0](rows.data(), LaneInst{}, 0, 0);
  EXPECT_EQ(rows[0], std::byte{9});  // (5 ^ 6) * 3
  EXPECT_EQ(rows[1], std::byte{7});  // 6 + (9 >> 3)
}

TEST_F(CompilationOfText, SaysWhyItCannot) {
  Compilation compilation("this is no program", 1, 0, best_isa());
  EXPECT_TRUE(compilation.ends_within(60));
  EXPECT_THROW((void)compilation.take(), Unavailable);
}

/// The statements take clang more than a minute.
TEST_F(CompilationOfText, StopsTheCompilerIfNobodyTakesWhatItMakes) {
  const auto begin = std::chrono::steady_clock::now();
  {
    const Compilation compilation(statements(200'000), 1, 0, best_isa());
    EXPECT_FALSE(compilation.ends_within(0.5));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace forewarp::emu::native
