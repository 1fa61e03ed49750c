// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/pipeline.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/support/error.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;

/// time = 2^-3 size^2, exactly, at sizes 1 2 4 8; clock is noise.
Samples sizes() {
  Samples s({"clock", "size"}, 4);
  for (std::size_t i = 0; i < 4; ++i) s.feature(1)[i] = static_cast<double>(1 << i);
  s.feature(0)[2] = 1;
  return s;
}
Target times() { return {{0.125, 0.5, 2, 8}, {}}; }
PipelineSpec log_log() { return {{{"size", "", Transform::log2}}, {"time", "s", Transform::log2}}; }

std::string message_of(const auto& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Pipeline, APowerLawIsALineInLogarithms) {
  const Pipeline p = Pipeline::fit(log_log(), sizes(), times());

  EXPECT_NEAR(p.predict(std::vector<double>{16}).value, 32, 1e-10);  // 2^-3 16^2
  EXPECT_NEAR(p.value(std::vector<double>{3}), 9.0 / 8, 1e-12);
}

TEST(Pipeline, ARowOutsideTheTrainingRowsIsFlagged) {
  const Pipeline p = Pipeline::fit(log_log(), sizes(), times());

  EXPECT_FALSE(p.predict(std::vector<double>{8}).outside);
  EXPECT_TRUE(p.predict(std::vector<double>{8.01}).outside);
  EXPECT_EQ(p.outside(std::vector<double>{0.5}), (std::vector<std::size_t>{0}));
}

TEST(Pipeline, ARangeIsAFactorOrAnOffsetAroundTheValue) {
  Pipeline p = Pipeline::fit(log_log(), sizes(), times());
  EXPECT_FALSE(p.predict(std::vector<double>{4}).low);

  p.set_range({Range::Kind::factor, 0.9, 0.5, 3});
  EXPECT_NEAR(*p.predict(std::vector<double>{4}).low, 1, 1e-12);
  EXPECT_NEAR(*p.predict(std::vector<double>{4}).high, 6, 1e-12);

  p.set_range({Range::Kind::offset, 0.9, -0.25, 0.5});
  EXPECT_NEAR(*p.predict(std::vector<double>{4}).low, 1.75, 1e-12);
  EXPECT_NEAR(*p.predict(std::vector<double>{4}).high, 2.5, 1e-12);

  EXPECT_THROW(p.set_range({Range::Kind::factor, 1, 1, 1}), InputError);
  EXPECT_THROW(p.set_range({Range::Kind::factor, 0.9, 1, INFINITY}), InputError);
}

TEST(Pipeline, ARangeOfQuantilesIsThePredictorsOwn) {
  // Three nearest of 2^0 ... 2^3 to 2 (in logarithms): 1, 2, 4, whose times are 2^-3, 2^-1, 2^1. Quarter and three
  // quarters lie half way between neighbours in logarithms: 2^-2 and 2^0.
  PipelineSpec spec = log_log();
  spec.learner = "knn";
  spec.settings = {{"k", "3"}};
  Pipeline p = Pipeline::fit(spec, sizes(), times());

  p.set_range({Range::Kind::quantiles, 0.5, 0.25, 0.75});
  EXPECT_NEAR(*p.predict(std::vector<double>{2}).low, 0.25, 1e-12);
  EXPECT_NEAR(*p.predict(std::vector<double>{2}).high, 1, 1e-12);

  EXPECT_THROW(p.set_range({Range::Kind::quantiles, 0.5, 0.25, 1.5}), InputError);
  Pipeline line = Pipeline::fit(log_log(), sizes(), times());
  EXPECT_THROW(line.set_range({Range::Kind::quantiles, 0.5, 0.25, 0.75}), InputError);
}

