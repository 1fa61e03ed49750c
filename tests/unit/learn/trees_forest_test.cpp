// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "forewarp/support/error.hpp"
#include "forewarp/support/instruction_set.hpp"
#include "forewarp/support/random.hpp"
#include "unit/learn/trees_data.hpp"

namespace forewarp::learn {
namespace {

using testing::bytes_of;
using testing::fitted;
using testing::friedman;
using testing::friedman_numbers;
using testing::friedman_test;
using testing::predictions;
using testing::Settings;

struct Case {
  const char* learner;
  Settings settings;
  bool classes = false;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"tree", {{"threshold", "random"}, {"max_features", "2"}}},
      {"random_forest", {{"trees", "9"}}},
      {"random_forest", {{"trees", "9"}, {"criterion", "mae"}, {"max_features", "0.5"}, {"min_leaf", "3"}}},
      {"random_forest", {{"trees", "9"}, {"criterion", "entropy"}}, true},
      {"extra_trees", {{"trees", "17"}}},
      {"extra_trees", {{"trees", "9"}, {"criterion", "mae"}, {"min_leaf", "2"}, {"bootstrap", "yes"}}},
      {"extra_trees", {{"trees", "9"}, {"max_features", "sqrt"}, {"monotone", "d:+;e:+"}}},
      {"extra_trees", {{"trees", "9"}, {"max_features", "log2"}}, true},
      {"extra_trees", {{"trees", "9"}, {"criterion", "entropy"}}, true},
  };
  return all;
}

std::unique_ptr<Predictor> fit(const Case& c, std::uint64_t seed = 0, unsigned threads = 1) {
  return fitted(c.learner, c.settings, friedman(), c.classes ? testing::friedman_classes() : friedman_numbers(), seed,
                threads);
}

TEST(Forest, IsTheSameOnAnyNumberOfThreads) {
  for (const Case& c : cases()) {
    const auto one = bytes_of(*fit(c, 3, 1));

    EXPECT_EQ(one, bytes_of(*fit(c, 3, 2))) << c.learner;
    EXPECT_EQ(one, bytes_of(*fit(c, 3, 5))) << c.learner;
  }
}

/// Those that this machine has.
std::vector<const char*> instruction_sets() {
  std::vector<const char*> names = {"baseline"};
  if (instruction_set() >= InstructionSet::x86_64_v3) names.push_back("v3");
  if (instruction_set() >= InstructionSet::x86_64_v4) names.push_back("v4");
  return names;
}

TEST(Forest, IsTheSameWithEveryInstructionSet) {
  for (const Case& c : cases()) {
    const auto best = fit(c);
    for (const char* name : instruction_sets()) {
      const testing::WithIsa isa(name);
      const auto fitted = fit(c);

      EXPECT_EQ(bytes_of(*best), bytes_of(*fitted)) << c.learner << ' ' << name;
      EXPECT_EQ(predictions(*best, friedman()), predictions(*fitted, friedman())) << c.learner << ' ' << name;
    }
  }
}

/// With whole numbers from 0 to 6, so that features and targets tie.
Samples tied(std::size_t features) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < features; ++j) names.push_back("x" + std::to_string(j));
  Samples samples(names, 301);
  SplitMix random(features);
  for (std::size_t j = 0; j < features; ++j)
    for (double& v : samples.feature(j)) v = static_cast<double>(random.below(7));
  return samples;
}

TEST(Forest, IsTheSameWithEveryInstructionSetForAnyNumberOfFeatures) {
  for (const std::size_t features : {1U, 8U, 9U, 16U, 17U, 24U, 25U}) {
    const Samples samples = tied(features);
    Target target;
    for (std::size_t i = 0; i < samples.rows(); ++i)
      target.values.push_back(samples.at(i, 0) * samples.at(i, features - 1) - samples.at(i, features / 2));
    for (const char* criterion : {"mse", "mae"}) {
      const Settings settings = {{"trees", "19"}, {"criterion", criterion}, {"max_features", "0.7"}};
      std::vector<std::vector<std::byte>> bytes;
      std::vector<std::vector<double>> answers;
      for (const char* name : instruction_sets()) {
        const testing::WithIsa isa(name);
        const auto forest = fitted("extra_trees", settings, samples, target);
        bytes.push_back(bytes_of(*forest));
        answers.push_back(predictions(*forest, samples));
      }

      for (const auto& each : bytes) EXPECT_EQ(each, bytes.front()) << features << ' ' << criterion;
      for (const auto& each : answers) EXPECT_EQ(each, answers.front()) << features << ' ' << criterion;
    }
  }
}

