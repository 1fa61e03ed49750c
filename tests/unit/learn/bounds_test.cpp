// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/bounds.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

Samples columns(std::vector<std::string> names, const std::vector<std::vector<double>>& values) {
  Samples samples(std::move(names), values.front().size());
  for (std::size_t j = 0; j < values.size(); ++j)
    for (std::size_t i = 0; i < values[j].size(); ++i) samples.feature(j)[i] = values[j][i];
  return samples;
}

double ask(const Predictor& predictor, std::vector<double> row) {
  double answer = 0;
  predictor.predict(row, {&answer, 1});
  return answer;
}

TEST(Bounds, FindTheCostsOfWhichTheTargetIsASum) {
  // t = 10 + 2 instructions + 0.5 bytes.
  const Samples samples = columns({"instructions", "bytes"}, {{0, 1, 100, 3, 50, 1000}, {8, 0, 10, 400, 30, 7}});
  const LinearPredictor fit = BoundsLearner({}).fit_bounds(samples, {{14, 12, 215, 216, 125, 2013.5}, {}});

  EXPECT_NEAR(fit.intercept(), 10, 1e-6);
  EXPECT_NEAR(fit.coefficients()[0], 2, 1e-6);
  EXPECT_NEAR(fit.coefficients()[1], 0.5, 1e-6);
}

TEST(Bounds, AreNeverNegative) {
  // Falling with x: the best cost of x that is not negative is none.
  const LinearPredictor fit = BoundsLearner({}).fit_bounds(columns({"x"}, {{1, 2, 3, 4}}), {{8, 7, 6, 5}, {}});

  EXPECT_EQ(fit.coefficients()[0], 0);
  EXPECT_GE(fit.intercept(), 5);
  EXPECT_LE(fit.intercept(), 8);
}

TEST(Bounds, AreNotDrawnAsideByOneOddSample) {
  // Without intercept, y = 3 x in eight of nine samples and a thousand times that in one: least squares would follow
  // it.
  std::vector<double> x, y;
  for (int i = 1; i <= 9; ++i) {
    x.push_back(i);
    y.push_back(i == 9 ? 27'000 : 3.0 * i);
  }
  const LinearPredictor fit = BoundsLearner({.intercept = false}).fit_bounds(columns({"x"}, {x}), {y, {}});

  EXPECT_NEAR(fit.coefficients()[0], 3, 0.03);  // within the softness of the corner
}

TEST(Bounds, WeighSamplesByTheirRelativeErrorAndNotByTheirSize) {
  // One constant for 1, 1, 1 and 1000: the median of relative error wants 1, the mean of the squares 250.
  const LinearPredictor fit = BoundsLearner({}).fit_bounds(columns({"zero"}, {{0, 0, 0, 0}}), {{1, 1, 1, 1000}, {}});

  EXPECT_NEAR(fit.intercept(), 1, 0.02);
}

TEST(Bounds, ComeBackFromAModelFileAsTheyWere) {
  const Samples samples = columns({"a", "b"}, {{1, 2, 5, 9}, {4, 1, 0, 3}});
  const auto fitted = make_learner("bounds")->fit(samples, {{3, 4, 8, 11}, {}});
  Writer out;
  fitted->write(out);
  Reader in(out.bytes(), nullptr);

  const auto back = find_learner("bounds").read(in);

  EXPECT_EQ(ask(*back, {3, 3}), ask(*fitted, {3, 3}));
}

TEST(Bounds, RefuseATargetThatIsNotAboveZeroAndClasses) {
  const Samples samples = columns({"x"}, {{1, 2, 3}});
  try {
    (void)BoundsLearner({}).fit(samples, {{1, 0, 2}, {}});
    FAIL() << "a cost of zero was divided by";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("sample 2 is 0"), std::string::npos) << error.what();
  }
  EXPECT_THROW((void)BoundsLearner({}).fit(samples, {{0, 1, 0}, {"a", "b"}}), InputError);
}

}  // namespace
}  // namespace forewarp::learn
