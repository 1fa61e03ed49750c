// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Warps without observers execute less (decode/plain_code.hpp) and compute the same.
#include <optional>

#include "forewarp/emulate/decode/decode.hpp"
#include "forewarp/support/error.hpp"
#include "fuzz/ptx_run_check.hpp"
#include "mutated.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

/// Watches and keeps nothing.
class Watcher : public Observer {
 public:
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Watcher>(); }
  void merge(Observer&) override {}
};

/// out[] after a grid of blocks of this many threads, on one thread so that frames are used again.
Values result(const std::string& text, unsigned blocks, unsigned threads, bool watched) {
  Kernel k(body(text), {.threads = 1});
  const std::uint64_t out = k.buffer(Values(std::size_t{blocks} * threads), "out");
  Watcher watcher;
  k.grid({blocks, 1, 1}).block({threads, 1, 1}).run(watched ? &watcher : nullptr);
  return k.read<std::uint32_t>(out, std::size_t{blocks} * threads);
}

void expect_same(const std::string& text, unsigned blocks, unsigned threads) {
  EXPECT_EQ(result(text, blocks, threads, false), result(text, blocks, threads, true)) << text;
}

TEST(PlainCode, WhatFollowsFromTheThreadAloneIsTheSameInEachBlock) {
  const std::string text = R"(
    mul.lo.u32 %r1, %t, 3; add.u32 %r1, %r1, %n; setp.lt.u32 %p1, %t, 7; selp.u32 %r2, %r1, 5, %p1;
    mov.u32 %r3, %ctaid.x; mad.lo.u32 %r2, %r3, 1000, %r2;
    st.global.u32 [%slot], %r2;)";

  expect_same(text, 5, 40);

  EXPECT_EQ(result(text, 3, 40, false)[40 + 2], 1000U + 2 * 3 + 40);
}

// %r1 is never set before it is read: it is 0 in each block, whatever the one before left in its row.
TEST(PlainCode, RegistersThatAreReadBeforeTheyAreWrittenAreZeroInEachBlock) {
  const std::string text = "add.u32 %r1, %r1, 1; st.global.u32 [%slot], %r1;";

  EXPECT_EQ(result(text, 4, 32, false), Values(128, 1));
}

TEST(PlainCode, RegistersThatOnlyAGuardWritesAreZeroElsewhere) {
  const std::string text = R"(
    setp.lt.u32 %p1, %t, 4;
    @%p1 mov.u32 %r1, 9;
    st.global.u32 [%slot], %r1;)";

  expect_same(text, 4, 32);
}

// Lane 10 has never written %r1 in odd blocks; all lanes read it there.
TEST(PlainCode, WhatOtherLanesReadIsZeroWhereItWasNotWritten) {
  const std::string text = R"(
    mov.u32 %r3, %ctaid.x; and.b32 %r3, %r3, 1; setp.eq.u32 %p1, %r3, 0;
    setp.lt.u32 %p2, %t, 4; or.pred %p1, %p1, %p2;
    @!%p1 bra SKIP;
    add.u32 %r1, %t, 100;
  SKIP:
    shfl.sync.idx.b32 %r2, %r1, 10, 31, -1;
    st.global.u32 [%slot], %r2;)";

  expect_same(text, 6, 32);
}

// The definition of %r1 does not depend on the block, but lane 10 executes it in no block and lane 0 reads lane 10's.
TEST(PlainCode, WhatOtherLanesReadIsNotComputedAhead) {
  const std::string text = R"(
    setp.lt.u32 %p1, %t, 4;
    @!%p1 bra SKIP;
    add.u32 %r1, %t, 100;
  SKIP:
    shfl.sync.idx.b32 %r2, %r1, 10, 31, -1;
    st.global.u32 [%slot], %r2;)";

  EXPECT_EQ(result(text, 2, 32, false), Values(64, 0));
}

TEST(PlainCode, LoopsKeepTheirOwnRegisters) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0; and.b32 %r4, %t, 7;
  L: add.u32 %r2, %r2, %r1; add.u32 %r1, %r1, 1; setp.le.u32 %p1, %r1, %r4; @%p1 bra L;
    st.global.u32 [%slot], %r2;)",
              3, 64);
}

