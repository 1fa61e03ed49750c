// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/def_use.hpp"

#include <gtest/gtest.h>

#include "kernel_text.hpp"

namespace forewarp::analysis {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers all(std::span<const std::uint32_t> part) { return {part.begin(), part.end()}; }

class DefUseOfABody : public testing::Test {
 protected:
  // 0 mov, 1 add, 2 guarded mov, 3 load, 4 store, 5 pair, 6 ret
  ptx::Module module_ = kernel_of(R"(
    mov.u32 %r1, %r0;
    add.u32 %r2, %r1, %r1;
    @%p0 mov.u32 %r2, 7;
    ld.global.v2.u32 {%r3, %r4}, [%rd1+8];
    st.global.u32 [%rd2], %r3;
    setp.lt.u32 %p1|%p2, %r3, %r4;)");
  const ptx::Function& function_ = *module_.find("k");
  DefUse flow_{function_};

  std::uint32_t reg(const std::string& name) const { return register_named(function_, name); }
};

TEST_F(DefUseOfABody, SourcesAreTheGuardAndTheOperandsInOrder) {
  EXPECT_EQ(all(flow_.sources(1)), (Numbers{reg("%r1"), reg("%r1")}));
  EXPECT_EQ(all(flow_.sources(2)), (Numbers{reg("%p0")}));
  EXPECT_EQ(all(flow_.sources(4)), (Numbers{reg("%rd2"), reg("%r3")}));
}

TEST_F(DefUseOfABody, AVectorAndAPairAreWrittenWhole) {
  EXPECT_EQ(all(flow_.written(3)), (Numbers{reg("%r3"), reg("%r4")}));
  EXPECT_EQ(all(flow_.written(5)), (Numbers{reg("%p1"), reg("%p2")}));
  EXPECT_TRUE(flow_.written(4).empty());
}

TEST_F(DefUseOfABody, AnAddressIsFormedFromItsBase) {
  EXPECT_EQ(all(flow_.address(3)), (Numbers{reg("%rd1")}));
  EXPECT_EQ(all(flow_.address(4)), (Numbers{reg("%rd2")}));
  EXPECT_TRUE(flow_.address(1).empty());
}

TEST_F(DefUseOfABody, DefinitionsAndReadersAreInTextOrder) {
  EXPECT_EQ(all(flow_.definitions(reg("%r2"))), (Numbers{1, 2}));
  EXPECT_EQ(all(flow_.readers(reg("%r3"))), (Numbers{4, 5}));
  EXPECT_TRUE(flow_.definitions(reg("%r0")).empty());
  EXPECT_TRUE(flow_.readers(reg("%r2")).empty());
}

TEST_F(DefUseOfABody, AnInstructionThatReadsARegisterTwiceIsOneReader) {
  EXPECT_EQ(all(flow_.readers(reg("%r1"))), (Numbers{1}));
}

TEST_F(DefUseOfABody, ListsMayBeNumberedOverSeveralFunctions) {
  RegisterLists lists;
  lists.add(function_, function_.body[0]);
  lists.add(function_, function_.body[0], 100);

  EXPECT_EQ(all(lists.sources(0)), (Numbers{reg("%r0")}));
  EXPECT_EQ(all(lists.sources(1)), (Numbers{100 + reg("%r0")}));
  EXPECT_EQ(all(lists.written(1)), (Numbers{100 + reg("%r1")}));
  EXPECT_TRUE(lists.address(1).empty());
}

}  // namespace
}  // namespace forewarp::analysis
