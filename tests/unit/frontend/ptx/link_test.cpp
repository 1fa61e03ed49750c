// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/link.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::ptx {
namespace {

constexpr const char* head = ".version 8.0\n.target sm_80\n.address_size 64\n";
constexpr const char* caller =
    ".file 1 \"a.cu\"\n.extern .func (.param .b32 r) other(.param .b32 x);\n.extern .const .align 4 .u32 scale;\n"
    ".weak .func both() { ret; }\n.visible .entry k(.param .u64 p) { .loc 1 2 3\n ret; }\n";
constexpr const char* callee =
    ".file 1 \"b.cu\"\n.const .align 4 .u32 scale = 7;\n.weak .func both() { ret; }\n"
    ".visible .func (.param .b32 r) other(.param .b32 x) { .loc 1 9 1\n ret; }\n";

Module module_of(const std::string& text) { return parse(head + text); }

TEST(Link, TakesDefinitionsFromOtherModules) {
  const std::vector<Module> modules{module_of(caller), module_of(callee)};

  const Module whole = parse(linked(modules));

  const Function* other = whole.find("other");
  ASSERT_NE(other, nullptr);
  EXPECT_FALSE(other->is_declaration);
  ASSERT_EQ(other->locs.size(), 1u);
  EXPECT_EQ(whole.files.at(other->locs[0].file), "b.cu");
  EXPECT_EQ(whole.files.at(whole.find("k")->locs.at(0).file), "a.cu");
  ASSERT_EQ(whole.variables.size(), 1u);
  EXPECT_EQ(whole.variables[0].initial.at(0).bits, 7u);
}

// Names are declared before they are used: the definition stands where the declaration stood.
TEST(Link, DefinesVariablesBeforeTheirUse) {
  const std::vector<Module> modules{module_of(".extern .global .align 4 .u32 table[2];\n"
                                              ".visible .entry k() { .reg .u64 %rd1; mov.u64 %rd1, table; ret; }\n"),
                                    module_of(".visible .global .align 4 .u32 table[2] = {5, 6};\n")};

  const Module whole = parse(linked(modules));

  ASSERT_EQ(whole.variables.size(), 1u);
  EXPECT_EQ(whole.variables[0].initial.at(1).bits, 6u);
}

TEST(Link, RefusesTwoDefinitionsAndTwoTargets) {
  const std::vector<Module> twice{module_of(callee), module_of(callee)};
  EXPECT_THROW((void)linked(twice), InputError);
  const std::vector<Module> targets{module_of(caller), parse(".version 8.0\n.target sm_70\n.address_size 64\n")};
  EXPECT_THROW((void)linked(targets), InputError);
}

}  // namespace
}  // namespace forewarp::ptx
