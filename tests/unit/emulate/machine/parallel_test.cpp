// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What an observer is told, and that it does not depend on the number of threads.
#include <fmt/format.h>

#include "forewarp/emulate/decode/decode.hpp"
#include "forewarp/emulate/decode/provenance.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

/// Writes down all that it is told.
class Recorder : public Observer {
 public:
  std::string log;
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Recorder>(); }
  void merge(Observer& later) override { log += static_cast<Recorder&>(later).log; }
  void block_begin(std::uint64_t linear, launch::Dim3) override { log += fmt::format("begin {}\n", linear); }
  void block_end(std::uint64_t linear) override { log += fmt::format("end {}\n", linear); }
  void basic_block(WarpId w, std::uint32_t block, LaneMask active) override {
    log += fmt::format("{}.{} block {} {:x}\n", w.block, w.warp, block, active);
  }
  void access(WarpId w, const Access& a) override {
    log += fmt::format("{}.{} site {} {} {} bytes {:x}\n", w.block, w.warp, a.site, ptx::name_of(a.space), a.bytes,
                       a.active);
  }
  void branch(WarpId w, std::uint32_t block, LaneMask active, LaneMask taken) override {
    log += fmt::format("{}.{} branch {} {:x} {:x}\n", w.block, w.warp, block, active, taken);
  }
  void barrier(WarpId w, std::uint32_t block, LaneMask active) override {
    log += fmt::format("{}.{} barrier {} {:x}\n", w.block, w.warp, block, active);
  }
  void warp_end(WarpId w) override { log += fmt::format("{}.{} end\n", w.block, w.warp); }
};

TEST(Observed, EventsComeInTheOrderOfExecution) {
  Kernel k(body(R"(
    setp.lt.u32 %p1, %t, 2;
    @%p1 bra LOW;
    st.global.u32 [%slot], 1;
  LOW:
    bar.sync 0;)"));
  k.buffer(Values(4));
  Recorder recorder;

  k.block({4, 1, 1}).run(&recorder);

  EXPECT_EQ(recorder.log,
            "begin 0\n"
            "0.0 block 0 f\n"
            "0.0 site 0 param 8 bytes f\n"
            "0.0 branch 0 f 3\n"
            "0.0 block 1 c\n"
            "0.0 site 1 global 4 bytes c\n"
            "0.0 block 2 f\n"
            "0.0 barrier 2 f\n"
            "0.0 end\n"
            "end 0\n");
}

TEST(Observed, OnlyTheChosenBlocksRun) {
  Kernel k(body("st.global.u32 [%slot], 1;"));
  const std::uint64_t out = k.buffer(Values(8));

  k.grid({8, 1, 1}).run(nullptr, std::vector<std::uint64_t>{1, 6});

  EXPECT_EQ(k.read<std::uint32_t>(out, 8), (Values{0, 1, 0, 0, 0, 0, 1, 0}));
}

constexpr const char* uneven = R"(
    and.b32 %r1, %g, 63; mov.u32 %r2, 0; mov.u32 %r3, 0;
  L: add.u32 %r2, %r2, %r3; add.u32 %r3, %r3, 1; setp.le.u32 %p1, %r3, %r1; @%p1 bra L;
    bar.sync 0;
    st.global.u32 [%slot], %r2;)";

TEST(Parallel, EventsAndResultsAreTheSameOnOneThreadAndMany) {
  std::string logs[2];
  Values results[2];
  for (const unsigned threads : {1U, 2U}) {
    Kernel k(body(uneven), {.threads = threads});
    const std::uint64_t out = k.buffer(Values(200 * 48));
    Recorder recorder;
    k.grid({200, 1, 1}).block({48, 1, 1}).run(&recorder);
    logs[threads - 1] = recorder.log;
    results[threads - 1] = k.read<std::uint32_t>(out, 200 * 48);
  }

  EXPECT_EQ(logs[0], logs[1]);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0][70], 6U * 7 / 2);  // 70 & 63 is 6
}

TEST(Parallel, TheFaultOfTheFirstBlockIsReportedWhicheverThreadMeetsOne) {
  std::string messages[2];
  for (const unsigned threads : {1U, 2U}) {
    Kernel k(body("st.global.u32 [%slot], 1;"), {.threads = threads});
    k.buffer(Values(321), "out");
    messages[threads - 1] = k.grid({200, 1, 1}).block({32, 1, 1}).fault();
  }

  EXPECT_EQ(messages[0], messages[1]);
  EXPECT_NE(messages[0].find("block (10,0,0) thread (1,0,0)"), std::string::npos) << messages[0];
}

/// What k(a, b, c) with these instructions does; a and b are different buffers, c is null.
LaunchEffects effects_of(const std::string& instructions) {
  const ptx::Module module = ptx::parse(
      ".version 8.5\n.target sm_80\n.address_size 64\n.global .u32 counter;\n"
      ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c) {\n"
      ".reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .f32 %f<9>;\n"
      "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd6, [c];\n" +
      instructions + "\nret;\n}\n");
  Memory memory;
  const auto program = decode(module, "k", memory, {.isa = best_isa()});
  std::vector<std::byte> parameters(24);
  const std::uint64_t addresses[] = {memory.allocate(64, "a"), memory.allocate(64, "b")};
  std::memcpy(parameters.data(), addresses, 16);
  return launch_effects(trace(*program), parameters, program->variables, memory.impl());
}

/// Whether its blocks may run at once.
bool independent(const std::string& instructions) { return blocks_are_independent(effects_of(instructions)); }

