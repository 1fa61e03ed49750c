// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A few iterations of a regular loop stand for all.
#include <bit>

#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

/// Counts executions of basic blocks, weighted, and as they really happened.
class Weighted : public Observer {
 public:
  std::uint64_t weighted = 0, seen = 0;
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Weighted>(); }
  void merge(Observer& later) override {
    weighted += static_cast<Weighted&>(later).weighted;
    seen += static_cast<Weighted&>(later).seen;
  }
  void basic_block(WarpId, std::uint32_t, LaneMask) override {
    weighted += weight_;
    ++seen;
  }
  void weight(WarpId, std::uint64_t w) override { weight_ = w; }

 private:
  std::uint64_t weight_ = 1;
};

constexpr const char* sums = R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0;
  L: add.u32 %r2, %r2, 3; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 1000; @%p1 bra L;
    st.global.u32 [%slot], %r2;)";

std::pair<std::uint64_t, std::uint64_t> blocks_entered(const char* text, std::uint32_t loop_sample) {
  Kernel k(body(text), {.loop_sample = loop_sample});
  k.buffer(std::vector<std::uint32_t>(32));
  Weighted counter;
  k.block({32, 1, 1}).run(&counter);
  return {counter.weighted, counter.seen};
}

TEST(LoopSampling, CountsComeOutAsIfEveryIterationHadRun) {
  const auto [exact, all] = blocks_entered(sums, 0);
  const auto [weighted, seen] = blocks_entered(sums, 2);

  EXPECT_EQ(exact, 1002U);  // before the loop, 1000 iterations, after it
  EXPECT_EQ(all, 1002U);
  EXPECT_EQ(weighted, exact);
  EXPECT_LT(seen, 20U);
}

TEST(LoopSampling, CountsComeOutWhereAnIterationNearTheEndIsAnother) {
  // The last 30 of 1000 leave out a block: 3 blocks in 970 iterations, 2 in 30, one before and one after.
  constexpr const char* tail = R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0;
  L: setp.ge.u32 %p2, %r1, 970; @%p2 bra S;
    add.u32 %r2, %r2, 3;
  S: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 1000; @%p1 bra L;
    st.global.u32 [%slot], %r2;)";
  const auto [exact, all] = blocks_entered(tail, 0);
  const auto [weighted, seen] = blocks_entered(tail, 2);

  EXPECT_EQ(exact, 3 * 970U + 2 * 30 + 2);
  EXPECT_EQ(all, exact);
  EXPECT_EQ(weighted, exact);
  EXPECT_LT(seen, 120U);
}

}  // namespace
}  // namespace forewarp::emu::test
