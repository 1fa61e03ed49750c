// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/scaling.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/learn/moments.hpp"
#include "forewarp/learn/variable.hpp"
#include "unit/learn/data.hpp"
#include "unit/message_of.hpp"

namespace forewarp::learn {
namespace {

using forewarp::testing::message_of;
using testing::samples_of;

// 2 4 4 4 5 5 7 9: mean 5, squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, so 32 / 8 = 4 and sqrt(32 / 7).
TEST(Moments, AreThoseOfTheTextbook) {
  const Moments m = moments(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});

  EXPECT_EQ(m.mean, 5);
  EXPECT_EQ(m.population_sd(), 2);
  EXPECT_EQ(m.sample_sd(), std::sqrt(32.0 / 7));
}

TEST(Moments, AConstantHasNoSpreadToTheBit) {
  const Moments m = moments(std::vector<double>(7, 0.1));

  EXPECT_EQ(m.mean, 0.1);
  EXPECT_EQ(m.squares, 0);
}

TEST(Moments, OfNothingAndOfOneValueHaveNoSpread) {
  EXPECT_EQ(moments({}).population_sd(), 0);
  EXPECT_EQ(moments(std::vector<double>{3}).sample_sd(), 0);
  EXPECT_EQ(moments(std::vector<double>{3}).mean, 3);
}

// The column 1 3 5 7: mean 4, squares 9 + 1 + 1 + 9 = 20.
TEST(Scaling, EachKindHasItsCentreAndItsSpread) {
  const Samples samples = samples_of({1, 3, 5, 7}, 1);
  const auto fit = [&](ScalingKind kind) { return fit_scaling(samples, kind); };

  EXPECT_EQ(fit(ScalingKind::none).centre[0], 0);
  EXPECT_EQ(fit(ScalingKind::none).spread[0], 1);
  EXPECT_EQ(fit(ScalingKind::z_score).centre[0], 4);
  EXPECT_EQ(fit(ScalingKind::z_score).spread[0], std::sqrt(5.0));
  EXPECT_EQ(fit(ScalingKind::sample_z).spread[0], std::sqrt(20.0 / 3));
  EXPECT_EQ(fit(ScalingKind::min_max).centre[0], 1);
  EXPECT_EQ(fit(ScalingKind::min_max).spread[0], 6);
}

TEST(Scaling, Zigon2020IsTwiceTheScoreLessOne) {
  const Samples samples = samples_of({1, 3, 5, 7}, 1);

  const Samples z = scaled(samples, fit_scaling(samples, ScalingKind::zigon2020));

  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(z.at(i, 0), 2 * (samples.at(i, 0) - 4) / std::sqrt(5.0) - 1, 1e-15) << i;
}

TEST(Scaling, AConstantBecomesZeroAndWithZigon2020MinusOne) {
  const Samples constant = samples_of({7, 7, 7}, 1);
  for (const ScalingKind kind : {ScalingKind::z_score, ScalingKind::sample_z, ScalingKind::min_max})
    EXPECT_EQ(scaled(constant, fit_scaling(constant, kind)).at(1, 0), 0) << name_of(kind);

  EXPECT_EQ(scaled(constant, fit_scaling(constant, ScalingKind::zigon2020)).at(1, 0), -1);
}

TEST(Scaling, ARowMayBeScaledInPlace) {
  const Scaling scaling{{1, 10}, {2, 5}};
  std::vector<double> row = {5, 0};

  scaling.apply(row, row);

  EXPECT_EQ(row, (std::vector<double>{2, -2}));
}

TEST(Scaling, NamesAreReadBackAndOthersAreRefused) {
  for (const std::string_view name : scaling_names) EXPECT_EQ(name_of(scaling_called(name)), name);

  EXPECT_EQ(message_of([] { (void)scaling_called("zscore"); }),
            "no scaling is called 'zscore'; there is none, z-score, sample-z, min-max, zigon2020");
}

TEST(Scaling, AFeatureWhoseSpreadOverflowsIsNamed) {
  const Samples wide = samples_of({0, -1e308, 0, 1e308}, 2);

  EXPECT_EQ(message_of([&] { (void)fit_scaling(wide, ScalingKind::min_max); }),
            "feature 'b' is too large to be scaled");
}

TEST(Scaling, AStoredSpreadOfZeroIsRefused) {
  const auto read = [](const Scaling& scaling, std::size_t features) {
    Writer out;
    write(out, scaling);
    const auto copy = testing::aligned_copy(out.bytes());
    Reader in({static_cast<const std::byte*>(copy.get()), out.bytes().size()}, copy);
    return read_scaling(in, features);
  };

  EXPECT_EQ(read({{1, 2}, {3, 4}}, 2).spread, (std::vector<double>{3, 4}));
  EXPECT_EQ(message_of([&] {
              (void)read({{1, 2}, {3, 0}}, 2);
            }),
            "a spread in the model is 0, by which nothing can be divided");
  EXPECT_THROW((void)read({{1, 2}, {3, 4}}, 3), InputError);
  EXPECT_THROW((void)read({{1, NAN}, {3, 4}}, 2), InputError);
}

TEST(Variable, EveryTransformIsTakenBack) {
  for (const std::string_view name : transform_names) {
    const Variable v{"work", "B", transform_called(name), 0.5};
    EXPECT_EQ(name_of(v.transform), name);
    for (const double x : {0.25, 1.0, 1000.0}) EXPECT_NEAR(v.backward(v.forward(x)), x, 1e-12 * x) << name;
  }
  EXPECT_EQ(Variable({"n", "", Transform::log2, 0}).forward(8), 3);
  EXPECT_EQ(Variable({"n", "", Transform::log, 1}).forward(0), 0);
}

TEST(Variable, SaysWhatHasNoLogarithm) {
  const Variable v{"work", "B", Transform::log, 0.5};

  EXPECT_EQ(message_of([&] { (void)v.forward(-0.5); }), "'work' is -0.5, of which (plus 0.5) there is no logarithm");
  EXPECT_EQ(message_of([&] { (void)v.forward(INFINITY); }), "'work' is inf; it must be a finite number");
  EXPECT_THROW((void)Variable({"n", ""}).forward(NAN), InputError);
  EXPECT_THROW((void)transform_called("ln"), InputError);
}

TEST(Shares, AddUpToOneUnlessNothingCounts) {
  EXPECT_EQ(shares({1, 0, 3}), (std::vector<double>{0.25, 0, 0.75}));
  EXPECT_EQ(shares({0, 0}), (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace forewarp::learn
