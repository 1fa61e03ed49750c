// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/python/value.hpp"

#include <gtest/gtest.h>

namespace forewarp::python {
namespace {

TEST(PythonValue, IsTrueUnlessNoneZeroOrEmpty) {
  EXPECT_FALSE(truth_of(Value{}));
  EXPECT_FALSE(truth_of(Value{std::int64_t{0}}));
  EXPECT_FALSE(truth_of(Value{0.0}));
  EXPECT_FALSE(truth_of(Value{std::string()}));
  EXPECT_FALSE(truth_of(Value{List{}}));
  EXPECT_TRUE(truth_of(Value{List{Value{false}}}));
  EXPECT_TRUE(truth_of(Value{std::string("0")}));
}

TEST(PythonValue, IsReadAgainFromItsText) {
  for (const char* text : {"16", "-3", "1.5", "True", "False", "row"}) EXPECT_EQ(str(value_of(text)), text);
  EXPECT_EQ(value_of("1e3"), Value{1000.0});
  EXPECT_EQ(str(value_of("1e3")), "1000.0");
  EXPECT_EQ(real_of(Value{true}), 1);
  EXPECT_EQ(kind_of(Value{List{}}), "a list");
}

}  // namespace
}  // namespace forewarp::python