TEST(Forest, AnswersAnyNumberOfSamplesAsItAnswersOne) {
  const Samples samples = friedman_test();
  for (const char* trees : {"1", "8", "21"}) {
    const auto forest = fitted("extra_trees", {{"trees", trees}}, friedman(), friedman_numbers());
    std::vector<double> row(samples.features()), each(samples.rows());
    for (std::size_t i = 0; i < samples.rows(); ++i) {
      samples.copy_row(i, row);
      forest->predict(row, {&each[i], 1});
    }
    for (const std::size_t count : {1U, 2U, 11U, 12U, 13U, 50U}) {
      std::vector<std::size_t> chosen(count);
      std::iota(chosen.begin(), chosen.end(), 0U);
      const std::vector<double> wanted(each.begin(), each.begin() + static_cast<std::ptrdiff_t>(count));

      EXPECT_EQ(predictions(*forest, samples.select_rows(chosen)), wanted) << trees << ' ' << count;
    }
  }
}

TEST(Forest, AnswersOneSampleTheSameWithEveryInstructionSet) {
  // 256 trees are asked at a time, 64 of them in vectors together, and fewer than 32 one by one.
  for (const std::size_t features : {1U, 16U, 17U})
    for (const char* trees : {"31", "32", "95", "320"}) {
      const Samples samples = tied(features);
      Target target;
      for (std::size_t i = 0; i < samples.rows(); ++i)
        target.values.push_back(samples.at(i, 0) + 3 * samples.at(i, features - 1));
      std::vector<std::vector<double>> answers;
      for (const char* name : instruction_sets()) {
        const testing::WithIsa isa(name);
        const auto forest = fitted("extra_trees", {{"trees", trees}}, samples, target);
        std::vector<double> row(features), each(samples.rows());
        for (std::size_t i = 0; i < samples.rows(); ++i) {
          samples.copy_row(i, row);
          forest->predict(row, {&each[i], 1});
        }
        answers.push_back(each);
      }

      for (const auto& each : answers) EXPECT_EQ(each, answers.front()) << features << ' ' << trees;
    }
}

TEST(Forest, RefusesATargetThatIsNoNumberWithEveryInstructionSet) {
  Target target = friedman_numbers();
  target.values[3] = std::numeric_limits<double>::quiet_NaN();
  for (const char* name : instruction_sets()) {
    const testing::WithIsa isa(name);

    EXPECT_THROW((void)fitted("extra_trees", {{"criterion", "mae"}}, friedman(), target), InputError) << name;
  }
}

TEST(Forest, RefusesAnUnknownInstructionSet) {
  const testing::WithIsa isa("v5");

  EXPECT_THROW((void)instruction_set(), InputError);
}

TEST(Forest, FollowsItsSeed) {
  for (const Case& c : cases()) EXPECT_NE(bytes_of(*fit(c, 1)), bytes_of(*fit(c, 2))) << c.learner;
}

TEST(Forest, AnswersManyAsItAnswersOne) {
  const Samples samples = friedman();
  for (const Case& c : cases()) {
    const auto forest = fit(c);
    std::vector<double> row(samples.features()), one(forest->outputs()), each;
    for (std::size_t i = 0; i < samples.rows(); ++i) {
      samples.copy_row(i, row);
      forest->predict(row, one);
      each.insert(each.end(), one.begin(), one.end());
    }

    EXPECT_EQ(predictions(*forest, samples), each) << c.learner;
  }
}

TEST(Forest, ComesBackFromItsBytes) {
  for (const Case& c : cases()) {
    const auto forest = fit(c);
    const auto again = testing::written_and_read(*forest);

    EXPECT_EQ(again->kind(), c.learner);
    EXPECT_EQ(predictions(*again, friedman_test()), predictions(*forest, friedman_test())) << c.learner;
    EXPECT_EQ(again->importances(), forest->importances()) << c.learner;
    EXPECT_EQ(bytes_of(*again), bytes_of(*forest)) << c.learner;
  }
}

TEST(Forest, SharesOfClassesAddUpToOne) {
  const auto forest = fitted("extra_trees", {{"trees", "8"}}, friedman(), testing::friedman_classes());

  const std::vector<double> shares = predictions(*forest, friedman_test());

  ASSERT_EQ(shares.size(), 150U);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_NEAR(shares[3 * i] + shares[3 * i + 1] + shares[3 * i + 2], 1, 1e-12);
}

/// The answers along one feature from its least to its greatest, the others as in the sample.
bool rises(const Predictor& forest, const Samples& samples, std::size_t feature) {
  std::vector<double> row(samples.features()), out(1);
  for (std::size_t i = 0; i < samples.rows(); ++i) {
    samples.copy_row(i, row);
    double last = -1e300;
    for (int step = 0; step <= 50; ++step) {
      row[feature] = step / 50.0;
      forest.predict(row, out);
      if (out[0] < last) return false;
      last = out[0];
    }
  }
  return true;
}

TEST(Forest, NeverFallsAlongAFeatureThatMayOnlyRaise) {
  for (const auto* learner : {"tree", "random_forest", "extra_trees"}) {
    const auto free = fitted(learner, {}, friedman(), friedman_numbers());
    const auto bound = fitted(learner, {{"monotone", "d:+"}}, friedman(), friedman_numbers());

    EXPECT_FALSE(rises(*free, friedman_test(), 3)) << learner;
    EXPECT_TRUE(rises(*bound, friedman_test(), 3)) << learner;
  }
}

}  // namespace
}  // namespace forewarp::learn
