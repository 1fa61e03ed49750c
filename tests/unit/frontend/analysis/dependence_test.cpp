// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/dependence.hpp"

#include <gtest/gtest.h>

#include <string>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Function;
using ptx::Module;
using ptx::Opcode;
using ptx::parse;

Module module_of(const std::string& parameters, const std::string& body, const std::string& before = "") {
  return parse(".version 8.5\n.target sm_80\n.address_size 64\n" + before + ".visible .entry k(" + parameters +
               ") {\n.reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>;\n" + body + "ret;\n}\n");
}

/// "n x[] thread_x": values, contents and indices that a branch depends on, by the names of the parameters.
std::string names(const Module& module, const Dependence& d, const Sources& s) {
  const Function& entry = *module.find("k");
  std::string out;
  for (std::size_t w = 0; w < d.words.size(); ++w) {
    const std::string name(entry.parameters[d.words[w].parameter].name);
    if (s.values.test(w)) out += name + " ";
    if (s.contents.test(w)) out += name + "[] ";
  }
  static const char* const indices[] = {"thread_x", "thread_y", "thread_z", "block_x", "block_y", "block_z"};
  for (std::size_t i = 0; i < 6; ++i)
    if (s.indices.test(i)) out += std::string(indices[i]) + " ";
  if (!out.empty()) out.pop_back();
  return out;
}

std::string branch(const Module& module, std::size_t number) {
  const Dependence d = dependence_of(module, *module.find("k"));
  return names(module, d, d.branches.at(number).sources);
}

TEST(Dependence, AGuardDependsOnTheBoundAndOnTheIndicesThatItsIndexIsMadeOf) {
  const Module m =
      module_of(".param .u32 n",
                "ld.param.u32 %r1, [n]; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;\n"
                "mad.lo.s32 %r5, %r2, %r3, %r4; setp.ge.s32 %p1, %r5, %r1; @%p1 bra END; mov.u32 %r6, 1;\n"
                "END: ");

  EXPECT_EQ(branch(m, 0), "n thread_x block_x");
}

TEST(Dependence, ATripCountThatIsLoadedDependsOnTheContentsOfItsBufferAndNotOnTheValueOfThePointer) {
  const Module m =
      module_of(".param .u64 offsets",
                "ld.param.u64 %rd1, [offsets]; cvta.to.global.u64 %rd2, %rd1; ld.global.u32 %r1, [%rd2+4];\n"
                "mov.u32 %r2, 0;\nL: add.s32 %r2, %r2, 1; setp.lt.s32 %p1, %r2, %r1; @%p1 bra L;\n");

  const Dependence d = dependence_of(m, *m.find("k"));

  ASSERT_EQ(d.branches.size(), 1U);
  EXPECT_TRUE(d.branches[0].leaves_loop);
  EXPECT_EQ(names(m, d, d.branches[0].sources), "offsets[]");
}

TEST(Dependence, ValuesGoThroughSharedMemoryAndThroughBuffersThatWereWritten) {
  const Module m = module_of(".param .u64 x, .param .u64 y, .param .u32 k",
                             ".shared .align 4 .b8 s[4];\nld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];\n"
                             "ld.param.u32 %r9, [k]; ld.global.u32 %r1, [%rd1]; st.shared.u32 [s], %r1;\n"
                             "ld.shared.u32 %r2, [s]; setp.eq.s32 %p1, %r2, 0; @%p1 bra A; mov.u32 %r3, 1;\n"
                             "A: st.global.u32 [%rd2], %r9; ld.global.u32 %r4, [%rd2]; setp.eq.s32 %p2, %r4, 0;\n"
                             "@%p2 bra B; mov.u32 %r5, 1;\nB: ");

  EXPECT_EQ(branch(m, 0), "x[]");
  EXPECT_EQ(branch(m, 1), "y[] k");
}

TEST(Dependence, AMatrixThatStmatrixStoresIsFoundBySharedLoads) {
  const Module m = module_of(".param .u64 x",
                             ".shared .align 16 .b8 s[256];\nld.param.u64 %rd1, [x]; ld.global.u32 %r1, [%rd1];\n"
                             "mov.u32 %r3, s; stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r3], {%r1};\n"
                             "ld.shared.u32 %r2, [s]; setp.eq.s32 %p1, %r2, 0; @%p1 bra A; mov.u32 %r4, 1;\nA: ");

  EXPECT_EQ(branch(m, 0), "x[]");
}