// CUB passes null for an output that only the last of several launches has.
TEST(Provenance, AStoreThroughNullGoesNowhere) {
  EXPECT_FALSE(effects_of("st.global.u32 [%rd6+8], 1;").somewhere.changes());
  EXPECT_FALSE(
      effects_of("mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd6, %rd4; st.global.u32 [%rd5], 1;").somewhere.changes());
  EXPECT_TRUE(effects_of("add.s64 %rd5, %rd6, %rd7; ld.global.u64 %rd7, [%rd1]; st.global.u32 [%rd5], 1;")
                  .somewhere.changes());  // beside a pointer from memory
  EXPECT_TRUE(effects_of("mul.wide.u32 %rd4, %r1, 4; st.global.u32 [%rd4], 1;").somewhere.changes());
  EXPECT_FALSE(independent("ld.global.u64 %rd3, [%rd1]; add.s64 %rd3, %rd3, %rd6; st.global.u32 [%rd3], 1;"));
}

TEST(Provenance, BlocksAreIndependentWhereNothingIsReadAndWritten) {
  EXPECT_TRUE(independent("ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd2], %r1;"));
  EXPECT_TRUE(
      independent("cvta.to.global.u64 %rd3, %rd1; mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd3, %rd4; "
                  "ld.global.u32 %r1, [%rd5+8]; st.global.u32 [%rd2], %r1;"));
  EXPECT_FALSE(independent("ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1], %r1;"));
  EXPECT_FALSE(independent("selp.b64 %rd3, %rd1, %rd2, 1; ld.global.u32 %r1, [%rd3]; st.global.u32 [%rd2], %r1;"));
  EXPECT_FALSE(independent("ld.global.u64 %rd3, [%rd1]; st.global.u32 [%rd3], 1;"));  // who knows where
}

// As nvcc makes the generic address of a shared array.
TEST(Provenance, AGenericAddressOfSharedMemoryReachesNoBuffer) {
  const std::string array = ".shared .align 4 .b8 box[64]; mov.u32 %r1, box; cvt.u64.u32 %rd3, %r1;\n";
  EXPECT_TRUE(independent(array + "cvta.shared.u64 %rd4, %rd3; st.shared.u64 [box+8], %rd4;\n"
                                  "ld.shared.u64 %rd5, [box+8]; st.u32 [%rd5+4], 1; ld.global.u32 %r2, [%rd1];"));
  EXPECT_FALSE(independent(array +
                           "add.s64 %rd4, %rd3, %rd1; cvta.to.global.u64 %rd5, %rd4; ld.global.u32 %r2, [%rd5];\n"
                           "st.global.u32 [%rd1], %r2;"));
}

// As clang reads a structure that is passed by value.
TEST(Provenance, FollowsCopiesOfTheAddressOfAParameter) {
  EXPECT_TRUE(
      independent("mov.b64 %rd3, b; mov.u64 %rd4, %rd3; ld.param.u64 %rd5, [%rd4];\n"
                  "ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd5], %r1;"));
  EXPECT_FALSE(
      independent("mov.b64 %rd3, a; ld.param.u64 %rd5, [%rd3+8]; ld.global.u32 %r1, [%rd5];\n"
                  "st.global.u32 [%rd2], %r1;"));  // b again
  EXPECT_FALSE(
      independent("mov.b64 %rd3, a; mov.b64 %rd3, b; ld.param.u64 %rd5, [%rd3]; ld.global.u32 %r1, [%rd1];\n"
                  "st.global.u32 [%rd5], %r1;"));  // one of two
}

TEST(Provenance, OnlyIntegerReductionsKeepBlocksIndependent) {
  EXPECT_TRUE(independent("red.global.add.u32 [%rd1], 1; ld.global.u32 %r1, [%rd2];"));
  EXPECT_TRUE(independent("atom.global.add.u32 %r1, [%rd1], 1;"));                  // %r1 is never read
  EXPECT_TRUE(independent("atom.global.add.u32 %r1, [%rd1], 1; mov.u32 %r1, 0;"));  // a result is not read
  EXPECT_TRUE(independent("red.global.add.u32 [counter], 1;"));
  EXPECT_FALSE(independent("atom.global.add.u32 %r1, [%rd1], 1; st.global.u32 [%rd2], %r1;"));
  EXPECT_FALSE(independent("red.global.add.f32 [%rd1], %f1;"));
  EXPECT_FALSE(independent("red.global.add.u32 [%rd1], 1; ld.global.u32 %r1, [%rd1];"));
  EXPECT_FALSE(independent("atom.global.exch.b32 %r1, [%rd1], 1;"));
}

TEST(Provenance, FollowsPointersAgainstTheOrderOfTheTextAndThroughMemory) {
  // A read of a and a write of b; a read of who knows what would not be independent of the write.
  EXPECT_TRUE(
      independent("L: ld.global.u32 %r1, [%rd5]; st.global.u32 [%rd2], %r1;\n"
                  "mov.b64 %rd5, %rd4; mov.b64 %rd4, %rd3; mov.b64 %rd3, %rd1; bra L;"));
  EXPECT_TRUE(
      independent(".local .align 8 .b8 slot[8];\nL: ld.local.u64 %rd5, [slot]; ld.global.u32 %r1, [%rd5];\n"
                  "st.global.u32 [%rd2], %r1; st.local.u64 [slot], %rd1; bra L;"));
  // The same, but what is kept in local memory is b, too.
  EXPECT_FALSE(
      independent(".local .align 8 .b8 slot[8];\nL: ld.local.u64 %rd5, [slot]; ld.global.u32 %r1, [%rd5];\n"
                  "st.global.u32 [%rd2], %r1; st.local.u64 [slot], %rd1; st.local.u64 [slot], %rd2; bra L;"));
}

}  // namespace
}  // namespace forewarp::emu::test
