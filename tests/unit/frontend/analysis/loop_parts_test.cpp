// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Parts of the search for regular loops, each by itself.
#include <gtest/gtest.h>

#include <memory>

#include "analysed_kernel.hpp"
#include "forewarp/frontend/analysis/detail/pointers.hpp"
#include "forewarp/frontend/analysis/loops/accumulation.hpp"
#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"
#include "forewarp/frontend/analysis/loops/loop_body.hpp"
#include "forewarp/frontend/analysis/loops/loop_watches.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Opcode;
using Numbers = std::vector<std::uint32_t>;

// Registers.

TEST(Pointers, ArePassedOnByWhatAddsSelectsAndCopiesAndNotByWhatScales) {
  for (const Opcode keeps : {Opcode::add, Opcode::sub, Opcode::mov, Opcode::cvta, Opcode::selp, Opcode::ld, Opcode::bfi,
                             Opcode::and_, Opcode::min, Opcode::shfl})
    EXPECT_TRUE(detail::keeps_pointer(keeps)) << static_cast<int>(keeps);
  for (const Opcode makes_a_number : {Opcode::mul, Opcode::mad, Opcode::div, Opcode::rem, Opcode::setp, Opcode::shl,
                                      Opcode::shr, Opcode::popc, Opcode::clz, Opcode::bfe, Opcode::mul24})
    EXPECT_FALSE(detail::keeps_pointer(makes_a_number)) << static_cast<int>(makes_a_number);
}

// Kinds of instructions.

const char* const one_of_each = R"(
  ld.global.u32 %r1, [%rd1];
  ld.param.u32 %r2, [n];
  ld.const.u32 %r3, [%rd1];
  ld.param.u32 %r3, [%rd1];
  mov.u32 %r4, %clock;
  mov.u32 %r5, %tid.x;
  mov.u32 %r6, %ctaid.x;
  add.s32 %r7, %r1, %r2;
  add.f32 %f1, %f2, %f3;
  add.sat.s32 %r7, %r1, %r2;
  add.u16x2 %r7, %r1, %r2;
  sub.u64 %rd2, %rd1, 8;
  mul.lo.s32 %r8, %r1, %r2;
  xor.b32 %r9, %r1, %r2;
  shl.b32 %r9, %r1, 2;
  setp.lt.s32 %p1, %r1, %r2;
  setp.ge.and.s32 %p2, %r1, %r2, %p1;
  setp.eq.ftz.f32 %p3, %f1, %f2;
  bar.sync 0;
  membar.gl;
  shfl.sync.bfly.b32 %r10, %r1, 1, 31, -1;
)";

TEST(InstructionKinds, LoadsAreWhatIsNoFunctionOfRegistersAlone) {
  const Code code(one_of_each);

  EXPECT_TRUE(is_load(code.instruction("ld.global")));
  EXPECT_TRUE(is_load(code.instruction("shfl")));
  EXPECT_FALSE(is_load(code.instruction("ld.param")));
  EXPECT_FALSE(is_load(code.instruction("ld.const")));
  EXPECT_FALSE(is_load(code.instruction("add.s32")));
  EXPECT_TRUE(is_fixed_load(code.flow, code.at("ld.param")));
  EXPECT_FALSE(is_fixed_load(code.flow, code.at("ld.param", 1)));  // at an address that may change
  EXPECT_FALSE(is_fixed_load(code.flow, code.at("ld.const")));
  EXPECT_FALSE(is_fixed_load(code.flow, code.at("ld.global")));
  EXPECT_TRUE(reads_clock(code.function(), code.instruction("mov.u32")));
  EXPECT_FALSE(reads_clock(code.function(), code.function().body[code.at("mov.u32", 1)]));
}

TEST(InstructionKinds, SumsAreOfPlainIntegersAndLinearIsMore) {
  const Code code(one_of_each);

  for (const char* sum : {"add.s32", "sub.u64", "mov.u32"}) {
    EXPECT_TRUE(is_sum(code.instruction(sum))) << sum;
    EXPECT_TRUE(is_linear(code.instruction(sum))) << sum;
  }
  for (const char* linear : {"mul.lo", "shl"}) {
    EXPECT_FALSE(is_sum(code.instruction(linear))) << linear;
    EXPECT_TRUE(is_linear(code.instruction(linear))) << linear;
  }
  for (const char* neither : {"add.f32", "add.sat", "add.u16x2", "xor", "ld.global"}) {
    EXPECT_FALSE(is_sum(code.instruction(neither))) << neither;
    EXPECT_FALSE(is_linear(code.instruction(neither))) << neither;
  }
}

