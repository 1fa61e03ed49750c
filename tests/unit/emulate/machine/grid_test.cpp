// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels whose blocks wait for each other.
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

/// What nvcc 13 compiles this_grid().sync() to, for grids and blocks of one dimension; labels end in suffix.
std::string grid_sync(const std::string& suffix) {
  return R"(
    mov.u32 %r10, %envreg2; cvt.u64.u32 %rd7, %r10; mov.u32 %r11, %envreg1; cvt.u64.u32 %rd8, %r11;
    bfi.b64 %rd2, %rd8, %rd7, 32, 32;
    setp.ne.s64 %p4, %rd2, 0;
    @%p4 bra VALID)" +
         suffix + R"(;
    trap;
  VALID)" +
         suffix +
         R"(:
    barrier.sync 0;
    setp.ne.s32 %p5, %t, 0;
    @%p5 bra CAME)" +
         suffix + R"(;
    add.s64 %rd9, %rd2, 4;
    mov.u32 %r16, %nctaid.x; mov.u32 %r12, %ctaid.x; setp.eq.s32 %p6, %r12, 0;
    mov.u32 %r17, -2147483647; sub.s32 %r17, %r17, %r16; selp.b32 %r15, %r17, 1, %p6;
    atom.add.release.gpu.u32 %r14, [%rd9], %r15;
  ASK)" + suffix +
         R"(:
    ld.acquire.gpu.u32 %r18, [%rd9];
    xor.b32 %r19, %r18, %r14;
    setp.gt.s32 %p7, %r19, -1;
    @%p7 bra ASK)" +
         suffix + R"(;
  CAME)" +
         suffix +
         R"(:
    barrier.sync 0;
)";
}

/// Each block stores, and reads in the next phase what the block behind it stored: out[g] grows from phase to phase.
const std::string ring = R"(
    mov.u32 %r1, %nctaid.x; mul.lo.u32 %r1, %r1, %n; add.u32 %r2, %g, %n; rem.u32 %r2, %r2, %r1;
    mad.wide.u32 %rd1, %r2, 4, %out;
    st.global.u32 [%slot], %g;)" +
                         grid_sync("1") + "ld.global.u32 %r3, [%rd1]; add.u32 %r3, %r3, 1000;" + grid_sync("2") +
                         "st.global.u32 [%slot], %r3;" + grid_sync("3") + "ld.global.u32 %r4, [%rd1];" +
                         grid_sync("4") + "st.global.u32 [%slot], %r4;";

TEST(Grid, BlocksSeeWhatAllOthersStoredBeforeASynchronisation) {
  Kernel k(body(ring));
  const std::uint64_t out = k.buffer(Values(40 * 64), "out");

  k.grid({40, 1, 1}).block({64, 1, 1}).run();
  k.run();  // again: the workspace is as new

  EXPECT_TRUE(k.machine().synchronises_grid());
  const Values values = k.read<std::uint32_t>(out, 40 * 64);
  for (unsigned g = 0; g < 40 * 64; ++g) EXPECT_EQ(values[g], (g + 128) % (40 * 64) + 1000) << g;  // two blocks on
}

// As nvcc's code does it: a trap where there is no workspace.
TEST(Grid, WithoutACooperativeLaunchThereIsNoWorkspace) {
  Kernel waits(body(grid_sync("1")));
  waits.buffer(Values(8), "out");
  waits.machine().set_cooperative(false);
  Kernel asks(body("mov.u32 %r1, %envreg2; mov.u32 %r2, %envreg1; or.b32 %r1, %r1, %r2; st.global.u32 [%slot], %r1;"));
  const std::uint64_t out = asks.buffer(Values(8), "out");
  asks.machine().set_cooperative(false);

  const std::string message = waits.grid({2, 1, 1}).block({4, 1, 1}).fault();
  asks.grid({2, 1, 1}).block({4, 1, 1}).run();

  EXPECT_FALSE(waits.machine().synchronises_grid());
  EXPECT_NE(message.find("trap"), std::string::npos) << message;
  EXPECT_EQ(asks.read<std::uint32_t>(out, 8), Values(8));
  asks.machine().set_cooperative(true);
  asks.run();
  EXPECT_NE(asks.read<std::uint32_t>(out, 8), Values(8));
}

class Blocks : public Observer {
 public:
  std::vector<std::uint64_t> begun, ended;
  std::uint64_t barriers = 0;
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Blocks>(); }
  void merge(Observer& later) override {
    auto& other = static_cast<Blocks&>(later);
    begun.insert(begun.end(), other.begun.begin(), other.begun.end());
    ended.insert(ended.end(), other.ended.begin(), other.ended.end());
    barriers += other.barriers;
  }
  void block_begin(std::uint64_t linear, launch::Dim3) override { begun.push_back(linear); }
  void block_end(std::uint64_t linear) override { ended.push_back(linear); }
  void barrier(WarpId, std::uint32_t, LaneMask) override { ++barriers; }
};

TEST(Grid, AllBlocksRunAndThoseAskedForAreObserved) {
  Kernel k(body(ring));
  k.buffer(Values(8 * 32), "out");
  const std::uint64_t asked[] = {2, 5};
  Blocks blocks;

  k.grid({8, 1, 1}).block({32, 1, 1}).run(&blocks, asked);

  EXPECT_EQ(blocks.begun, (std::vector<std::uint64_t>{2, 5}));
  EXPECT_EQ(blocks.ended, (std::vector<std::uint64_t>{2, 5}));
  // In each block the four synchronisations have two barriers each. The lane that asks comes to the second one by
  // itself.
  EXPECT_EQ(blocks.barriers, 2 * 4 * 2U);
}

TEST(Grid, ABlockThatDoesNotComeIsFoundOut) {
  // Block 3 leaves before the synchronisation.
  Kernel k(body("setp.eq.u32 %p1, %g, 3; @%p1 bra END;" + grid_sync("1") + "END:"));
  k.buffer(Values(4), "out");

  const std::string message = k.grid({4, 1, 1}).fault();

  EXPECT_NE(message.find("no thread of the grid can go on"), std::string::npos) << message;
}

TEST(Grid, MoreBlocksThanAnyDeviceHoldsAreRefused) {
  Kernel k(body(grid_sync("1")));
  k.buffer(Values(1), "out");

  const std::string message = k.grid({1 << 20, 1, 1}).fault();

  EXPECT_NE(message.find("so all 1048576 must be on the device at the same time"), std::string::npos) << message;
}

TEST(Grid, TheMemoryBudgetHoldsForAllBlocksTogether) {
  Kernel k(body(".shared .align 4 .b8 s[40000];" + grid_sync("1")), {.max_memory_bytes = 10 << 20});
  k.buffer(Values(1), "out");

  const std::string message = k.grid({1000, 1, 1}).fault();

  EXPECT_NE(message.find("must be kept at the same time: more than the memory budget of 10485760 bytes"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace forewarp::emu::test
