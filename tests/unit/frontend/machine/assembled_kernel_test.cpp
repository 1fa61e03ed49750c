// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/assembled_kernel.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/source/ptxas.hpp"

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

TEST(AssembledKernel, ForAnArchitectureThatIsNotReadThereIsAReason) {
  const AssembledKernel assembled = assembled_kernel(ptx, "k", source::parse_arch("sm_35"));

  EXPECT_FALSE(assembled.code.has_value());
  EXPECT_TRUE(assembled.refused);
  EXPECT_NE(assembled.reason.find("sm_35"), std::string::npos) << assembled.reason;
}

}  // namespace
}  // namespace forewarp::machine