TEST(InstructionKinds, ThreadsOfABlockDifferByTheirNumberAndMemory) {
  const Code code(one_of_each);

  EXPECT_TRUE(differs_by_thread(code.flow, code.at("ld.global")));
  EXPECT_FALSE(differs_by_thread(code.flow, code.at("ld.param")));
  EXPECT_TRUE(differs_by_thread(code.flow, code.at("ld.const")));
  EXPECT_TRUE(differs_by_thread(code.flow, code.at("mov.u32", 0)));   // %clock
  EXPECT_TRUE(differs_by_thread(code.flow, code.at("mov.u32", 1)));   // %tid
  EXPECT_FALSE(differs_by_thread(code.flow, code.at("mov.u32", 2)));  // %ctaid
  EXPECT_FALSE(differs_by_thread(code.flow, code.at("add.s32")));
}

TEST(InstructionKinds, BarriersAreWhereWarpsWaitNotFences) {
  const Code code(one_of_each);

  EXPECT_TRUE(is_barrier(code.instruction("bar.sync")));
  EXPECT_FALSE(is_barrier(code.instruction("membar")));
  EXPECT_FALSE(is_barrier(code.instruction("shfl")));
}

TEST(InstructionKinds, AComparisonIsPlainWithoutFurtherOperands) {
  const Code code(one_of_each);

  EXPECT_EQ(comparison_of(code.instruction("setp.lt")), ptx::Comparison::less);
  EXPECT_EQ(comparison_of(code.instruction("setp.ge")), std::nullopt);
  EXPECT_EQ(comparison_of(code.instruction("setp.eq")), std::nullopt);
}

TEST(InstructionKinds, PlainIntegersHave4Or8BytesInOnePart) {
  for (const ptx::Type plain : {ptx::Type::u32, ptx::Type::s32, ptx::Type::b32, ptx::Type::u64, ptx::Type::s64})
    EXPECT_TRUE(is_plain_integer(plain));
  for (const ptx::Type other : {ptx::Type::u16, ptx::Type::s8, ptx::Type::f32, ptx::Type::f64, ptx::Type::u16x2,
                                ptx::Type::s16x2, ptx::Type::b128, ptx::Type::pred})
    EXPECT_FALSE(is_plain_integer(other));
}

// Bodies of loops. The loop around goes from L to its branch, the inner one from M.

const char* const nested = R"(
  mov.u32 %r1, 0; mov.u32 %r2, %tid.x; ld.param.u64 %rd1, [x];
L: mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  setp.eq.u32 %p1, %r2, 5;
  @%p1 bra N;
  xor.b32 %r4, %r3, 1;
N: mov.u32 %r5, 0;
M: add.u32 %r5, %r5, 2;
  setp.lt.u32 %p2, %r5, 8;
  @%p2 bra M;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p3, %r1, 9;
  @%p3 bra L;
)";

TEST(LoopBody, KnowsItsBlocksAndWhichEveryIterationPassesOnce) {
  const Code code(nested);
  ASSERT_EQ(code.cfg.loops.size(), 2);
  std::size_t steps = 0;
  const LoopBody outer(code.flow, 0, steps);
  const auto block_of = [&](std::string_view mnemonic, unsigned skip = 0) {
    return code.cfg.block_of[code.at(mnemonic, skip)];
  };

  EXPECT_FALSE(outer.is_inside(code.at("mov.u32")));
  EXPECT_TRUE(outer.is_inside(code.at("xor")));
  EXPECT_TRUE(outer.every_iteration(block_of("mul.wide")));
  EXPECT_FALSE(outer.every_iteration(block_of("xor")));          // under a condition
  EXPECT_FALSE(outer.every_iteration(block_of("setp.lt.u32")));  // in the loop inside
  EXPECT_TRUE(outer.every_iteration(block_of("setp.lt.u32", 1)));
  EXPECT_TRUE(outer.leaves(block_of("setp.lt.u32", 1)));
  EXPECT_FALSE(outer.leaves(block_of("setp.lt.u32")));
  EXPECT_TRUE(LoopBody(code.flow, 1, steps).leaves(block_of("setp.lt.u32")));
  EXPECT_TRUE(outer.structure_is_simple());
  EXPECT_FALSE(outer.has_barrier());
}

