// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/program.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/sets/count.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;

Program two_nests() {
  Program program;
  program.domains.push_back(symbolic::Set::parse("[n] -> { [i,j] : 0 <= j <= i < n }", program.context));
  program.domains.push_back(symbolic::Set::parse("[m] -> { [k] : 0 <= k < m }", program.context));
  program.assumptions = symbolic::Set::parse("[n] -> { : n >= 1 and n mod 2 = 0 }", program.context);
  return program;
}

std::string points(const Program& program, const std::vector<std::string>& loops, std::int64_t n) {
  return symbolic::count(domain_of(program, loops)).value.evaluate({{"n", n}, {"m", 7}}).str();
}

TEST(LoopProgram, ADomainIsTheProductProjectedOnTheLoopsAskedFor) {
  const Program program = two_nests();
  EXPECT_EQ(points(program, {"i", "j"}, 4), "10");  // 1 + 2 + 3 + 4
  EXPECT_EQ(points(program, {"j"}, 4), "4");
  EXPECT_EQ(points(program, {"k", "i"}, 4), "28");
  EXPECT_EQ(domain_of(program, {"k", "i"}).dimensions(), 2U);
}

TEST(LoopProgram, NoLoopsIsOnePoint) {
  symbolic::Set one = domain_of(two_nests(), {});
  EXPECT_EQ(one.dimensions(), 0U);
  EXPECT_FALSE(one.is_empty());
}

TEST(LoopProgram, AssumptionsCutTheDomain) { EXPECT_EQ(points(two_nests(), {"i", "j"}, 5), "0"); }

TEST(LoopProgram, AFixedParameterHasItsValue) {
  Program program = two_nests();
  program.fixed["n"] = 6;
  EXPECT_EQ(program.parameters(), (std::vector<std::string>{"m"}));
  EXPECT_EQ(points(program, {"i"}, 6), "6");
}

TEST(LoopProgram, NamesWhatIsNearToAnUnknownLoop) {
  try {
    (void)domain_of(two_nests(), {"kk"});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string{e.what()}.find("no loop 'kk' (did you mean 'k'"), std::string::npos) << e.what();
  }
}

}  // namespace