TEST(Dependence, ARegisterThatABranchAssignsOnOneSideDependsOnTheBranch) {
  // trips = flag == 0 ? 10 : 1000, and then a loop of so many.
  const Module m = module_of(".param .u32 flag",
                             "ld.param.u32 %r1, [flag]; mov.u32 %r2, 10; setp.eq.s32 %p1, %r1, 0; @%p1 bra A;\n"
                             "mov.u32 %r2, 1000;\nA: mov.u32 %r3, 0;\n"
                             "L: add.s32 %r3, %r3, 1; setp.lt.s32 %p2, %r3, %r2; @%p2 bra L;\n");

  EXPECT_EQ(branch(m, 1), "flag");
}

TEST(Dependence, AnEarlyReturnDoesNotMakeWhatFollowsDependOnItsGuard) {
  const Module m = module_of(".param .u32 n, .param .u32 k",
                             "ld.param.u32 %r1, [n]; ld.param.u32 %r2, [k]; mov.u32 %r3, %tid.x;\n"
                             "setp.ge.s32 %p1, %r3, %r1; @%p1 ret; mov.u32 %r4, 0;\n"
                             "L: add.s32 %r4, %r4, 1; setp.lt.s32 %p2, %r4, %r2; @%p2 bra L;\n");

  EXPECT_EQ(branch(m, 1), "k");
}

TEST(Dependence, ArgumentsGoIntoFunctionsAndResultsComeBack) {
  const Module m = module_of(
      ".param .u64 x, .param .u32 n",
      "ld.param.u64 %rd1, [x]; ld.global.u32 %r1, [%rd1];\n{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1;\n"
      "call (b), f, (a); ld.param.b32 %r2, [b]; }\nsetp.eq.s32 %p1, %r2, 0; @%p1 bra END; mov.u32 %r3, 1;\nEND: ",
      ".func (.param .b32 o) f(.param .b32 i) { .reg .b32 %q<3>; .reg .pred %c; ld.param.b32 %q1, [i];\n"
      "setp.gt.s32 %c, %q1, 5; @%c bra E; add.s32 %q1, %q1, 1;\nE: st.param.b32 [o], %q1; ret; }\n");

  EXPECT_EQ(branch(m, 0), "x[]");
  EXPECT_EQ(branch(m, 1), "x[]");  // of f
}

TEST(Dependence, TheSourceOfAnAsynchronousCopyIsAPointerAndIsRead) {
  const Module m = module_of(".param .u64 x",
                             ".shared .align 16 .b8 s[16];\nld.param.u64 %rd1, [x]; mov.u32 %r1, s;\n"
                             "cp.async.ca.shared.global [%r1], [%rd1], 16; ld.shared.u32 %r2, [s];\n"
                             "setp.eq.s32 %p1, %r2, 0; @%p1 bra END; mov.u32 %r3, 1;\nEND: ");

  const Dependence d = dependence_of(m, *m.find("k"));

  EXPECT_TRUE(d.pointers.test(0));
  EXPECT_EQ(names(m, d, d.branches.at(0).sources), "x[]");
}

TEST(Dependence, WhatDecidesAnInstructionIsWhatItReadsAndTheBranchesBeforeIt) {
  const Module m =
      module_of(".param .u64 x, .param .u32 n, .param .u32 k, .param .u32 unused",
                "ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [n]; ld.param.u32 %r2, [k];\n"
                "ld.param.u32 %r8, [unused]; mov.u32 %r3, %tid.x; setp.ge.s32 %p1, %r3, %r1; @%p1 bra END;\n"
                "mul.wide.s32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], 1;\nEND: ");
  const Function& entry = *m.find("k");
  const Dependence d = dependence_of(m, entry);
  std::uint32_t store = 0;
  while (entry.body[store].opcode != Opcode::st) ++store;

  EXPECT_EQ(names(m, d, d.deciding(entry, store)), "x n k thread_x");
}

}  // namespace
}  // namespace forewarp::analysis
