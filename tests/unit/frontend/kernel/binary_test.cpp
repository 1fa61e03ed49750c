// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/binary.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::kernel {
namespace {

TEST(Binary, PtxIsCompiledAndASourceIsNot) {
  const TemporaryFolder folder("binary");
  write_file(folder / "k.ptx", ".version 8.0\n.target sm_70\n.address_size 64\n");
  write_file(folder / "k.cu", "__global__ void k() {}\n");

  EXPECT_TRUE(is_compiled(folder / "k.ptx"));
  EXPECT_FALSE(is_compiled(folder / "k.cu"));
}

TEST(Binary, AVersionOfPtxThatIsNewerThanTheNewestKnownIsNamed) {
  EXPECT_EQ(newer_version(fmt::format(".version {}\n.target sm_100\n", newest_ptx_text)), std::nullopt);
  EXPECT_EQ(newer_version(".version 8.7\n.target sm_100\n"), std::nullopt);
  EXPECT_EQ(newer_version(".version 99.3\n.target sm_100\n"), "99.3");
}

}  // namespace
}  // namespace forewarp::kernel