TEST(LoopBody, FollowsAValueBackToTheIterationBefore) {
  const Code code(nested);
  std::size_t steps = 0;
  const LoopBody outer(code.flow, 0, steps);
  const std::uint32_t load = code.at("ld.global");

  Slice address, loaded, stopped;
  outer.follow(code.reg("%rd3"), load, address);
  outer.follow(code.reg("%r4"), code.at("ret"), loaded);
  outer.follow(code.reg("%rd3"), load, stopped, [&](std::uint32_t n) { return n == code.at("mul.wide"); });

  EXPECT_EQ(address.carried, std::set<std::uint32_t>{code.reg("%r1")});
  EXPECT_FALSE(address.has_load);
  EXPECT_EQ(address.instructions,
            (std::set<std::uint32_t>{code.at("mul.wide"), code.at("add.s64"), code.at("add.u32", 1)}));
  EXPECT_TRUE(loaded.has_load);
  EXPECT_TRUE(stopped.carried.empty());
  EXPECT_GT(steps, 0);
  EXPECT_FALSE(outer.is_exhausted());
}

TEST(LoopBody, GivesUpAfterTooManySteps) {
  const Code code(nested);
  std::size_t steps = LoopBody::max_steps;
  const LoopBody outer(code.flow, 0, steps);
  Slice slice;
  outer.follow(code.reg("%r1"), code.at("mul.wide"), slice);

  EXPECT_TRUE(outer.is_exhausted());
  EXPECT_TRUE(slice.has_load);  // not excluded
}

bool is_simple(const std::string& inside) {
  const Code code("mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\n" + inside + "\nsetp.lt.u32 %p1, %r1, 9; @%p1 bra L;\nE:");
  std::size_t steps = 0;
  return LoopBody(code.flow, 0, steps).structure_is_simple();
}

TEST(LoopBody, IsSimpleWithOneLatchAndNoEndInside) {
  EXPECT_TRUE(is_simple(""));
  EXPECT_TRUE(is_simple("setp.eq.u32 %p2, %r1, 5; @%p2 bra E;"));   // an exit at its own level
  EXPECT_FALSE(is_simple("setp.eq.u32 %p2, %r1, 5; @%p2 bra L;"));  // two latches
  EXPECT_FALSE(is_simple("setp.eq.u32 %p2, %r1, 5; @%p2 exit;"));
}

TEST(LoopBody, HasABarrierWhereOneIsInside) {
  const Code code(
      "L: bar.sync 0; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L; M: bar.sync 0;"
      "add.u32 %r2, %r2, 1; N: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 9; @%p1 bra N;");
  ASSERT_EQ(code.cfg.loops.size(), 2);
  std::size_t steps = 0;

  EXPECT_TRUE(LoopBody(code.flow, 0, steps).has_barrier());
  EXPECT_FALSE(LoopBody(code.flow, 1, steps).has_barrier());
}

/// Of a loop that counts %r1 and has this inside; what is read behind it comes last.
struct Accumulated {
  bool reaches = false;
  std::vector<std::string> inductions;
};

Accumulated accumulated(const std::string& inside, const std::string& behind) {
  const Code code("mov.u32 %r1, 0; mov.u32 %r2, 0; ld.param.u64 %rd1, [x];\nL: ld.global.u32 %r3, [%rd1];\n" + inside +
                  "\nadd.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L;\n" + behind);
  std::size_t steps = 0;
  RegularLoop loop;
  Accumulated out;
  out.reaches = accumulates_control(LoopBody(code.flow, 0, steps), loop);
  for (const std::uint32_t reg : loop.inductions) out.inductions.emplace_back(code.function().registers[reg].name);
  return out;
}

TEST(Accumulation, ASumThatIsOnlyStoredIsHarmless) {
  const Accumulated found = accumulated("add.u32 %r2, %r2, %r3;", "st.global.u32 [%rd1], %r2;");

  EXPECT_FALSE(found.reaches);
  EXPECT_EQ(found.inductions, std::vector<std::string>{"%r1"});
}