TEST(PlainCode, LocalMemoryIsEachLanesOwn) {
  expect_same(R"(
    .local .align 8 .b8 l[64];
    and.b32 %r1, %t, 7; shl.b32 %r1, %r1, 2; cvt.u64.u32 %rd1, %r1; mov.u64 %rd2, l; add.u64 %rd2, %rd2, %rd1;
    setp.lt.u32 %p1, %t, 20;
    @%p1 st.local.u32 [%rd2], %g;
    mov.u64 %rd3, l; ld.local.u32 %r2, [%rd3+8]; ld.local.u32 %r3, [%rd2]; add.u32 %r2, %r2, %r3;
    st.global.u32 [%slot], %r2;)",
              3, 48);
}

TEST(PlainCode, AFaultOfSomeLanesIsTheSame) {
  const std::string text = R"(
    .local .align 8 .b8 l[16];
    mov.u64 %rd2, l; setp.eq.u32 %p1, %t, 5; mov.u64 %rd1, 0; @%p1 mov.u64 %rd1, 64; add.u64 %rd2, %rd2, %rd1;
    setp.gt.u32 %p2, %t, 3;
    @%p2 st.local.u32 [%rd2], %g;)";

  EXPECT_NE(fault_of(text, 32).find("thread (5,0,0)"), std::string::npos) << fault_of(text, 32);
}

/// Memory and message of a run within small budgets; nothing where the text is no program.
std::optional<std::string> outcome(const std::string& text, bool watched) {
  try {
    const ptx::Module module = ptx::parse(text, "mutated.ptx");
    std::string out;
    for (const std::string_view entry : module.entries()) {
      Machine machine(module, entry, {.max_warp_instructions = 20000, .threads = 1});
      launch::Launch launch;
      launch.entry = entry;
      launch.grid = {3, 1, 1};
      launch.block = {48, 1, 1};
      const auto arguments = forewarp::test::made_up_arguments(*module.find(entry), machine.memory());
      Watcher watcher;
      try {
        machine.run(launch, arguments, {}, watched ? &watcher : nullptr);
      } catch (const InputError& e) {
        out += e.what();
      }
      for (const auto& argument : arguments) {
        std::uint64_t address = 0;
        if (argument.size() != sizeof address) continue;
        std::memcpy(&address, argument.data(), sizeof address);
        std::string bytes(4096, '\0');
        machine.memory().read(address, std::as_writable_bytes(std::span(bytes)));
        out += bytes;
      }
    }
    return out;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

TEST(PlainCode, ProgramsChangedAtRandomDoTheSameWatchedAndUnwatched) {
  std::mt19937 random(7);
  ASSERT_TRUE(outcome(program, false).has_value());
  for (int i = 0; i < 1500; ++i) {
    const std::string text = mutated(random);
    ASSERT_EQ(outcome(text, false), outcome(text, true)) << text;
  }
}

/// What the entry of a module executes once a launch, as the text of the instructions.
std::vector<std::string> prologue_of(const std::string& text) {
  const ptx::Module module = ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n" + text, "test.ptx");
  Memory memory;
  const auto program_code = decode(module, "k", memory, {.isa = best_isa()});
  const PlainCode& plain = program_code->entry().plain;
  std::vector<std::string> out;
  for (const Ready& r : plain.prologue)
    out.push_back(r.lane.fn                                                       ? "lanes"
                  : program_code->entry().ops[r.lane.control].is_constant_address ? "load"
                                                                                  : "cvta");
  return out;
}

TEST(PlainCode, ParametersAndAddressesMoveAndTheBlockIndexStays) {
  // ld.param, cvta, mov tid, mul move; mov ctaid and what follows from it stay.
  EXPECT_EQ(prologue_of(R"(.visible .entry k(.param .u64 out) {
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; mov.u32 %r2, %ctaid.x; add.u32 %r3, %r2, %r1;
    add.u64 %rd4, %rd2, %rd3; st.global.u32 [%rd4], %r3; ret; })"),
            (std::vector<std::string>{"load", "cvta", "lanes", "lanes", "lanes"}));
}

TEST(PlainCode, NothingMovesThatIsGuardedOrWrittenTwice) {
  EXPECT_TRUE(prologue_of(R"(.visible .entry k() {
    .reg .b32 %r<9>; .reg .pred %p1;
    mov.u32 %r1, 1; setp.eq.u32 %p1, %r3, 0; @%p1 mov.u32 %r2, %tid.x; mov.u32 %r1, %r2; ret; })")
                  .empty());
}

}  // namespace
}  // namespace forewarp::emu::test
