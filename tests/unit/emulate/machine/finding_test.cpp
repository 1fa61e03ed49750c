// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Checks that keep what they find while the launch goes on.
#include "forewarp/emulate/machine/finding.hpp"

#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

MachineOptions collecting() {
  MachineOptions options;
  options.check_memory = options.check_races = options.check_uninitialised = options.check_sync = options.collect =
      true;
  return options;
}

// Threads 40 to 63 store behind the end of 40 elements; the others' stores count.
TEST(Finding, StoresThatAreWrongDoNothingAndAreCounted) {
  Kernel k(body("st.global.u32 [%slot], 1;"), collecting());
  const std::uint64_t result = k.buffer(Values(40), "result");

  k.block({64, 1, 1}).run();
  const auto found = k.machine().take_findings();

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, FindingKind::memory);
  EXPECT_EQ(found[0].count, 24U);
  EXPECT_EQ(found[0].who, "block (0,0,0) thread (40,0,0)");
  EXPECT_EQ(found[0].address, result + 160);
  EXPECT_EQ(k.read<std::uint32_t>(result, 40), Values(40, 1));
  EXPECT_TRUE(k.machine().take_findings().empty());
}

TEST(Finding, LoadsThatAreWrongReadZeros) {
  Kernel k(body("ld.global.u32 %r1, [%out+4096]; add.u32 %r1, %r1, 7; st.global.u32 [%slot], %r1;"), collecting());
  const std::uint64_t out = k.buffer(Values(32, 5));

  k.block({32, 1, 1}).run();

  EXPECT_EQ(k.machine().take_findings().size(), 1U);
  EXPECT_EQ(k.read<std::uint32_t>(out, 32), Values(32, 7));
}

TEST(Finding, SharedAndLocalMemoryHaveEnds) {
  Kernel k(
      body(".shared .align 4 .b8 s[12]; .local .align 8 .b8 l[16]; st.shared.u32 [s+12], 1; st.local.u32 [l+16], 2;"),
      collecting());
  k.buffer(Values(1));

  k.run();
  const auto found = k.machine().take_findings();

  ASSERT_EQ(found.size(), 2U);
  EXPECT_NE(found[0].message.find("the block has 12 bytes"), std::string::npos);
  EXPECT_NE(found[1].message.find("the thread has 16 bytes"), std::string::npos);
}

// Each of 4 blocks finds the same two instructions: entries are merged in block order.
TEST(Finding, BlocksOnSeveralThreadsGiveOneEntryForEachInstruction) {
  MachineOptions options = collecting();
  options.check_uninitialised = false;
  options.threads = 4;
  Kernel k(body("ld.global.u32 %r1, [%out+4096]; ld.global.u32 %r2, [%out+8192]; st.global.u32 [%slot], 1;"), options);
  k.buffer(Values(128));

  k.grid({4, 1, 1}).block({32, 1, 1}).run();
  const auto found = k.machine().take_findings();

  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].count, 128U);
  EXPECT_EQ(found[0].who, "block (0,0,0) thread (0,0,0)");
}

TEST(Finding, WithoutTheCheckOfMemoryAWrongAccessEndsTheLaunch) {
  MachineOptions options = collecting();
  options.check_memory = false;
  Kernel k(body("st.global.u32 [%slot], 1;"), options);
  k.buffer(Values(1));

  EXPECT_NE(k.block({2, 1, 1}).fault().find("out of bounds"), std::string::npos);
}

TEST(Finding, AMappedBufferCanCountAsUnwrittenUntilItIsMarked) {
  Kernel k(body("ld.global.u32 %r1, [%out];"), collecting());
  alignas(4096) static std::byte bytes[4096];
  Memory& memory = k.machine().memory();
  memory.map(bytes, 64, "mapped", Bounds::exact);
  memory.track_written(bytes);
  k.scalar(reinterpret_cast<std::uint64_t>(&bytes[0]));

  k.run();
  EXPECT_EQ(k.machine().take_findings().size(), 1U);
  memory.mark_written(bytes + 1, 3);
  k.run();
  EXPECT_EQ(k.machine().take_findings().size(), 1U);
  memory.copy_written(bytes, bytes + 3, 1);
  k.run();
  EXPECT_EQ(k.machine().take_findings().size(), 0U);
}

// Warp 0 waits at one barrier and warp 1 at another: both pass, which is found.
TEST(Finding, WarpsAtDifferentBarriersAreFound) {
  Kernel k(body("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 bra one; bar.sync 0; bra both;\n"
                "one: bar.sync 0;\nboth: st.global.u32 [%slot], 1;"),
           collecting());
  k.buffer(Values(64));

  k.block({64, 1, 1}).run();
  const auto found = k.machine().take_findings();

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, FindingKind::sync);
  EXPECT_NE(found[0].message.find("wait at different barriers"), std::string::npos) << found[0].message;
}

TEST(Finding, AThreadThatItsOwnMaskDoesNotNameIsFound) {
  Kernel k(body("bar.warp.sync 1; st.global.u32 [%slot], 1;"), collecting());
  k.buffer(Values(32));

  k.block({32, 1, 1}).run();
  const auto found = k.machine().take_findings();

  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].message.find("does not name the thread"), std::string::npos) << found[0].message;
}

TEST(Finding, AFaultHasTheKindOfItsCheck) {
  Kernel k(
      body("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16; @!%p1 bra skip; bar.sync 0;\n"
           "skip: st.global.u32 [%slot], 1;"));
  k.buffer(Values(32));
  k.block({32, 1, 1});

  try {
    k.run();
    FAIL() << "half of a warp passes a barrier";
  } catch (const KernelFault& e) {
    ASSERT_NE(e.finding(), nullptr);
    EXPECT_EQ(e.finding()->kind, FindingKind::sync);
  }
}

}  // namespace
}  // namespace forewarp::emu::test
