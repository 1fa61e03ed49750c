// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/parameters.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

constexpr ParameterSpec specs[] = {
    {"trees", "100", "how many"}, {"criterion", "mse", "mse or mae"}, {"bootstrap", "no", ""}};
constexpr std::string_view criteria[] = {"mse", "mae"};

std::string message_of(const auto& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Parameters, GivenValuesStandOverTheFallbacks) {
  const Parameters p("forest", specs, {{"trees", "7"}});

  EXPECT_EQ(p.integer("trees", 1, 1000), 7);
  EXPECT_EQ(p.choice("criterion", criteria), 0u);
  EXPECT_FALSE(p.flag("bootstrap"));
}

TEST(Parameters, WhatIsUnknownOrOutOfRangeIsNamed) {
  EXPECT_EQ(message_of([] {
              Parameters("forest", specs, {{"tree", "7"}});
            }),
            "forest has no setting 'tree'; it has trees, criterion, bootstrap");
  const Parameters p("forest", specs, {{"trees", "0"}, {"criterion", "gini"}, {"bootstrap", "maybe"}});
  EXPECT_EQ(message_of([&] { (void)p.integer("trees", 1, 1000); }),
            "forest: trees is '0'; it must be a whole number from 1 to 1000");
  EXPECT_EQ(message_of([&] { (void)p.choice("criterion", criteria); }),
            "forest: criterion is 'gini'; it must be one of mse, mae");
  EXPECT_EQ(message_of([&] { (void)p.flag("bootstrap"); }), "forest: bootstrap is 'maybe'; it must be yes or no");
}

TEST(Parameters, NumbersThatAreNoneAreRefused) {
  const Parameters p("forest", specs, {{"trees", "nan"}});
  EXPECT_THROW((void)p.number("trees", 0, 10), InputError);
}

TEST(Settings, ComeAsNameEqualsValueWithCommas) {
  EXPECT_EQ(parse_settings("a=1,b=x=y"), (std::map<std::string, std::string>{{"a", "1"}, {"b", "x=y"}}));
  EXPECT_THROW((void)parse_settings("a"), InputError);
  EXPECT_THROW((void)parse_settings("a=1,a=2"), InputError);
}

}  // namespace
}  // namespace forewarp::learn
