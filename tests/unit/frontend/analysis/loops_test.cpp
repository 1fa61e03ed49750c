// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Parts of the search for regular loops that others use by themselves.
#include <gtest/gtest.h>

#include "forewarp/frontend/analysis/dataflow.hpp"
#include "forewarp/frontend/analysis/loops/induction.hpp"
#include "forewarp/frontend/analysis/loops/loop_exits.hpp"
#include "kernel_text.hpp"

namespace forewarp::analysis {
namespace {

/// A loop whose last block is "setp, branch": its function, control flow and lists.
struct Looped {
  explicit Looped(const std::string& body)
      : module(kernel_of(body)), function(*module.find("k")), cfg(control_flow(function)), flow(function, cfg) {}

  [[nodiscard]] std::optional<ExitCondition> exit() const {
    const std::uint32_t last = cfg.loops.at(0).latches.at(0);
    return exit_condition(flow, cfg.loops.at(0), last);
  }

  ptx::Module module;
  const ptx::Function& function;
  Cfg cfg;
  Dataflow flow;
};

TEST(RegistersWritten, AreThoseOfTheLoopAndOfLoopsInside) {
  const Looped k(R"(
    mov.u32 %r1, 0;
    OUTER: mov.u32 %r2, 0;
    INNER: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 8; @%p1 bra INNER;
    add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 8; @%p2 bra OUTER;
    mov.u32 %r3, %r1;)");
  const auto reg = [&](const std::string& name) { return register_named(k.function, name); };
  std::vector<std::uint32_t> outer{reg("%p1"), reg("%p2"), reg("%r1"), reg("%r2")};
  std::vector<std::uint32_t> inner{reg("%p1"), reg("%r2")};
  std::sort(outer.begin(), outer.end());
  std::sort(inner.begin(), inner.end());

  EXPECT_EQ(registers_written(k.flow, k.cfg.loops.at(0)), outer);
  EXPECT_EQ(registers_written(k.flow, k.cfg.loops.at(1)), inner);
}

TEST(ExitCondition, IsTheOppositeWhereTheBranchStays) {
  const Looped stays("L: add.u32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, 8; @%p1 bra L;");
  const Looped stays_unless("L: add.u32 %r1, %r1, 1; setp.ge.s32 %p1, %r1, 8; @!%p1 bra L;");

  ASSERT_TRUE(stays.exit());
  EXPECT_EQ(stays.exit()->leaves_when, ptx::Comparison::greater_equal);
  EXPECT_EQ(stays.exit()->setp, 1U);
  ASSERT_TRUE(stays_unless.exit());
  EXPECT_EQ(stays_unless.exit()->leaves_when, ptx::Comparison::greater_equal);
}

TEST(ExitCondition, IsWhatTheBranchComparesWhereItLeaves) {
  const Looped k("L: setp.ge.s32 %p1, %r1, 8; @%p1 bra OUT; add.u32 %r1, %r1, 1; bra L;\nOUT: mov.u32 %r2, 1;");
  const auto exit = exit_condition(k.flow, k.cfg.loops.at(0), k.cfg.loops.at(0).header);

  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->leaves_when, ptx::Comparison::greater_equal);
}

TEST(ExitCondition, IsUnknownWhereTheComparisonIsNotOneOfTheLoop) {
  EXPECT_FALSE(Looped("setp.lt.s32 %p1, %r1, 8;\nL: add.u32 %r1, %r1, 1; @%p1 bra L;").exit());
  // Two comparisons may have written the predicate.
  EXPECT_FALSE(Looped("L: setp.lt.s32 %p1, %r1, 8; @%p2 setp.lt.s32 %p1, %r1, 9; @%p1 bra L;").exit());
  EXPECT_FALSE(Looped("L: setp.lt.f32 %p1, %f1, %f2; @%p1 bra L;").exit());
  EXPECT_FALSE(Looped("L: add.u32 %r1, %r1, 1; bra L;").exit());
}

TEST(UpdateOf, IsASumOfTheRegisterItselfOrAMoveOfOne) {
  const Looped k(R"(
    add.s32 %r1, %r1, 4;
    sub.s32 %r2, %r2, %r3;
    add.s32 %r4, %r5, 8;
    mov.u32 %r5, %r4;
    add.s32 %r6, %r7, %r6;
    @%p1 add.s32 %r8, %r8, 1;)");
  const auto update = [&](std::uint32_t n, const std::string& name) {
    return update_of(k.flow, n, register_named(k.function, name));
  };

  ASSERT_TRUE(update(0, "%r1"));
  EXPECT_EQ(update(0, "%r1")->addend.bits, 4U);
  EXPECT_FALSE(update(0, "%r1")->subtracts);
  ASSERT_TRUE(update(1, "%r2"));
  EXPECT_TRUE(update(1, "%r2")->subtracts);
  ASSERT_TRUE(update(3, "%r5"));
  EXPECT_EQ(update(3, "%r5")->addend.bits, 8U);
  EXPECT_FALSE(update(2, "%r4"));  // of %r5
  EXPECT_FALSE(update(4, "%r6"));  // the register is the second operand
  EXPECT_FALSE(update(5, "%r8"));  // only where the guard holds
}

}  // namespace
}  // namespace forewarp::analysis
