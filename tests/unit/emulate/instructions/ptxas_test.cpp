// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rows are PTX as NVIDIA's assembler understands it.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>

#include "forewarp/frontend/source/ptxas.hpp"
#include "unit/emulate/instructions/example.hpp"

namespace forewarp::emu::test {
namespace {

TEST(PtxInstructions, PtxasAssemblesEveryRow) {
  std::map<std::string, std::string> modules;  // by target
  std::size_t kernels = 0;
  for (const Example& row : examples()) {
    std::string& text = modules[row.target];
    if (text.empty()) text = module_head(row.target);
    text += kernel_of(row, fmt::format("k{}", ++kernels));
  }

  for (const auto& [target, text] : modules) {
    const source::Assembled made = source::assemble(text, source::parse_arch(target));

    if (made.cubin.empty() && !made.refused) GTEST_SKIP() << target << ": " << made.refusal;
    EXPECT_FALSE(made.cubin.empty()) << target << ": " << made.refusal;
  }
}

}  // namespace
}  // namespace forewarp::emu::test
