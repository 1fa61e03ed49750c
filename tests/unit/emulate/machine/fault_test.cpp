// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a kernel can do wrong, and what is said of it.
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

TEST(Fault, NamesTheBufferTheKernelThePlaceAndTheThread) {
  Kernel k(body("st.global.u32 [%slot], 1;"));
  k.buffer(Values(40), "result");

  const std::string message = k.block({64, 1, 1}).fault();

  // Thread 40 stores bytes [160, 164) of 160; buffer 1 begins at 1 << 40. The body's first line is line 14 of the text.
  EXPECT_EQ(message,
            "test.ptx:14: kernel 'k': store of 4 bytes at global address 0x100000000a0: out of bounds, byte 160 of "
            "buffer 'result' (160 bytes) [block (0,0,0) thread (40,0,0)]");
}

TEST(Fault, NamesTheSourceLineWhereTheTextHasOne) {
  Kernel k(body("\n .loc 1 77 3\n trap;") + ".file 1 \"kernel.cu\"\n");
  k.buffer(Values(1));

  EXPECT_EQ(k.fault(), "test.ptx:16 (kernel.cu:77): kernel 'k': trap [block (0,0,0) thread (0,0,0)]");
}

TEST(Fault, TellsTheKindsOfBadAddressesApart) {
  EXPECT_NE(fault_of("ld.global.u32 %r1, [%out+2];", 2).find("misaligned, byte 2 of buffer 'out' (8 bytes)"),
            std::string::npos);
  EXPECT_NE(
      fault_of("mov.u64 %rd1, 8; ld.u32 %r1, [%rd1];", 2).find("load of 4 bytes at global address 0x8: null pointer"),
      std::string::npos);
  EXPECT_NE(fault_of("mov.u64 %rd1, 0x7700000000000000; ld.u32 %r1, [%rd1];", 2).find("wild address, in no buffer"),
            std::string::npos);
  EXPECT_NE(fault_of("ld.global.u32 %r1, [%out+-4];", 2).find("out of bounds, 4 bytes before buffer 'out' (8 bytes)"),
            std::string::npos);
  EXPECT_NE(fault_of(".shared .align 4 .b8 s[12]; st.shared.u32 [s+12], 1;", 1)
                .find("store of 4 bytes at shared address 0xc: out of bounds, the block has 12 bytes"),
            std::string::npos);
  EXPECT_NE(fault_of(".local .align 8 .b8 s[16]; ld.local.u64 %rd1, [s+4];", 1)
                .find("load of 8 bytes at local address 0x4: misaligned, the thread has 16 bytes"),
            std::string::npos);
  EXPECT_NE(fault_of("mov.u64 %rd1, c; st.u32 [%rd1], 1;", 1, ".const .u32 c = 1;\n")
                .find("buffer 'c' (4 bytes) is constant"),
            std::string::npos);
}

TEST(Fault, DynamicSharedMemoryIsAskedForWhereTheKernelHasAny) {
  EXPECT_EQ(fault_of(".shared .align 4 .b8 s[12]; st.shared.u32 [s+12], 1;", 1).find("--shared"), std::string::npos);
  EXPECT_NE(fault_of("st.shared.u32 [d], 1;", 1, ".extern .shared .align 4 .b8 d[];\n").find("--shared BYTES"),
            std::string::npos);
}

TEST(Fault, AnInstructionThatIsNotThereStopsWithItsName) {
  const std::string message = fault_of("tcgen05.wait::ld.sync.aligned;", 1);

  EXPECT_NE(message.find("test.ptx:14: kernel 'k': instruction 'tcgen05.wait::ld.sync.aligned' is not emulated"),
            std::string::npos)
      << message;
}

TEST(Fault, ASpecialRegisterWithoutAValueStopsWithItsName) {
  // All of specials.def that stand for nothing here; the others have a test in special_test.cpp or a value of their
  // own.
  std::vector<std::string> without = {"%aggr_smem_size", "%envreg0", "%envreg3", "%envreg31"};
  for (int i = 0; i < 8; ++i) without.push_back("%pm" + std::to_string(i));
  for (const std::string& name : without) {
    const std::string message = fault_of("mov.u32 %r1, " + name + "; st.global.u32 [%slot], %r1;", 1);

    EXPECT_NE(message.find("special register '" + name + "' has no value in the emulator"), std::string::npos)
        << name << ": " << message;
  }
  EXPECT_NE(fault_of("mov.u64 %rd1, %pm3_64;", 1).find("'%pm3_64' has no value"), std::string::npos);
  EXPECT_EQ(run_body("bra END; mov.u32 %r1, %pm0; END: st.global.u32 [%slot], 4;", 1)[0], 4U);
}

