// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/assembled_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "forewarp/frontend/source/ptxas.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::machine {
namespace {

constexpr const char* ptx =
    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p];\nst.global.u32 [%rd1], 1;\nret;\n}\n";

TEST(AssembledKernel, IsTheMachineCodeOfItsEntry) {
  if (source::ptxas_programs().empty()) GTEST_SKIP() << "there is no ptxas";

  const AssembledKernel assembled = assembled_kernel(ptx, "k", source::parse_arch("sm_80"));

  ASSERT_TRUE(assembled.code.has_value()) << assembled.reason;
  EXPECT_EQ(assembled.code->kernel.name, "k");
  EXPECT_FALSE(assembled.code->graph.blocks.empty());
}

// redux.sync came with sm_80. Places in the PTX are those of the whole file: the store is on line 17.
TEST(AssembledKernel, IsNotSpoiltByAnotherKernelOfItsFile) {
  if (source::ptxas_programs().empty()) GTEST_SKIP() << "there is no ptxas";
  const std::string file =
      ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry other(.param .u64 p)\n{\n.reg .b32 %r<3>;\n"
      "mov.u32 %r1, %tid.x;\nredux.sync.add.s32 %r2, %r1, -1;\nret;\n}\n\n.visible .entry k(.param .u64 p)\n{\n"
      ".reg .b64 %rd<2>;\n.reg .b32 %r<2>;\nld.param.u64 %rd1, [p];\nst.global.u32 [%rd1], 1;\nret;\n}\n";

  const AssembledKernel k = assembled_kernel(file, "k", source::parse_arch("sm_75")),
                        other = assembled_kernel(file, "other", source::parse_arch("sm_75"));

  ASSERT_TRUE(k.code.has_value()) << k.reason;
  const auto& code = k.code->kernel.instructions;
  const auto store = std::ranges::find(code, Effect::store, &Instruction::effect);
  ASSERT_NE(store, code.end());
  EXPECT_EQ(store->line, 17U);
  EXPECT_FALSE(other.code.has_value());
  EXPECT_NE(other.refusal.find("redux"), std::string::npos) << other.refusal;
}

TEST(AssembledKernel, ForAnArchitectureThatIsNotReadThereIsAReason) {
  const AssembledKernel assembled = assembled_kernel(ptx, "k", source::parse_arch("sm_35"));

  EXPECT_FALSE(assembled.code.has_value());
  EXPECT_TRUE(assembled.refused);
  EXPECT_NE(assembled.reason.find("sm_35"), std::string::npos) << assembled.reason;
}

/// An assembler that knows no architecture and writes a line for each start, in the place of what is installed.
class NoArchitecture : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(
        folder_ / "ptxas",
        fmt::format("#!/bin/sh\necho start >> '{}'\necho \"Value 'sm' is not defined for option 'gpu-name'\" >&2\n"
                    "exit 1\n",
                    (folder_ / "starts").string()));
    std::filesystem::permissions(folder_ / "ptxas", std::filesystem::perms::owner_all);
    if (const char* before = std::getenv("FOREWARP_PTXAS")) before_ = before;
    ::setenv("FOREWARP_PTXAS", (folder_ / "ptxas").c_str(), 1);
  }
  void TearDown() override {
    if (before_)
      ::setenv("FOREWARP_PTXAS", before_->c_str(), 1);
    else
      ::unsetenv("FOREWARP_PTXAS");
  }
  [[nodiscard]] std::size_t starts() const { return std::filesystem::file_size(folder_ / "starts") / 6; }  // "start\n"
  TemporaryFolder folder_{"ptxas"};
  std::optional<std::string> before_;
};

// sm_52 and sm_50 are asked for one PTX, and for no other PTX with the same target.
TEST_F(NoArchitecture, IsAskedOnceForAllPtxOfATarget) {
  source::CacheStore cache(folder_ / "cache");
  const AssembledKernel first = assembled_kernel(ptx, "k", source::parse_arch("sm_52"), &cache);
  const std::size_t asked = starts();
  const std::string other = fmt::format("{}// another\n", ptx);

  const AssembledKernel second = assembled_kernel(other, "k", source::parse_arch("sm_52"), &cache);

  EXPECT_EQ(asked, 2u);
  EXPECT_EQ(starts(), asked);
  EXPECT_EQ(second.reason, first.reason);
  EXPECT_NE(first.reason.find("does not assemble for"), std::string::npos) << first.reason;
}

}  // namespace
}  // namespace forewarp::machine
