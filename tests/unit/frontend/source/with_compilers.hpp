// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the tests of this folder share: each compiler once, skipped where it is not here.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/support/error.hpp"
#include "source_dir.hpp"

namespace forewarp::source {

inline std::filesystem::path test_data(const std::string& name) {
  return std::filesystem::path(forewarp::test::source_dir()) / "tests/unit/frontend/source/data" / name;
}

inline bool is_here(CompilerChoice choice) {
  try {
    (void)find_toolchain(choice, Language::cuda);
    return true;
  } catch (const Unavailable&) {
    return false;
  }
}

/// A test that runs once with nvcc and once with clang.
class WithEachCompiler : public ::testing::TestWithParam<CompilerChoice> {
 protected:
  void SetUp() override {
    if (!is_here(GetParam())) GTEST_SKIP() << name(GetParam()) << " is not here";
  }

 public:
  static std::string name(CompilerChoice choice) { return choice == CompilerChoice::nvcc ? "nvcc" : "clang"; }
};

}  // namespace forewarp::source