TEST(Fault, AnInstructionThatIsNotReachedDoesNotMatter) {
  EXPECT_EQ(run_body("bra END; tcgen05.wait::ld.sync.aligned; END: st.global.u32 [%slot], 4;", 1)[0], 4U);
}

TEST(Fault, DivergedBarriersAreReported) {
  // The other 22 lanes go round the barrier and on to a store.
  const std::string message =
      fault_of("setp.lt.u32 %p1, %t, 10; @%p1 bra B; bra END; B: bar.sync 0; END: st.global.u32 [%slot], 1;", 32);

  EXPECT_NE(message.find("barrier divergence: 10 of the 32 live threads of warp 0 arrive"), std::string::npos)
      << message;
}

TEST(Fault, BarriersThatNobodyCanCompleteAreReported) {
  const std::string message = fault_of(R"(
    setp.lt.u32 %p1, %t, 32;
    @%p1 bra FIRST;
    bar.sync 2;
    bra END;
  FIRST: bar.sync 1;
  END:)",
                                       64);

  EXPECT_NE(message.find("barrier deadlock: barrier 1 waits for 64 threads, 32 arrived, and no warp can go on"),
            std::string::npos)
      << message;
}

TEST(Fault, EndlessLoopsEndByTheInstructionBudget) {
  const std::string message = fault_of("L: bra L;", 1, "", {.max_warp_instructions = 1000});

  EXPECT_NE(message.find("more than 1000 warp instructions executed (--limit COUNT allows more)"), std::string::npos);
}

TEST(Fault, BarriersOnBothSidesOfABranchAreDivergence) {
  const std::string message =
      fault_of("setp.lt.u32 %p1, %t, 10; @%p1 bra B; bar.sync 0; bra END; B: bar.sync 0; END:", 32);

  EXPECT_NE(message.find("of the 32 live threads of warp 0 arrive"), std::string::npos) << message;
}

TEST(Fault, ALockThatNobodyGivesBackIsFoundOutAtOnce) {
  // No lane releases the lock: the first gets it, 31 ask for it for ever. 10000 instructions would be a budget of 39
  // iterations of four instructions for each of 64 lanes; it is found long before.
  const std::string message = fault_of(R"(
  L: atom.shared.cas.b32 %r1, [lock], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra L;
    st.global.u32 [%slot], 1;)",
                                       64, ".shared .align 4 .u32 lock;\n", {.max_warp_instructions = 10000});

  EXPECT_NE(message.find("no thread of the grid can go on"), std::string::npos) << message;
}

// Block 0 goes through 50 flags again and again until all are set, which never happens.
TEST(Fault, WaitingForAListOfFlagsThatNobodySetsIsFoundOut) {
  Kernel k(body(R"(
    setp.ne.u32 %p1, %g, 0; @%p1 bra END;
  ALL: mov.u32 %r2, 0; mov.u32 %r3, 1;
  NEXT: mad.wide.u32 %rd5, %r2, 4, %out;
    ld.volatile.global.u32 %r1, [%rd5]; and.b32 %r3, %r3, %r1;
    add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 50; @%p2 bra NEXT;
    setp.eq.u32 %p2, %r3, 0; @%p2 bra ALL;
  END:)"),
           {.max_warp_instructions = 1'000'000});
  k.buffer(Values(50), "out");

  const std::string message = k.grid({2, 1, 1}).fault();

  EXPECT_NE(message.find("no thread of the grid can go on"), std::string::npos) << message;
}

TEST(Fault, AWaitThatCountsItsAttemptsEndsByItself) {
  // Gives up after 100,000 attempts: stuck, but no state comes back, since the counter is part of it.
  const Values out = run_body(R"(
    mov.u32 %r2, 0;
  WAIT: ld.volatile.shared.u32 %r1, [flag]; add.u32 %r2, %r2, 1;
    setp.ne.u32 %p1, %r1, 0; setp.ge.or.u32 %p2, %r2, 100000, %p1; @!%p2 bra WAIT;
    st.global.u32 [%slot], %r2;)",
                              32, ".shared .align 4 .u32 flag;\n");

  EXPECT_EQ(out, Values(32, 100000));
}

