// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Compiled code leaves in memory what the interpreter leaves.
#include "forewarp/emulate/native/hot_code.hpp"

#include <cstdlib>

#include "forewarp/emulate/decode/decode.hpp"
#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/native/host_compiler.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "unit/emulate/native/compiled.hpp"

namespace forewarp::emu::test {
namespace {

TEST_F(Compiled, LoopsCarryTheirValuesFromOneIterationToTheNext) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 1;
  LOOP:
    mad.lo.u32 %r2, %r2, 3, %g; xor.b32 %r3, %r2, %r1; shr.u32 %r3, %r3, 1; add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 20;
    @%p1 bra LOOP;
    st.global.u32 [%slot], %r3;)");
}

// Lanes leave the loop one by one: masks of every kind.
TEST_F(Compiled, DivergentLoopsLeaveFinishedLanesAlone) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0; and.b32 %r3, %t, 31;
  LOOP:
    add.u32 %r1, %r1, 1; mad.lo.u32 %r2, %r1, %r1, %r2; xor.b32 %r2, %r2, %t;
    setp.lt.u32 %p1, %r1, %r3;
    @%p1 bra LOOP;
    st.global.u32 [%slot], %r2;)");
}

// %r5 is read at the top of the loop before it is written below: its row must have it.
TEST_F(Compiled, ARowThatIsReadBeforeItsWriteIsKept) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r5, 7; mov.u32 %r6, 0;
  LOOP:
    add.u32 %r6, %r6, %r5; mul.lo.u32 %r5, %r1, 5; add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 9;
    @%p1 bra LOOP;
    st.global.u32 [%slot], %r6;)");
}

// Lane 10 of every warp is read by all, although it was not active when the others wrote theirs.
TEST_F(Compiled, OtherLanesReadWhatTheRunHasWritten) {
  expect_same(R"(
    add.u32 %r1, %g, 5; shl.b32 %r2, %r1, 3;
    setp.ne.u32 %p1, %t, 10;
    @%p1 add.u32 %r2, %r2, 1;
    shfl.sync.idx.b32 %r3, %r2, 10, 31, -1;
    add.u32 %r3, %r3, %r2; st.global.u32 [%slot], %r3;)");
}

TEST_F(Compiled, BarriersAndSharedMemoryStandBetweenRuns) {
  const std::string text = R"(
    .shared .align 4 .b8 box[256];
    mul.lo.u32 %r1, %t, 7; xor.b32 %r1, %r1, %g; shl.b32 %r2, %t, 2; mov.u32 %r3, box; add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    bar.sync 0;
    xor.b32 %r5, %t, 1; shl.b32 %r5, %r5, 2; add.u32 %r6, %r3, %r5;
    ld.shared.u32 %r7, [%r6];
    add.u32 %r7, %r7, %r1; mul.lo.u32 %r7, %r7, 3; st.global.u32 [%slot], %r7;)";

  expect_same(text);
}

// Loads and stores of all lanes, of some lanes behind a guard, and at addresses that the segment computes.
TEST_F(Compiled, AccessesBetweenRunsSeeTheirRows) {
  expect_same(R"(
    ld.global.u32 %r1, [%slot]; mad.lo.u32 %r1, %r1, 3, %g;
    setp.lt.u32 %p1, %t, 9;
    mul.lo.u32 %r2, %t, 4; cvt.u64.u32 %rd1, %r2; add.u64 %rd2, %out, %rd1;
    @%p1 ld.global.u32 %r1, [%rd2+4];
    add.u32 %r3, %r1, 7; mul.lo.u32 %r4, %r3, %r3;
    @!%p1 st.global.u32 [%slot], %r4;
    st.global.v2.u32 [%out+8], {%r3, %r4};
    ld.global.v2.u32 {%r5, %r6}, [%out+8];
    xor.b32 %r7, %r5, %r6; add.u32 %r7, %r7, %g;
    @%p1 st.global.u32 [%slot], %r7;)");
}

// Payloads of what is not a number come in through registers; stores, integers and selections see one bit pattern.
TEST_F(Compiled, WhatIsNotANumberHasOneBitPatternWhereBitsAreSeen) {
  expect_same(R"(
    and.b32 %r1, %t, 7; shl.b32 %r2, %r1, 21; or.b32 %r2, %r2, 0x7f000001; mov.b32 %f1, %r2; mov.b32 %f2, %r2;
    cvt.f64.f32 %fd1, %f1; mov.f32 %f6, 1.0; mov.u32 %r3, 0; mov.u32 %r6, 0;
  LOOP:
    mov.b32 %r8, %f6; mad.lo.u32 %r6, %r6, 5, %r8; mul.f32 %f6, %f6, %f2;
    fma.rn.f32 %f1, %f1, %f1, %f2; mul.f32 %f3, %f1, %f2; sub.f32 %f4, %f3, %f1; neg.f32 %f5, %f3;
    mov.b32 %r4, %f4; mov.b32 %r5, %f5; mad.lo.u32 %r6, %r6, 5, %r4; xor.b32 %r6, %r6, %r5;
    add.f64 %fd1, %fd1, %fd1; mul.f64 %fd2, %fd1, %fd1;
    setp.gtu.f32 %p2, %f3, %f1;
    @%p2 add.f32 %f2, %f3, %f1;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p1, %r3, 5;
    @%p1 bra LOOP;
    mov.b32 %r4, %f1; mad.lo.u32 %r6, %r6, 5, %r4; mov.b32 %r5, %f2; mad.lo.u32 %r6, %r6, 5, %r5;
    mov.b64 %rd1, %fd1; shr.u64 %rd1, %rd1, 40; cvt.u32.u64 %r7, %rd1; mad.lo.u32 %r6, %r6, 5, %r7;
    mov.b64 %rd1, %fd2; shr.u64 %rd1, %rd1, 40; cvt.u32.u64 %r7, %rd1; mad.lo.u32 %r6, %r6, 5, %r7;
    st.global.u32 [%slot], %r6;)");
}

