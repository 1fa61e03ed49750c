// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/read.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace {

using namespace forewarp;

const std::string text =
    "domain { [i] : 0 <= i < n }\n"
    "b[i] = 2*a[i]\n"
    "---\n"
    "split i 16\n"
    "tag i_in:l.0, i_out:g.0\n";

TEST(LoopRead, AppliesTheLinesBelowTheRule) {
  const loop::Program p = loop::parse(text);
  EXPECT_EQ(p.loops(), (std::vector<std::string>{"i_out", "i_in"}));
  EXPECT_EQ(p.tag_of("i_out").kind, loop::LoopTag::Kind::group);
}

TEST(LoopRead, WritesWhatReadsAsTheSame) {
  const std::string once = loop::to_text(loop::parse(text));
  EXPECT_EQ(once, text);
  EXPECT_EQ(loop::to_text(loop::parse(once)), once);
}

TEST(LoopRead, PlacesErrorsOfTransformations) {
  try {
    (void)loop::parse("domain { [i] : 0 <= i < n }\nb[i] = a[i]\n---\nsplit j 16\n", "x.loop");
    FAIL();
  } catch (const ParseError& e) {
    EXPECT_EQ(std::string{e.what()}.substr(0, 10), "x.loop:4:1") << e.what();
  }
}

TEST(LoopRead, AProgramWithoutSourceHasNoText) {
  const loop::Program made;
  EXPECT_THROW((void)loop::to_text(made), InputError);
}

}  // namespace
