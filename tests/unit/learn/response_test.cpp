// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/response.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "forewarp/learn/binary.hpp"
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

/// Three kernels at three clocks. At clock 1 the answer is 10 x, at 2 it is 4 x, at 4 it is x: no line in the clock,
/// and another curve for each kernel.
std::unique_ptr<Predictor> three_kernels(const std::map<std::string, std::string>& settings) {
  const Samples samples = columns({"clock", "x"}, {{1, 2, 4, 1, 2, 4, 1, 2, 4}, {1, 1, 1, 2, 2, 2, 3, 3, 3}});
  return make_learner("response", settings)->fit(samples, {{10, 4, 1, 20, 8, 2, 30, 12, 3}, {}});
}

TEST(Response, IsACurveOverTheClockThatEachKernelWeighsByItsFeatures) {
  const auto fitted = three_kernels({{"penalty", "0"}});

  EXPECT_NEAR(ask(*fitted, {1, 5}), 50, 1e-9);  // a kernel that was not there
  EXPECT_NEAR(ask(*fitted, {2, 5}), 20, 1e-9);
  EXPECT_NEAR(ask(*fitted, {4, 5}), 5, 1e-9);
}

TEST(Response, ClocksBetweenLieOnTheLineOfTheirNeighboursAndThoseBeyondToo) {
  const auto fitted = three_kernels({{"penalty", "0"}});

  EXPECT_NEAR(ask(*fitted, {1.5, 2}), 14, 1e-9);  // between 20 and 8
  EXPECT_NEAR(ask(*fitted, {3, 2}), 5, 1e-9);     // between 8 and 2
  EXPECT_NEAR(ask(*fitted, {5, 2}), -1, 1e-9);    // 2 less 3
  EXPECT_NEAR(ask(*fitted, {0.5, 2}), 26, 1e-9);  // 20 and 6
}

TEST(Response, APenaltyDrawsKernelsTowardsTheMeanCurve) {
  const auto fitted = three_kernels({{"penalty", "1e12"}});

  EXPECT_NEAR(ask(*fitted, {1, 3}), 20, 1e-6);  // the mean of 10, 20 and 30, whatever the kernel
  EXPECT_NEAR(ask(*fitted, {4, 1}), 2, 1e-6);
}

TEST(Response, TwoSettingsAddUp) {
  // 3 a-steps and 100 b-steps: y = 3 [a = 2] + 100 [b = 7], no other feature.
  const Samples samples = columns({"a", "b"}, {{1, 2, 1, 2}, {5, 5, 7, 7}});
  const auto fitted = make_learner("response", {{"settings", "2"}})->fit(samples, {{0, 3, 100, 103}, {}});

  EXPECT_NEAR(ask(*fitted, {2, 7}), 103, 1e-9);
  EXPECT_NEAR(ask(*fitted, {1.5, 6}), 51.5, 1e-9);
}

TEST(Response, ComesBackFromAModelFileAsItWas) {
  const auto fitted = three_kernels({});
  Writer out;
  fitted->write(out);
  Reader in(out.bytes(), nullptr);

  const auto back = find_learner("response").read(in);

  EXPECT_EQ(ask(*back, {3, 2.5}), ask(*fitted, {3, 2.5}));
}

TEST(Response, RefusesClassesAndMoreSettingsThanFeatures) {
  const Samples samples = columns({"clock"}, {{1, 2, 3}});
  EXPECT_THROW((void)make_learner("response")->fit(samples, {{0, 1, 0}, {"a", "b"}}), InputError);
  try {
    (void)make_learner("response", {{"settings", "2"}})->fit(samples, {{1, 2, 3}, {}});
    FAIL() << "two settings in one feature";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("2 settings of the device, and 1 features"), std::string::npos)
        << error.what();
  }
}

TEST(Response, RefusesASettingWithTooManyValues) {
  std::vector<double> clock, y;
  for (int i = 0; i < 300; ++i) clock.push_back(i), y.push_back(i);
  EXPECT_THROW((void)make_learner("response")->fit(columns({"clock"}, {clock}), {y, {}}), InputError);
}

TEST(Response, RefusesBytesInWhichValuesDoNotAscend) {
  Writer out;
  out.integer(1);
  out.array(std::vector<double>{2, 1});
  out.arrays(std::vector<double>{}, std::vector<double>{}, std::vector<double>{0, 0});
  Reader in(out.bytes(), nullptr);
  EXPECT_THROW((void)find_learner("response").read(in), InputError);
}

}  // namespace
}  // namespace forewarp::learn
