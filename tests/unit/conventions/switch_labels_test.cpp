// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "switch_labels.hpp"

#include <gtest/gtest.h>

namespace forewarp::bench {
namespace {

TEST(SwitchLabels, ADefaultOverEnumeratorsIsToldFromOneOverCharactersAndNumbers) {
  const DefaultLabels labels = default_labels(R"(
    switch (a) { case Op::add: return 1; default: return 0; }
    switch (b) { case add: return 1; default: return 0; }
    switch (c) { case '}': case ':': return 1; default: return 0; }
    switch (d) { case 0xff: return 1; case -2: return 2; default: return 0; }
    switch (e) { case SQLITE_NULL: return 1; default : return 0; }
    switch (f) { case Op::add: case Op::subtract: return 1; })");

  EXPECT_EQ(labels.of_enumerations, 2);  // a, b
  EXPECT_EQ(labels.of_values, 3);        // c, d, e; f has no default
}

TEST(SwitchLabels, ANestedSwitchKeepsItsLabelsToItself) {
  const DefaultLabels labels = default_labels(R"(
    switch (a) {
      case Op::add:
        switch (n) { case 1: return 1; default: return 2; }
      case Op::subtract: return 3;
    })");

  EXPECT_EQ(labels.of_enumerations, 0);
  EXPECT_EQ(labels.of_values, 1);
}

TEST(SwitchLabels, ASwitchWithNothingButADefaultIsOverAnEnumeration) {
  EXPECT_EQ(default_labels("switch (a) { default: return 0; }").of_enumerations, 1);
}

TEST(SwitchLabels, CommentsAndTextsDoNotCount) {
  const DefaultLabels labels = default_labels(R"text(
    // switch (a) { case Op::add: default: }
    int x = {};  ///< default: none
    const char* s = "switch (b) { default: } \" {";
    const char* r = R"(switch (c) { case Op::add: default: })";
    int thousand = 1'000;
    switch (d) { case Op::add: break; /* default: } */ }
    void f() = default;)text");

  EXPECT_EQ(labels.of_enumerations, 0);
  EXPECT_EQ(labels.of_values, 0);
}

}  // namespace
}  // namespace forewarp::bench
