// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Parts of the estimate of registers and of the analysis of dependence, each by itself.
#include <gtest/gtest.h>

#include "forewarp/frontend/analysis/detail/branch_sites.hpp"
#include "forewarp/frontend/analysis/detail/memory_state.hpp"
#include "forewarp/frontend/analysis/detail/rematerial.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

using namespace detail;
using ptx::Function;
using ptx::Module;
using ptx::StateSpace;

Module kernel(const std::string& body, const std::string& parameters = "") {
  return ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n.entry k(" + parameters +
                    ")\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<9>; .reg .f32 %f<9>;\n" + body + "}\n");
}

TEST(Rematerial, ValuesThatAreCheapToMakeAgain) {
  const Module module = kernel(
      "mov.u32 %r1, 7; ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r2, %tid.x;\n"
      "mov.u32 %r3, %ctaid.x; ld.global.u32 %r4, [%rd2]; mov.u32 %r5, 1; mov.u32 %r5, 2; ret;\n",
      ".param .u64 p");
  const Function& f = module.functions[0];
  const std::vector<bool> cheap = rematerialisable(f);
  const auto is_cheap = [&](const char* name) {
    for (std::size_t i = 0; i < f.registers.size(); ++i)
      if (f.registers[i].name == name) return static_cast<bool>(cheap[i]);
    throw std::logic_error(name);
  };

  EXPECT_TRUE(is_cheap("%r1"));
  EXPECT_TRUE(is_cheap("%rd1"));
  EXPECT_TRUE(is_cheap("%rd2"));  // from such a value
  EXPECT_TRUE(is_cheap("%r3"));   // the same for all threads
  EXPECT_FALSE(is_cheap("%r2"));  // each thread has its own
  EXPECT_FALSE(is_cheap("%r4"));
  EXPECT_FALSE(is_cheap("%r5"));  // written twice
}

TEST(BranchSites, ARegisterThatIsAssignedOnOneSideIsDecidedByTheBranch) {
  const Module module = kernel(
      "mov.u32 %r1, 1; mov.u32 %r3, %tid.x; setp.eq.u32 %p1, %r3, 0; @%p1 bra END;\n"
      "mov.u32 %r1, 2; mov.u32 %r2, 5;\nEND: st.global.u32 [%rd1], %r1; ret;\n");
  const Function& f = module.functions[0];

  const FunctionBranches branches = branch_sites(f);
  ASSERT_EQ(branches.sites.size(), 1);
  EXPECT_EQ(branches.block_of.size(), f.body.size());
  EXPECT_EQ(branches.blocks, 3);
  std::size_t left = 1000, none = 0;
  const auto decided = assigned_registers(f, branches.sites, branches.block_of, left);

  ASSERT_TRUE(decided);
  ASSERT_EQ(decided->at(0).size(), 1);  // r1, which is read after both sides have met; r2 is not
  EXPECT_EQ(f.registers[decided->at(0)[0]].name, "%r1");
  EXPECT_LT(left, 1000);
  EXPECT_FALSE(assigned_registers(f, branches.sites, branches.block_of, none));
}

TEST(MemoryState, WhatIsStoredIsLoadedAndChangesOnlyOnce) {
  MemoryState state;
  Sources address, value;
  value.values.set(3);
  Targets nowhere;

  EXPECT_TRUE(state.store(nowhere, StateSpace::shared, value, nowhere));
  EXPECT_FALSE(state.store(nowhere, StateSpace::shared, value, nowhere));  // nothing new

  EXPECT_TRUE(state.loaded(address, nowhere, StateSpace::shared).values.test(3));
  EXPECT_FALSE(state.loaded(address, nowhere, StateSpace::local).values.test(3));
}

}  // namespace
}  // namespace forewarp::analysis
