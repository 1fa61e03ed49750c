// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/emitters.hpp"

#include <gtest/gtest.h>

#include "forewarp/learn/compile/texts.hpp"
#include "forewarp/learn/linear/predictor.hpp"
#include "unit/learn/every_learner.hpp"

namespace forewarp::learn {
namespace {

// compile_test compiles and runs what they write; here, which of them writes at all.
TEST(Emitters, CodeThatIsCompiledTwiceIsTheTextOfItsFileWithoutItsComment) {
  const std::string_view code = svm_code("couple.def");

  EXPECT_EQ(code.find("SPDX"), std::string_view::npos);
  EXPECT_TRUE(code.starts_with("  std::vector<double> q(k * k), qp(k);")) << code;
}

TEST(Emitters, AtMostOneTakesAPredictorAndTheOthersLeaveTheCodeAlone) {
  for (const testing::Case& c : testing::every_case()) {
    const auto predictor = testing::fitted(c);
    int taken = 0;
    for (const Emitter emit : emitters()) {
      Code code;
      if (emit(*predictor, code))
        ++taken;
      else
        EXPECT_EQ(code.str(), "") << c.learner;
    }
    EXPECT_LE(taken, 1) << c.learner;
  }
}

TEST(Emitters, ALinearModelIsItsTwoArraysAndASum) {
  Code code;

  ASSERT_TRUE(emit_linear(LinearPredictor(0.5, {2, -3}, {1, 1}), code));

  EXPECT_NE(code.str().find(literal(0.5)), std::string::npos);
  EXPECT_NE(code.str().find(literal(-3.0)), std::string::npos);
  EXPECT_NE(code.str().find("inline void predictor(const double* x, double* out)"), std::string::npos);
  Code untouched;
  EXPECT_FALSE(emit_svm(LinearPredictor(0.5, {2, -3}, {1, 1}), untouched));
  EXPECT_EQ(untouched.str(), "");
}

}  // namespace
}  // namespace forewarp::learn