// Every width, signs, vectors, places that lanes share, and local memory, where each thread has bytes of its own.
TEST_F(Compiled, AccessesInPlaceMoveTheSameBytes) {
  expect_same(R"(
    .local .align 8 .b8 own[64];
    .shared .align 8 .b8 box[512];
    mov.u32 %r1, 0; mov.u32 %r9, 0;
  LOOP:
    mad.lo.u32 %r2, %g, 77, %r1; and.b32 %r3, %r1, 7; shl.b32 %r3, %r3, 3; cvt.u64.u32 %rd1, %r3;
    mov.u64 %rd2, own; add.u64 %rd2, %rd2, %rd1;
    st.local.u32 [%rd2], %r2; st.local.u8 [%rd2+4], %r2; ld.local.s8 %r4, [%rd2]; ld.local.u32 %r5, [%rd2];
    and.b32 %r6, %t, 63; shl.b32 %r6, %r6, 3; mov.u32 %r7, box; add.u32 %r7, %r7, %r6;
    st.shared.v2.u32 [%r7], {%r4, %r5}; ld.shared.v2.u32 {%r4, %r5}, [%r7]; ld.shared.s16 %r8, [%r7+2];
    mad.lo.u32 %r9, %r9, 31, %r4; add.u32 %r9, %r9, %r5; xor.b32 %r9, %r9, %r8;
    ld.global.u32 %r4, [%out+40]; add.u32 %r9, %r9, %r4;
    st.global.u32 [%slot], %r9; ld.global.u8 %r5, [%slot+1]; add.u32 %r9, %r9, %r5;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 20;
    @%p1 bra LOOP;
    st.global.u32 [%slot], %r9;)");
}

// Each lane's first element is its address: in local memory, where every lane has a place of its own, and scattered.
TEST_F(Compiled, AVectorLoadMayOverwriteItsAddress) {
  expect_same(R"(
    .local .align 16 .b8 own[64];
    mov.u32 %r1, 0; mov.u32 %r9, 0; and.b32 %r8, %t, 3; shl.b32 %r8, %r8, 4;
  LOOP:
    mov.u64 %rd1, own; cvt.u64.u32 %rd2, %r8; add.u64 %rd2, %rd1, %rd2; add.u32 %r2, %g, %r1; cvt.u64.u32 %rd3, %r2;
    st.local.v2.u64 [%rd2], {%rd3, %rd2}; ld.local.v2.u64 {%rd2, %rd4}, [%rd2]; add.u64 %rd2, %rd2, %rd4;
    cvt.u32.u64 %r3, %rd2; mad.lo.u32 %r9, %r9, 31, %r3;
    xor.b32 %r4, %g, 5; mul.wide.u32 %rd5, %r4, 4; and.b64 %rd5, %rd5, 1008; add.u64 %rd5, %out, %rd5;
    ld.global.v2.u64 {%rd5, %rd6}, [%rd5]; add.u64 %rd5, %rd5, %rd6; cvt.u32.u64 %r3, %rd5; add.u32 %r9, %r9, %r3;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra LOOP;
    st.global.u32 [%slot], %r9;)");
}

// An access site that was never used is nowhere, not at the last address.
TEST_F(Compiled, AnAddressAtTheEndOfAllIsAFault) {
  const std::string text = R"(
    add.u32 %r1, %g, 1; mul.lo.u32 %r1, %r1, %r1; cvt.u64.u32 %rd1, %r1; or.b64 %rd1, %rd1, -1;
    ld.global.u8 %r2, [%rd1]; add.u32 %r2, %r2, %r1; st.global.u32 [%slot], %r2;)";

  EXPECT_NE(fault(text, {}, 0).find("0xffffffffffffffff"), std::string::npos);
}