TEST(Pipeline, ScalingsByHand) {
  // 2 4 6: mean 4, deviation sqrt(8/3) over n and 2 over n - 1.
  const Samples x = samples_of({2, 4, 6}, 1);
  const auto scaled_last = [&](ScalingKind kind) { return scaled(x, fit_scaling(x, kind)).at(2, 0); };

  EXPECT_EQ(scaled_last(ScalingKind::none), 6);
  EXPECT_DOUBLE_EQ(scaled_last(ScalingKind::z_score), 2 / std::sqrt(8.0 / 3));
  EXPECT_DOUBLE_EQ(scaled_last(ScalingKind::sample_z), 1);
  EXPECT_DOUBLE_EQ(scaled_last(ScalingKind::min_max), 1);
  EXPECT_DOUBLE_EQ(scaled_last(ScalingKind::zigon2020), 2 * 2 / std::sqrt(8.0 / 3) - 1);
}

TEST(Pipeline, AConstantFeatureIsScaledToNought) {
  const Samples x = samples_of({7, 7, 7}, 1);

  EXPECT_EQ(scaled(x, fit_scaling(x, ScalingKind::z_score)).at(0, 0), 0);
  EXPECT_EQ(scaled(x, fit_scaling(x, ScalingKind::min_max)).at(0, 0), 0);
  EXPECT_EQ(scaled(x, fit_scaling(x, ScalingKind::zigon2020)).at(0, 0), -1);
}

TEST(Pipeline, FitsFromATableWhoseTextTargetIsAClass) {
  Table table;
  table.add("x", Table::Numbers{1, 2, 3, 11, 12, 13});
  table.add("limiter", Table::Texts{"memory", "memory", "memory", "compute", "compute", "compute"});

  const Pipeline p = Pipeline::fit({{{"x", ""}}, {"limiter", ""}, ScalingKind::z_score, "svm"}, table);
  const Answer low = p.predict(std::vector<double>{2}), high = p.predict(std::vector<double>{12});

  EXPECT_EQ(p.classes(), (std::vector<std::string>{"compute", "memory"}));
  EXPECT_EQ(low.value, 1);
  EXPECT_EQ(high.value, 0);
  EXPECT_EQ(low.probabilities.size(), 2u);
}

TEST(Pipeline, AsALearnerItAnswersInTheUnitOfTheTarget) {
  const auto predictor = pipeline_learner(log_log())->fit(sizes(), times());

  EXPECT_EQ(predictor->features(), 2u);
  double out = 0;
  predictor->predict(std::vector<double>{99, 4}, {&out, 1});
  EXPECT_NEAR(out, 2, 1e-12);
  EXPECT_NEAR(predictions(*predictor, sizes())[3], 8, 1e-12);
  EXPECT_EQ(predictor->importances(), (std::vector<double>{0, 1}));
}

TEST(Pipeline, WhatCannotBeTransformedIsNamed) {
  const Pipeline p = Pipeline::fit(log_log(), sizes(), times());

  EXPECT_EQ(message_of([&] { (void)p.predict(std::vector<double>{0}); }),
            "'size' is 0, of which (plus 0) there is no logarithm");
  EXPECT_EQ(message_of([&] { (void)p.predict(std::vector<double>{NAN}); }),
            "'size' is nan; it must be a finite number");
  EXPECT_EQ(message_of([&] { (void)p.predict(std::vector<double>{1, 2}); }), "the model asks for 1 features, not 2");
  EXPECT_EQ(message_of([&] {
              (void)Pipeline::fit({{{"sise", ""}}, {"time", ""}}, sizes(), times());
            }),
            "the samples have no feature 'sise'");
}

TEST(Pipeline, TheTargetIsNoFeature) {
  EXPECT_EQ(message_of([&] {
              (void)Pipeline::fit({{{"size", ""}}, {"size", ""}}, sizes(), times());
            }),
            "'size' is the target and cannot be a feature too");
}

TEST(Pipeline, AnOffsetGoesInBeforeTheLogarithmAndComesOutAfter) {
  const Variable v{"x", "", Transform::log2, 1e-10};

  EXPECT_DOUBLE_EQ(v.forward(0), std::log2(1e-10));
  EXPECT_NEAR(v.backward(v.forward(5)), 5, 1e-14);
}

}  // namespace
}  // namespace forewarp::learn