TEST(Fault, TheInstructionBudgetIsOneForTheWholeLaunch) {
  Kernel k(body(""), {.max_warp_instructions = 100});
  k.buffer(Values(64));
  EXPECT_NO_THROW(k.grid({10, 1, 1}).run());  // 7 instructions a warp: 6 to begin with and ret
  EXPECT_NE(k.grid({20, 1, 1}).fault().find("more than 100 warp instructions executed"), std::string::npos);
}

TEST(Fault, TheMemoryBudgetIsReportedWhereItIsPassed) {
  Kernel k(body("mul.wide.u32 %rd1, %t, 0x100000; add.u64 %rd1, %rd1, %out; st.global.u32 [%rd1], 1;"),
           {.max_memory_bytes = 64 << 10});
  k.scalar(k.machine().memory().allocate(1 << 30, "huge"));

  const std::string message = k.block({32, 1, 1}).fault();

  EXPECT_NE(message.find("memory budget exhausted: touching buffer 'huge' would pass 65536 bytes [block (0,0,0) thread "
                         "(16,0,0)]"),
            std::string::npos)
      << message;  // 16 pages of 4096 bytes fit
}

TEST(Fault, ReadingWhatNobodyWroteIsReportedOnRequest) {
  const std::string shared = ".shared .align 4 .u32 s[64];\n";
  const char* text =
      "shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r1, %r1, %r2; setp.ne.u32 %p1, %t, 3; "
      "@%p1 st.shared.u32 [%r1], 1; ld.shared.u32 %r3, [%r1];";
  EXPECT_NO_THROW(run_body(text, 8, shared));

  const std::string message = fault_of(text, 8, shared, {.check_uninitialised = true});

  EXPECT_NE(message.find("read of shared memory at 0xc, which was never written [block (0,0,0) thread (3,0,0)]"),
            std::string::npos)
      << message;
}

TEST(Fault, ReadingAnOutputBufferBeforeItIsWrittenIsReportedOnRequest) {
  Kernel k(body("st.global.u32 [%slot], 1; ld.global.u32 %r1, [%slot]; ld.global.u32 %r1, [%slot+4];"),
           {.check_uninitialised = true});
  k.scalar(k.machine().memory().allocate_unwritten(8, "fresh"));

  EXPECT_NE(k.fault().find("byte 4 of buffer 'fresh' (8 bytes), which was never written"), std::string::npos);
}

constexpr const char* neighbour = R"(
    shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r1, %r1, %r2;
    st.shared.u32 [%r1], %t;
    BARRIER
    xor.b32 %r3, %t, 32; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r2;
    ld.shared.u32 %r4, [%r3];
    st.global.u32 [%slot], %r4;)";

std::string with_barrier(const std::string& barrier) {
  std::string text = neighbour;
  return text.replace(text.find("BARRIER"), 7, barrier);
}

TEST(Fault, SharedMemoryRacesAreReportedOnRequestWithBothSites) {
  const std::string shared = ".shared .align 4 .u32 s[64];\n";
  const std::string message = fault_of(with_barrier(""), 64, shared, {.check_races = true});

  EXPECT_NE(message.find("data race in shared memory at 0x80: written here by warp 1 and read at test.ptx:20"),
            std::string::npos)
      << message;
  EXPECT_NO_THROW(run_body(with_barrier("bar.sync 0;"), 64, shared, {.check_races = true}));
  EXPECT_NO_THROW(run_body(with_barrier("bar.sync 3, 64;"), 64, shared, {.check_races = true}));
}

TEST(Fault, BadLaunchesAreInputErrors) {
  Kernel k(body(""));
  EXPECT_THROW(k.run(), InputError);  // no argument
  k.scalar(std::uint32_t{1});
  EXPECT_THROW(k.run(), InputError);  // 4 bytes for a pointer
  Kernel large(body(""));
  large.buffer(Values(1));
  EXPECT_THROW(large.block({2048, 1, 1}).run(), InputError);
  EXPECT_THROW(large.block({0, 1, 1}).run(), InputError);
  EXPECT_THROW(Kernel(body(""), {.warp_size = 16}), InputError);
  const ptx::Module module = ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n", "empty.ptx");
  EXPECT_THROW(Machine(module, "k"), InputError);
}

}  // namespace
}  // namespace forewarp::emu::test
