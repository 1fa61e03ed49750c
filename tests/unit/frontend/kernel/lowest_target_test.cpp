// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/lowest_target.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::kernel {
namespace {
namespace fs = std::filesystem;

constexpr std::array capabilities = {90U, 0U, 75U, 80U, 75U};  // 0: a device of another vendor

class LowestTarget : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      (void)source::find_toolchain(source::CompilerChoice::automatic, source::Language::cuda);
    } catch (const Unavailable&) {
      GTEST_SKIP() << "neither nvcc nor clang is here";
    }
  }
  static Request with(const std::string& check) {
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    const fs::path file = fs::path(::testing::TempDir()) / ("forewarp_lowest_target_" + test + ".cu");
    std::ofstream(file) << "__global__ void k(float* p) {\n" << check << "\n  p[threadIdx.x] = 1.0f;\n}\n";
    Request request;
    request.path = file.string();
    request.grid = "1";
    request.block = "32";
    return request;
  }
};

TEST_F(LowestTarget, ASourceThatAllTakeIsCompiledForTheOldest) {
  const ForSeveral loaded = load_for(with(""), capabilities);

  EXPECT_EQ(loaded.lowest, 75U);
  EXPECT_EQ(loaded.refused, "");
  EXPECT_EQ(loaded.kernel.module->sm(), 75U);
}

TEST_F(LowestTarget, ASourceThatNeedsANewerOneIsCompiledForTheOldestThatTakesIt) {
  const ForSeveral loaded =
      load_for(with("#if __CUDA_ARCH__ < 800 && defined(__CUDA_ARCH__)\n#error needs sm_80\n#endif"), capabilities);

  EXPECT_EQ(loaded.lowest, 80U);
  EXPECT_EQ(loaded.kernel.module->sm(), 80U);
  EXPECT_NE(loaded.refused, "");
}

TEST_F(LowestTarget, ASourceThatIsWrongForAllIsTheCompilersError) {
  EXPECT_THROW((void)load_for(with("  not C++;"), capabilities), InputError);
}

}  // namespace
}  // namespace forewarp::kernel
