// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/near_file.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {
namespace {

class NearFile : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_.path() / "saxpy.cu", "");
    write_file(folder_.path() / "stencil.cu", "");
    std::filesystem::create_directory(folder_.path() / "sax.cu");
  }
  [[nodiscard]] std::string suggestion(const std::string& name) const {
    return did_you_mean_file(folder_.path() / name);
  }
  [[nodiscard]] std::string quoted(const std::string& name) const {
    return " (did you mean '" + (folder_.path() / name).string() + "'?)";
  }

  TemporaryFolder folder_;
};

TEST_F(NearFile, IsTheFileOfTheNearestName) {
  EXPECT_EQ(suggestion("sapxy.cu"), quoted("saxpy.cu"));
  EXPECT_EQ(suggestion("stencl.cu"), quoted("stencil.cu"));
}

TEST_F(NearFile, IsNoneWhereNoNameIsNear) {
  EXPECT_EQ(suggestion("matmul_tiled.cu"), "");
  EXPECT_EQ(suggestion("x"), "");
  EXPECT_EQ(suggestion("saxpy.cu"), "");  // is not missing
  EXPECT_EQ(did_you_mean_file(folder_.path() / "none" / "saxpy.cu"), "");
}

TEST_F(NearFile, IsNamedByTheErrorOfAMissingFile) {
  const std::string missing = (folder_.path() / "saxpi.cu").string();
  try {
    (void)read_file(missing);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), missing + ": cannot read: No such file or directory" + quoted("saxpy.cu"));
  }
}

}  // namespace
}  // namespace forewarp
