// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/settings.hpp"

#include <gtest/gtest.h>

#include "forewarp/learn/trees/entries.hpp"
#include "unit/learn/data.hpp"
#include "unit/message_of.hpp"

namespace forewarp::learn::trees {
namespace {

using forewarp::testing::message_of;

// Of 10 features: sqrt 3.16, log2 3.32, 0.25 of them 2.5; of one feature always one.
TEST(MaxFeatures, RoundsDownButNeverToNothing) {
  EXPECT_EQ(MaxFeatures::parse("all").of(10), 10);
  EXPECT_EQ(MaxFeatures::parse("sqrt").of(10), 3);
  EXPECT_EQ(MaxFeatures::parse("log2").of(10), 3);
  EXPECT_EQ(MaxFeatures::parse("0.25").of(10), 2);
  EXPECT_EQ(MaxFeatures::parse("0.01").of(10), 1);
  EXPECT_EQ(MaxFeatures::parse("log2").of(1), 1);
}

TEST(MaxFeatures, APointTellsAFractionFromANumber) {
  EXPECT_EQ(MaxFeatures::parse("1").of(10), 1);
  EXPECT_EQ(MaxFeatures::parse("1.0").of(10), 10);
}

TEST(MaxFeatures, RefusesWhatIsNoNumberOfFeatures) {
  for (const char* text : {"", "0", "1.5", "0.0", "-1", "2x", "nan", "most"})
    EXPECT_NE(message_of([&] { (void)MaxFeatures::parse(text); }).find("max_features is '" + std::string(text) + "'"),
              std::string::npos)
        << text;
  EXPECT_EQ(message_of([] { (void)MaxFeatures::parse("11").of(10); }), "max_features is 11, more than the 10 features");
}

TEST(Monotone, IsAListOfFeaturesWithSigns) {
  EXPECT_EQ(parse_monotone("work:+;cores:-"), (Monotone{{"work", 1}, {"cores", -1}}));
  EXPECT_TRUE(parse_monotone("").empty());
  EXPECT_EQ(parse_monotone("a:b:+"), (Monotone{{"a:b", 1}}));
  EXPECT_EQ(message_of([] { (void)parse_monotone("work:+;cores"); }),
            "monotone: 'cores' is not FEATURE:+ or FEATURE:- (several with ';' between)");
}

TEST(Monotone, SignsFollowTheOrderOfTheSamples) {
  const Samples samples = testing::samples_of({1, 2, 3}, 3);

  EXPECT_EQ(monotone_signs({{"c", -1}, {"a", 1}}, samples), (std::vector<signed char>{1, 0, -1}));
  EXPECT_TRUE(monotone_signs({}, samples).empty());
  EXPECT_EQ(message_of([&] {
              (void)monotone_signs({{"z", 1}}, samples);
            }),
            "monotone: no feature is called 'z'; there is a, b, c");
}

TEST(TreeSettings, TheCriterionMustFitTheTarget) {
  const Target numbers{{1, 2}, {}}, classes{{0, 1}, {"a", "b"}};

  EXPECT_EQ(settings_for({}, numbers).criterion, Criterion::mse);
  EXPECT_EQ(settings_for({}, classes).criterion, Criterion::gini);
  EXPECT_EQ(settings_for({.criterion = Criterion::entropy}, classes).criterion, Criterion::entropy);
  EXPECT_THROW((void)settings_for({.criterion = Criterion::entropy}, numbers), InputError);
  EXPECT_THROW((void)settings_for({.criterion = Criterion::mae}, classes), InputError);
  EXPECT_EQ(message_of([&] {
              (void)settings_for({.criterion = Criterion::mae, .monotone = {{"a", 1}}}, numbers);
            }),
            "monotone goes with the criterion mse only");
}

TEST(TreeSettings, AreReadFromTheSettingsOfALearner) {
  const LearnerEntry entry = tree_entry();

  const TreeSettings s = read_tree_settings(Parameters(
      entry.name, entry.parameters,
      {{"max_depth", "4"}, {"min_leaf", "2"}, {"min_split", "6"}, {"criterion", "mae"}, {"max_features", "0.5"}}));

  EXPECT_EQ(s.max_depth, 4);
  EXPECT_EQ(s.min_leaf, 2);
  EXPECT_EQ(s.min_split, 6);
  EXPECT_EQ(s.criterion, Criterion::mae);
  EXPECT_EQ(s.max_features.value, 0.5);
  EXPECT_EQ(read_tree_settings(Parameters(entry.name, entry.parameters, {})).max_depth,
            std::numeric_limits<std::size_t>::max());
}

TEST(TreeEntries, ReadBackWhatTheyFit) {
  const Samples samples = testing::train_samples();
  for (const LearnerEntry& entry :
       {tree_entry(), random_forest_entry(), extra_trees_entry(), boosted_trees_entry(), quantile_forest_entry()}) {
    const auto predictor =
        entry.make(Parameters(entry.name, entry.parameters, {}))->fit(samples, testing::train_numbers());
    Writer out;
    predictor->write(out);
    const auto copy = testing::aligned_copy(out.bytes());
    Reader in({static_cast<const std::byte*>(copy.get()), out.bytes().size()}, copy);

    const auto again = entry.read(in);

    EXPECT_EQ(again->kind(), entry.name);
    EXPECT_TRUE(in.done()) << entry.name;
    EXPECT_EQ(testing::predictions(*again, samples), testing::predictions(*predictor, samples)) << entry.name;
  }
}

}  // namespace
}  // namespace forewarp::learn::trees
