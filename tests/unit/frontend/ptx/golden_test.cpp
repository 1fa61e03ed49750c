// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// tests/golden/ptx/*.ptx beside what the printer makes of them. FOREWARP_UPDATE_GOLDEN=1 rewrites the expected files,
// to be reviewed as a diff.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "forewarp/frontend/ptx/compare.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/ptx/printer.hpp"
#include "forewarp/support/file.hpp"
#include "source_dir.hpp"

namespace forewarp::ptx {
namespace {

std::vector<std::filesystem::path> golden_inputs() {
  std::vector<std::filesystem::path> inputs;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(forewarp::test::source_dir()) / "tests/golden/ptx"))
    if (entry.path().extension() == ".ptx") inputs.push_back(entry.path());
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

class Golden : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Golden, PrintsAsExpectedAndReadsBackTheSame) {
  const Module module = parse(read_file(GetParam()), GetParam().filename().string());

  const std::string printed = print(module);

  auto expected = GetParam();
  expected.replace_extension(".expected");
  if (std::getenv("FOREWARP_UPDATE_GOLDEN") != nullptr) write_file(expected, printed);
  EXPECT_EQ(printed, read_file(expected));
  EXPECT_EQ(first_difference(module, parse(printed)).value_or("same"), "same");
}

INSTANTIATE_TEST_SUITE_P(Ptx, Golden, testing::ValuesIn(golden_inputs()),
                         [](const auto& one) { return one.param.stem().string(); });

}  // namespace
}  // namespace forewarp::ptx
