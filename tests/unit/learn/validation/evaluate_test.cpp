// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/evaluate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/support/error.hpp"
#include "toy.hpp"

namespace forewarp::validate {
namespace {

using Values = std::vector<double>;

/// Three kernels of four sizes; kernel c runs a hundred times as long for its size as the others.
struct Case {
  learn::Samples samples = test::samples_of({"size"}, {{1, 2, 4, 8, 1.1, 2.2, 4.4, 8.8, 100, 200, 400, 800}});
  learn::Target target{{1, 2, 4, 8, 1.1, 2.2, 4.4, 8.8, 1e4, 2e4, 4e4, 8e4}, {}};
  std::vector<std::string> kernels = {"a", "a", "a", "a", "b", "b", "b", "b", "c", "c", "c", "c"};
  std::vector<Scheme> schemes = {{"random", k_fold(12, 3, 2), {}},
                                 {"by kernel", leave_one_group_out(kernels), kernels}};
};

TEST(Evaluate, PutsRandomAndGroupedErrorsOfAllMethodsSideBySide) {
  const Case here;
  std::vector<Method> methods = baselines(here.target);
  methods.push_back(test::proportional(1));
  const Evaluation evaluation = evaluate(here.samples, here.target, here.schemes, methods, {});

  ASSERT_EQ(evaluation.schemes.size(), 2u);
  const SchemeResult& grouped = evaluation.schemes[1];
  ASSERT_EQ(grouped.methods.size(), 5u);
  EXPECT_EQ(grouped.folds, 3u);
  // Proportional: right on a and b, 99 % too little on c: a third of the rows.
  EXPECT_NEAR(grouped.methods[4].errors->mape, 0.99 / 3, 1e-12);
  EXPECT_NEAR(grouped.methods[4].errors->median, 0, 1e-12);
  EXPECT_FALSE(grouped.methods[0].coverage.has_value());
  ASSERT_TRUE(grouped.methods[4].coverage.has_value());
}

TEST(Evaluate, MarksRowsOutsideWhatWasLearntFrom) {
  const Case here;
  const Evaluation evaluation =
      evaluate(here.samples, here.target, here.schemes, std::vector<Method>{test::proportional(1)}, {});

  // Without c, all its sizes are above 8.8; without a, only its 1 is below 1.1 (its 8 is inside); b is inside.
  const OutsideResult& outside = evaluation.schemes[1].outside;
  EXPECT_EQ(outside.count, 5u);
  EXPECT_NEAR(median_error_where(evaluation.schemes[1].methods[0], here.target, outside, true), 0.99, 1e-12);
  EXPECT_NEAR(median_error_where(evaluation.schemes[1].methods[0], here.target, outside, false), 0.0, 1e-12);
}

TEST(Evaluate, ScoresClassesByTheirConfusion) {
  Case here;
  here.target = {{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, {"short", "long"}};
  const Evaluation evaluation = evaluate(here.samples, here.target, here.schemes, baselines(here.target), {});

  const MethodResult& nearest = evaluation.schemes[0].methods[1];
  ASSERT_TRUE(nearest.classes.has_value());
  EXPECT_FALSE(nearest.errors.has_value());
  EXPECT_EQ(nearest.classes->accuracy, 1.0);
}

TEST(Evaluate, RefusesAMeasuredZeroBeforeAnythingIsFitted) {
  Case here;
  here.target.values[4] = 0;

  EXPECT_THROW((void)evaluate(here.samples, here.target, here.schemes, baselines(here.target), {}), InputError);
}

}  // namespace
}  // namespace forewarp::validate
