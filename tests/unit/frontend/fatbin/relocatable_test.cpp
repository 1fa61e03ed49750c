// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/relocatable.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "unit/message_of.hpp"

namespace forewarp::fatbin {
namespace {

const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// A kernel that calls f(int), which the other unit defines. Both have a string of their own.
PtxUnit caller() {
  return {head +
              ".extern .func _Z1fi(.param .b32 x);\n.global .align 1 .b8 $str[2] = {65, 0};\n"
              ".visible .entry k() { .reg .u64 %rd1; mov.u64 %rd1, $str; ret; }\n",
          "a.cu"};
}
PtxUnit callee(const std::string& name) {
  return {head +
              ".global .align 1 .b8 $str[2] = {66, 0};\n.visible .func _Z1fi(.param .b32 x)"
              " { .reg .u64 %rd1; mov.u64 %rd1, $str; ret; }\n",
          name};
}

TEST(Relocatable, UnitsBecomeOneModuleInWhichEachKeepsItsOwnSymbols) {
  const ptx::Module module = ptx::parse(linked_program({caller(), callee("b.cu")}));

  ASSERT_NE(module.find("_Z1fi"), nullptr);
  EXPECT_FALSE(module.find("_Z1fi")->is_declaration);
  ASSERT_EQ(module.variables.size(), 2U);
  EXPECT_EQ(module.variables[0].name, "$str_unit0");
  EXPECT_EQ(module.variables[0].initial.at(0).bits, 65U);
  EXPECT_EQ(module.variables[1].name, "$str_unit1");
  EXPECT_EQ(module.variables[1].initial.at(0).bits, 66U);
}

TEST(Relocatable, TwoDefinitionsNameBothFiles) {
  EXPECT_EQ(testing::message_of([] {
              (void)linked_program({caller(), callee("b.cu"), callee("c.cu")});
            }),
            "b.cu and c.cu both define 'f(int)' for the device");
}

TEST(Relocatable, AMissingDefinitionNamesTheFileThatNeedsIt) {
  EXPECT_EQ(testing::message_of([] { (void)linked_program({caller()}); }),
            "a.cu uses 'f(int)' on the device, which no file of the program defines");
}

TEST(Relocatable, AUnitIsNamedAfterItsSource) {
  EXPECT_EQ(source_of(".file 1 \"/include/vector.h\"\n\t.file\t2 \"/home/b.cu\"\n", "unit 1"), "/home/b.cu");
  EXPECT_EQ(source_of(".target sm_80\n", "unit 1"), "unit 1");
  EXPECT_EQ(source_of(".file 1 \"/home/b.cu", "unit 1"), "unit 1");
}

TEST(Relocatable, FatBinariesFollowEachOther) {
  const std::string a = written(caller().text, 80), b = written(callee("b.cu").text, 90);
  const std::string section = a + std::string(8, '\0') + b;

  const std::vector<std::string_view> images = images_in(section);
  std::size_t skipped = 0;
  const std::vector<PtxUnit> units = units_for(images, 80, "app", skipped);

  ASSERT_EQ(images.size(), 2U);
  EXPECT_EQ(images[1], b);
  ASSERT_EQ(units.size(), 1U);  // the other one is for later devices
  EXPECT_EQ(units[0].name, "unit 1 of app");
  EXPECT_EQ(skipped, 1U);
  EXPECT_EQ(testing::message_of([&] { (void)images_in(section.substr(0, section.size() - 1)); }),
            "__nv_relfatbin: a fat binary is damaged");
}

}  // namespace
}  // namespace forewarp::fatbin