TEST(Accumulation, ASumThatDecidesABranchOrAnAddressIsNot) {
  const std::string sum = "add.u32 %r2, %r2, %r3;";

  EXPECT_TRUE(accumulated(sum, "setp.eq.u32 %p2, %r2, 0; @%p2 st.global.u32 [%rd1], %r1;").reaches);
  EXPECT_TRUE(accumulated(sum, "cvt.u64.u32 %rd2, %r2; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r4, [%rd3];").reaches);
  EXPECT_TRUE(accumulated("max.u32 %r2, %r2, %r3;", "setp.eq.u32 %p2, %r2, 0; @%p2 bra Z; st.global.u32 [%rd1], 1; Z:")
                  .reaches);
}

TEST(Accumulation, PointersThatGrowAreSetForwardToo) {
  const Accumulated found = accumulated("add.s64 %rd1, %rd1, 4;", "");

  EXPECT_FALSE(found.reaches);
  std::vector<std::string> inductions = found.inductions;
  std::sort(inductions.begin(), inductions.end());
  EXPECT_EQ(inductions, (std::vector<std::string>{"%r1", "%rd1"}));
}

/// The watches of a loop that counts %r1 to 9, and whether the guard of its store is steady.
struct Watched {
  bool steady = false;
  std::vector<LoopWatch> watches;
  std::set<std::string> moving;
};

Watched watched(const std::string& comparison) {
  const Code code(
      "mov.u32 %r1, 0; mov.u32 %r2, %tid.x; ld.param.u32 %r5, [n]; ld.param.u64 %rd1, [x];\nL:" + comparison +
      "\n@%p2 st.global.u32 [%rd1], %r2;\n"
      "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L;");
  std::size_t steps = 0;
  const LoopBody body(code.flow, 0, steps);
  LoopWatches watches(body);
  Slice moving;
  Watched out;
  out.steady = watches.is_steady(code.at("st.global"), moving);
  out.watches = watches.all();
  for (const std::uint32_t reg : moving.carried) out.moving.emplace(code.function().registers[reg].name);
  return out;
}

TEST(LoopWatches, AComparisonOfInvariantsNeedsNone) {
  const Watched found = watched("setp.lt.u32 %p2, %r2, %r5;");

  EXPECT_TRUE(found.steady);
  EXPECT_TRUE(found.watches.empty());
  EXPECT_TRUE(found.moving.empty());
}

TEST(LoopWatches, AnInductionIsWatchedUntilItPassesItsLimit) {
  const Watched found = watched("add.s32 %r6, %r2, %r1; setp.lt.s32 %p2, %r6, %r5;");

  EXPECT_TRUE(found.steady);
  ASSERT_EQ(found.watches.size(), 1);
  EXPECT_EQ(found.watches[0].condition.leaves_when, Comparison::less);
  EXPECT_TRUE(found.watches[0].condition.is_signed);
  EXPECT_EQ(found.watches[0].condition.bytes, 4);
  EXPECT_TRUE(found.watches[0].may_hold);
  EXPECT_TRUE(found.watches[0].condition.left.computed_before);
  EXPECT_EQ(found.moving, std::set<std::string>{"%r1"});
}

TEST(LoopWatches, ALoadedConditionIsNotSteady) {
  const Watched found = watched("ld.global.u32 %r6, [%rd1]; setp.lt.u32 %p2, %r6, %r5;");

  EXPECT_FALSE(found.steady);
  EXPECT_TRUE(found.watches.empty());
}

TEST(LoopWatches, AMinimumMustStayTheInvariants) {
  // %p2 depends on min(%r1, %r5), which must not become %r1: left is what moves.
  const Watched found = watched("min.u32 %r6, %r5, %r1; setp.lt.u32 %p2, %r6, 4;");

  EXPECT_TRUE(found.steady);
  ASSERT_EQ(found.watches.size(), 1);
  EXPECT_FALSE(found.watches[0].may_hold);
  EXPECT_EQ(found.watches[0].condition.leaves_when, Comparison::less);
  EXPECT_FALSE(found.watches[0].condition.is_signed);
  EXPECT_EQ(found.moving, std::set<std::string>{"%r1"});
}

TEST(LoopWatches, BesideABarrierAllThreadsMustSeeItAlike) {
  EXPECT_TRUE(watched("bar.sync 0; setp.lt.u32 %p2, %r1, %r5;").steady);
  EXPECT_FALSE(watched("bar.sync 0; add.s32 %r6, %r2, %r1; setp.lt.s32 %p2, %r6, %r5;").steady);  // %r2 is the thread
}

}  // namespace
}  // namespace forewarp::analysis
