// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Blocks that may depend on each other run on several threads, and the results are those of their order all the same.
#include "forewarp/emulate/machine/touch_log.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

constexpr std::uint32_t blocks = 600, threads = 32;

/// The buffer of a kernel after a run on so many threads: a word for each thread, and 64 more.
Values results(const std::string& text, unsigned on_threads, const std::string& before = "") {
  Kernel k(body(text, before), {.threads = on_threads});
  Values first(blocks * threads + 64);
  for (std::uint32_t i = 0; i < blocks * threads; ++i) first[i] = i % 7;
  const std::uint64_t out = k.buffer(first);
  k.grid({blocks, 1, 1}).block({threads, 1, 1}).run();
  return k.read<std::uint32_t>(out, first.size());
}

struct Case {
  const char* name;
  const char* text;
};

class DependentBlocks : public ::testing::TestWithParam<Case> {};

TEST_P(DependentBlocks, GiveWhatTheyGiveInTheirOrder) {
  const Values in_order = results(GetParam().text, 1);

  EXPECT_EQ(results(GetParam().text, 2), in_order);
}

constexpr const char* in_place = "ld.global.u32 %r1, [%slot]; add.u32 %r1, %r1, %t; st.global.u32 [%slot], %r1;";

INSTANTIATE_TEST_SUITE_P(
    Kernels, DependentBlocks,
    ::testing::Values(Case{"in_place", in_place},
                      // Each block adds 1 to what the one before has stored.
                      Case{"chain", R"(
          setp.lt.u32 %p1, %g, 32; @%p1 bra DONE;
          ld.global.u32 %r1, [%slot+-128]; add.u32 %r1, %r1, 1; st.global.u32 [%slot], %r1;
          DONE:)"},
                      // The same from block 500 on only: earlier windows end well.
                      Case{"late_chain", R"(
          ld.global.u32 %r1, [%slot]; setp.lt.u32 %p1, %g, 16000; @%p1 bra STORE;
          ld.global.u32 %r1, [%slot+-128];
          STORE: add.u32 %r1, %r1, 1; st.global.u32 [%slot], %r1;)"},
                      // Tickets: the order in which blocks arrive.
                      Case{"tickets", "atom.global.add.u32 %r1, [%out+76800], 1; st.global.u32 [%slot], %r1;"},
                      // Sums of floats depend on the order, too.
                      Case{"float_sum", R"(
          cvt.rn.f32.u32 %f1, %g; mul.f32 %f1, %f1, 0f3DCCCCCD; red.global.add.f32 [%out+76804], %f1;)"},
                      Case{"bytes", R"(
          sub.u64 %rd1, %slot, %out; shr.u64 %rd1, %rd1, 2; add.u64 %rd1, %rd1, %out;
          ld.global.u8 %r1, [%rd1]; add.u32 %r1, %r1, 3; st.global.u8 [%rd1], %r1;)"},
                      // A block waits for the one behind it: what was logged is taken back, and the last block is the
                      // first that ends.
                      Case{"waits_for_the_next", R"(
          mov.u32 %r1, 100; setp.ge.u32 %p1, %g, 19168; @%p1 bra STORE;
          WAIT: ld.volatile.global.u32 %r1, [%slot+128]; setp.lt.u32 %p2, %r1, 100; @%p2 bra WAIT;
          STORE: add.u32 %r1, %r1, 1; st.global.u32 [%slot], %r1;)"},
                      // A block waits for the one before it, as a scan with look-back does.
                      Case{"look_back", R"(
          setp.lt.u32 %p1, %g, 32; @%p1 bra GO;
          WAIT: ld.volatile.global.u32 %r1, [%slot+-128]; setp.lt.u32 %p2, %r1, 100; @%p2 bra WAIT;
          GO: st.global.u32 [%slot], 100;)"},
                      // Scattered words.
                      Case{"scattered", R"(
          mul.lo.u32 %r2, %g, 7919; rem.u32 %r2, %r2, 19200; mad.wide.u32 %rd1, %r2, 4, %out;
          ld.global.u32 %r1, [%rd1]; mad.lo.u32 %r1, %r1, 3, 1; st.global.u32 [%rd1], %r1;)"}),
    [](const auto& test) { return std::string(test.param.name); });

// Block b stores b + first[0]: 599 more than 0 in the last one.
TEST(DependentBlocksByHand, AChainCountsItsBlocks) {
  const Values out = results(
      "setp.lt.u32 %p1, %g, 32; @%p1 bra DONE; ld.global.u32 %r1, [%slot+-128]; add.u32 %r1, %r1, 1; "
      "st.global.u32 [%slot], %r1; DONE:",
      2);

  EXPECT_EQ(out[599 * 32], 599U);
}

// The count is of another buffer, whose blocks are independent; it must not count blocks twice that ran twice.
TEST(DependentBlocksByHand, WhatRanInVainLeavesNothingBehind) {
  const std::string chain =
      "red.global.add.u32 [count], 1; setp.lt.u32 %p1, %g, 32; @%p1 bra DONE; ld.global.u32 %r1, [%slot+-128]; "
      "st.global.u32 [%slot], %r1; DONE:";
  for (const unsigned on_threads : {1U, 2U}) {
    Kernel k(body(chain, ".global .u32 count;"), {.threads = on_threads});
    k.buffer(Values(blocks * threads));

    k.grid({blocks, 1, 1}).block({threads, 1, 1}).run();

    EXPECT_EQ(k.read<std::uint32_t>(*k.machine().address_of("count"), 1), (Values{blocks * threads})) << on_threads;
    EXPECT_EQ(k.machine().executed(), blocks * 12U - 2) << on_threads;
  }
}

// The first launch adds 1000 to every word, its blocks apart. The second is a chain, which ends in the larger windows
// that follow a launch like that.
TEST(DependentBlocksByHand, AChainAfterALaunchOfBlocksApartIsInOrder) {
  const auto launched_twice = [](unsigned on_threads) {
    Kernel k(body(R"(
        ld.global.u32 %r1, [%slot]; setp.lt.u32 %p1, %r1, 1000; @%p1 bra FIRST;
        setp.lt.u32 %p1, %g, 32; @%p1 bra DONE;
        ld.global.u32 %r1, [%slot+-128]; add.u32 %r1, %r1, 1; st.global.u32 [%slot], %r1; bra DONE;
        FIRST: add.u32 %r1, %r1, 1000; st.global.u32 [%slot], %r1;
        DONE:)"),
             {.threads = on_threads});
    const std::uint64_t out = k.buffer(Values(blocks * threads + 64));
    k.grid({blocks, 1, 1}).block({threads, 1, 1}).run();
    EXPECT_EQ(k.read<std::uint32_t>(out, blocks * threads), Values(blocks * threads, 1000));
    k.run();
    return k.read<std::uint32_t>(out, blocks * threads);
  };

  const Values out = launched_twice(2);

  EXPECT_EQ(out, launched_twice(1));
  EXPECT_EQ(out[599 * 32], 1599U);
}

// A chain in a buffer of a guessed size, 1 MiB, which the blocks go beyond by 127 MiB and which repeats itself there.
TEST(DependentBlocksByHand, ABufferThatRepeatsItselfIsLoggedWhereItsBytesAre) {
  const auto run = [](unsigned on_threads) {
    Kernel k(body(R"(
        mul.wide.u32 %rd1, %g, 4096; add.u64 %slot, %out, %rd1; setp.lt.u32 %p1, %g, 32; @%p1 bra DONE;
        ld.global.u32 %r1, [%slot+-131072]; add.u32 %r1, %r1, 1; st.global.u32 [%slot], %r1;
        DONE:)"),
             {.threads = on_threads});
    const std::uint64_t out = k.machine().memory().allocate(std::uint64_t{1} << 20, "guessed", {}, Bounds::none);
    k.scalar(out).grid({1024, 1, 1}).block({threads, 1, 1}).run();
    return k.read<std::uint32_t>(out, (1U << 20) / 4);
  };

  const Values out = run(2);

  EXPECT_EQ(out, run(1));
  EXPECT_EQ(out[0], 1016U);  // blocks 8, 16 ... store there: a block adds to what the one before it has stored
}

TEST(TouchLog, AChunkConflictsWithOneThatWritesWhatItTouches) {
  Memory memory;
  MemoryBuffer& buffer = *memory.impl().find(memory.allocate(2 * Memory::page_bytes, "b"));
  memory.write(buffer.base, std::vector<std::byte>(buffer.bytes, std::byte{7}));
  buffer.tracking = Tracking::words;
  PageCopies copies;
  TouchLog first(copies), second(copies);
  first.touch(buffer, buffer.base, 128, false, true);

  second.touch(buffer, buffer.base + 128, 4, true, true);
  EXPECT_FALSE(have_conflict({&first, &second}));

  second.touch(buffer, buffer.base + 124, 4, true, false);
  EXPECT_TRUE(have_conflict({&first, &second}));
  EXPECT_TRUE(have_conflict({&second, &first}));
}

TEST(TouchLog, TwoReadersDoNotConflict) {
  Memory memory;
  MemoryBuffer& buffer = *memory.impl().find(memory.allocate(2 * Memory::page_bytes, "b"));
  buffer.tracking = Tracking::words;
  PageCopies copies;
  TouchLog first(copies), second(copies);
  first.touch(buffer, buffer.base, buffer.bytes, true, false);
  second.touch(buffer, buffer.base, buffer.bytes, true, false);

  EXPECT_FALSE(have_conflict({&first, &second}));
}

// A log that is used again knows nothing of before; the third chunk that touches a page is compared with the first two.
TEST(TouchLog, TheThirdChunkIsComparedWithAllBefore) {
  Memory memory;
  MemoryBuffer& buffer = *memory.impl().find(memory.allocate(2 * Memory::page_bytes, "b"));
  memory.write(buffer.base, std::vector<std::byte>(buffer.bytes, std::byte{7}));
  buffer.tracking = Tracking::words;
  PageCopies copies;
  TouchLog first(copies), second(copies), third(copies);
  first.touch(buffer, buffer.base, 128, true, false);
  second.touch(buffer, buffer.base + 256, 64, false, true);
  third.touch(buffer, buffer.base + 64, 4, false, true);
  EXPECT_FALSE(have_conflict({&first, &second}));
  EXPECT_TRUE(have_conflict({&first, &second, &third}));

  third.clear();
  third.touch(buffer, buffer.base + 300, 4, true, false);
  EXPECT_TRUE(have_conflict({&first, &second, &third}));

  third.clear();
  third.touch(buffer, buffer.base + 128, 4, false, true);
  EXPECT_FALSE(have_conflict({&first, &second, &third}));
}

// A write across the end of a page copies both pages; a buffer of which pages are tracked has no words.
TEST(TouchLog, PagesAreBroughtBack) {
  Memory memory;
  MemoryBuffer& buffer = *memory.impl().find(memory.allocate(2 * Memory::page_bytes, "b"));
  memory.write(buffer.base, std::vector<std::byte>(buffer.bytes, std::byte{7}));
  buffer.tracking = Tracking::pages;
  PageCopies copies;
  TouchLog log(copies);

  log.touch(buffer, buffer.base + 4092, 8, false, true);
  std::memset(buffer.host + 4092, 1, 8);
  copies.restore();

  EXPECT_EQ(buffer.host[4095], std::byte{7});
  EXPECT_EQ(buffer.host[4096], std::byte{7});
  EXPECT_FALSE(have_conflict({&log, &log}));
}

// More pages than the table begins with.
TEST(TouchLog, FindsEachPageAgain) {
  Memory memory;
  MemoryBuffer& buffer = *memory.impl().find(memory.allocate(3000 * Memory::page_bytes, "b"));
  buffer.tracking = Tracking::words;
  PageCopies copies;
  TouchLog log(copies);
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t page = 0; page < 3000; ++page)
      log.touch(buffer, buffer.base + page * Memory::page_bytes + 8 * page % 4096, 8, true, false);

  EXPECT_EQ(log.pages().size(), 3000U);
  EXPECT_EQ(log.pages()[1].read[0], 0b1100U);
}

}  // namespace
}  // namespace forewarp::emu::test
