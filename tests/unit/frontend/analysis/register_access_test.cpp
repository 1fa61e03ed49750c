// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/register_access.hpp"

#include <gtest/gtest.h>

#include <string>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

unsigned destinations(const std::string& instruction) {
  const ptx::Module module = ptx::parse(
      ".version 8.6\n.target sm_100a\n.address_size 64\n.visible .entry k() {\n"
      ".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<9>; .reg .f32 %f<64>;\n" +
      instruction + "\n}\n");
  const ptx::Function& entry = *module.find("k");
  return destination_count(entry, entry.body.at(0));
}

TEST(DestinationCount, IsThatOfTheFormWhereFormsOfAnOpcodeDiffer) {
  EXPECT_EQ(destinations("bar.sync 0;"), 0U);
  EXPECT_EQ(destinations("bar.sync %r1;"), 0U);
  EXPECT_EQ(destinations("bar.red.popc.u32 %r1, 0, %p1;"), 1U);
  EXPECT_EQ(destinations("mbarrier.init.shared.b64 [%r1], 1;"), 0U);
  EXPECT_EQ(destinations("mbarrier.arrive.shared.b64 %d1, [%r1];"), 1U);
  EXPECT_EQ(destinations("st.global.u32 [%d1], %r1;"), 0U);
  EXPECT_EQ(destinations("stackrestore.u64 %d1;"), 0U);
  EXPECT_EQ(destinations("multimem.red.global.add.u32 [%d1], %r1;"), 0U);
  EXPECT_EQ(destinations("multimem.ld_reduce.global.add.u32 %r1, [%d1];"), 1U);
  EXPECT_EQ(destinations("add.u32 %r1, %r2, %r3;"), 1U);
}

}  // namespace
}  // namespace forewarp::analysis