// A row that the segment keeps in its scratch meets an access that the interpreter makes: the last lanes leave the
// buffer.
TEST_F(Compiled, AnAccessThatTheInterpreterMakesFindsItsRows) {
  const std::string text = R"(
    add.u32 %r1, %g, 3; mul.lo.u32 %r2, %r1, %r1; shl.b32 %r3, %g, 2; cvt.u64.u32 %rd1, %r3;
    add.u64 %rd2, %out, %rd1; add.u64 %rd2, %rd2, 520;
    st.global.u32 [%rd2], %r2;)";
  const std::string expected = fault(text, {}, never);

  EXPECT_EQ(fault(text, {}, 0), expected);
  EXPECT_NE(expected.find("out of bounds"), std::string::npos);
}

TEST_F(Compiled, AKernelThatIsNotWorthItIsInterpreted) {
  const ptx::Module module =
      ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n" +
                     body("add.u32 %r1, %g, 1; add.u32 %r1, %r1, 2; st.global.u32 [%slot], %r1;"),
                 "test.ptx");
  Memory memory(1 << 20);
  const std::unique_ptr<Program> program = decode(module, "k", memory, {.isa = best_isa()});
  MachineOptions options;
  options.native_after = 1000;
  native::HotCode hot(*program, options);

  EXPECT_TRUE(hot.may_compile_within(1));  // nothing is known yet
  hot.executed(600, 10);
  EXPECT_FALSE(hot.may_compile_within(6));  // 60 instructions a block
  EXPECT_TRUE(hot.may_compile_within(7));
  hot.executed(399, 1);
  EXPECT_EQ(hot.blocks(), nullptr);
  hot.executed(1, 1);
  EXPECT_NE(hot.blocks(), nullptr);
  EXPECT_FALSE(hot.may_compile_within(1'000'000));  // it is compiled
  EXPECT_EQ(hot.take_failure(), "");
}

// Branches alone have no operations; the text of their path would have a label each.
TEST_F(Compiled, AKernelOfVeryManyBlocksIsInterpreted) {
  std::string text = "add.u32 %r1, %g, 1; add.u32 %r1, %r1, 2;";
  for (int i = 0; i < 25'000; ++i) text += "@%p1 bra L" + std::to_string(i) + "; L" + std::to_string(i) + ":\n";
  const ptx::Module module = ptx::parse(
      ".version 8.5\n.target sm_80\n.address_size 64\n" + body(text + "st.global.u32 [%slot], %r1;"), "test.ptx");
  Memory memory(1 << 20);
  const std::unique_ptr<Program> program = decode(module, "k", memory, {.isa = best_isa()});
  ASSERT_GT(program->entry().plain.blocks.size(), 20'000U);
  MachineOptions options;
  options.native_after = 1000;

  EXPECT_FALSE(native::HotCode(*program, options).may_compile_within(1));
}

/// FOREWARP_CLANG names a program that does nothing: results come from the interpreter.
TEST_F(Compiled, ACompilerThatFailsLeavesTheInterpreter) {
  const std::string text = "add.u32 %r1, %g, 1; mul.lo.u32 %r1, %r1, %r1; st.global.u32 [%slot], %r1;";
  ::setenv("FOREWARP_CLANG", "/bin/false", 1);
  MachineOptions options;
  options.native_after = 0;
  Kernel k(body(text), options);
  const std::uint64_t out = k.buffer(Values(64), "out");

  k.block({64, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 64)[7], 64U);  // (7 + 1)^2
  EXPECT_NE(k.machine().take_native_failure().find("/bin/false"), std::string::npos);
  EXPECT_EQ(k.machine().take_native_failure(), "");
  EXPECT_THROW((void)result(text, 0), Unavailable);
  ::unsetenv("FOREWARP_CLANG");
}

/// All bytes of all buffers after the kernel's small launch.
std::vector<std::vector<std::byte>> memory_after(const launch::Description& description, std::uint64_t native_after) {
  const ptx::Module module = ptx::parse(launch::shipped_ptx(description)->text, "kernel.ptx");
  const Native native(native_after);
  const launch::Launch launch =
      launch::launch_from(description, {.set = description.check}, module.find(description.entry));
  Machine machine(module, launch.entry);
  const BoundArguments bound = bind(launch, machine.memory());
  machine.run(launch, bound.bytes);
  std::vector<std::vector<std::byte>> buffers;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    if (const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[i].value)) {
      buffers.emplace_back(buffer->bytes());
      machine.memory().read(bound.addresses[i], buffers.back());
    }
  return buffers;
}

/// Every bundled kernel where FOREWARP_LONG_TESTS asks for it, else every tenth.
TEST_F(Compiled, BundledKernelsLeaveTheSameBytes) {
  const std::vector<std::string> names = launch::corpus_names();
  const std::size_t step = std::getenv("FOREWARP_LONG_TESTS") != nullptr ? 1 : 10;
  for (std::size_t i = 0; i < names.size(); i += step) {
    SCOPED_TRACE(names[i]);
    const launch::Description description = launch::load_kernel(names[i]);

    EXPECT_EQ(memory_after(description, 0), memory_after(description, never));
  }
}

}  // namespace
}  // namespace forewarp::emu::test
