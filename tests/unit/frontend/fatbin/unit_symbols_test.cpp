// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/unit_symbols.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::fatbin {
namespace {

ptx::Module a_unit() {
  return ptx::parse(
      ".version 8.0\n.target sm_70\n.address_size 64\n.extern .global .f32 factor;\n.global .u8 text[4];\n"
      ".visible .global .u32 count;\n.extern .func scaled();\n.visible .entry k()\n{\nret;\n}\n",
      "unit.ptx");
}

TEST(UnitSymbols, AreDeclaredDefinedOrLocal) {
  const ptx::Module unit = a_unit();

  EXPECT_EQ(symbols_of(unit, true), (Symbols{"factor", "scaled"}));
  EXPECT_EQ(symbols_of(unit, false), (Symbols{"count", "k", "text"}));
  EXPECT_EQ(local_symbols(unit), Symbols{"text"});
}

TEST(UnitSymbols, WhatTheDriverProvidesIsDefinedByNoUnit) {
  EXPECT_TRUE(is_of_system("vprintf"));
  EXPECT_FALSE(is_of_system("scaled"));
}

TEST(UnitSymbols, AreRenamedAsWholeWords) {
  EXPECT_EQ(renamed("mov.u64 %rd1, $str; call $str2, f_$str;", {{"$str", "$str_1"}}),
            "mov.u64 %rd1, $str_1; call $str2, f_$str;");
}

}  // namespace
}  // namespace forewarp::fatbin
