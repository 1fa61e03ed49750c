// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/executed.hpp"

#include <gtest/gtest.h>

#include <string>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

bool may_access(const std::string& instruction) {
  const ptx::Module module = ptx::parse(
      ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k() {\n"
      ".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<9>;\n.shared .align 16 .b8 s[512];\n" +
      instruction + "\n}\n");
  return may_access_global(module.find("k")->body.at(0));
}

TEST(MayAccessGlobal, IsTrueOfGlobalAndGenericAccesses) {
  EXPECT_TRUE(may_access("ld.global.u32 %r1, [%d1];"));
  EXPECT_TRUE(may_access("st.u32 [%d1], %r1;"));
  EXPECT_TRUE(may_access("red.global.add.u32 [%d1], %r1;"));
  EXPECT_TRUE(may_access("cp.async.ca.shared.global [%r1], [%d1], 16;"));
}

TEST(MayAccessGlobal, IsTrueOfMatricesOfWmma) {
  EXPECT_TRUE(
      may_access("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 "
                 "{%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, [%d1], 16;"));
  EXPECT_TRUE(
      may_access("wmma.store.d.sync.aligned.row.m16n16k16.f32 [%d1], "
                 "{%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, 16;"));
}

TEST(MayAccessGlobal, IsFalseOfSharedAccessesAndOfWhatMovesNoData) {
  EXPECT_FALSE(may_access("ld.shared.u32 %r1, [s];"));
  EXPECT_FALSE(may_access("ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%d1];"));
  EXPECT_FALSE(may_access("prefetch.global.L2 [%d1];"));
  EXPECT_FALSE(may_access("discard.global.L2 [%d1], 128;"));
  EXPECT_FALSE(may_access("add.u32 %r1, %r2, %r3;"));
}

}  // namespace
}  // namespace forewarp::profile
