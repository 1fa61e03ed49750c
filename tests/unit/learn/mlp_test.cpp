// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/network/mlp.hpp"

#include <gtest/gtest.h>

#include "unit/learn/data.hpp"
#include "unit/message_of.hpp"

namespace forewarp::learn {
namespace {

const NetworkPredictor& network_of(const Predictor& predictor) {
  return dynamic_cast<const NetworkPredictor&>(predictor);
}

// Without hidden layers the network is y = w x + b on scaled numbers; a line through all samples has no loss.
TEST(NetworkLearner, WithoutHiddenLayersFindsTheLine) {
  const NetworkLearner learner({.hidden = {}, .optimiser = OptimiserKind::adam, .rate = 0.05, .epochs = 600});

  const auto line = learner.fit(testing::samples_of({0, 1, 2, 3}, 1), {{5, 7, 9, 11}, {}});

  std::vector<double> out(1);
  line->predict(std::vector<double>{10}, out);
  EXPECT_NEAR(out[0], 25, 0.05);
}

TEST(NetworkLearner, ItsShapeFollowsTheSettingsAndTheTarget) {
  const NetworkLearner learner({.hidden = {3, 2}, .activation = Activation::tanh, .epochs = 1});

  const auto numbers = learner.fit(testing::train_samples(), testing::train_numbers());
  const auto classes = learner.fit(testing::train_samples(), testing::train_classes());

  EXPECT_EQ(network_of(*numbers).network().shape.widths, (std::vector<std::size_t>{4, 3, 2, 1}));
  EXPECT_EQ(network_of(*classes).network().shape.widths, (std::vector<std::size_t>{4, 3, 2, 3}));
  EXPECT_EQ(network_of(*classes).network().shape.activation, Activation::tanh);
}

// Targets 1 3: mean 2, standard deviation 1 over n.
TEST(NetworkLearner, ScalesTheTargetOnlyWhereAsked) {
  const Samples samples = testing::samples_of({0, 1, 2, 3}, 1);
  const Target target{{1, 3, 1, 3}, {}};
  const auto fit = [&](bool scale) {
    return NetworkLearner({.hidden = {}, .epochs = 1, .scale = scale}).fit(samples, target);
  };

  const auto scaled = fit(true), plain = fit(false);

  EXPECT_EQ(network_of(*scaled).network().target_centre, 2);
  EXPECT_EQ(network_of(*scaled).network().target_spread, 1);
  EXPECT_EQ(network_of(*scaled).network().inputs.centre[0], 1.5);
  EXPECT_EQ(network_of(*plain).network().target_centre, 0);
  EXPECT_EQ(network_of(*plain).network().inputs.spread[0], 1);
}

TEST(NetworkLearner, SettingsAreReadFromText) {
  const LearnerEntry entry = mlp_entry();
  const auto make = [&](const std::string& hidden) {
    return entry.make(Parameters(entry.name, entry.parameters, {{"hidden", hidden}, {"epochs", "1"}}));
  };

  const auto two = make("7:5")->fit(testing::train_samples(), testing::train_numbers());
  EXPECT_EQ(network_of(*two).network().shape.widths, (std::vector<std::size_t>{4, 7, 5, 1}));
  const auto none = make("none")->fit(testing::train_samples(), testing::train_numbers());
  EXPECT_EQ(network_of(*none).network().shape.layers(), 1);
  for (const std::string wrong : {"", "0", "4097", "7:", "7;5", ":7"})
    EXPECT_NE(forewarp::testing::message_of([&] { (void)make(wrong); }).find("mlp: hidden is '" + wrong + "'"),
              std::string::npos)
        << wrong;
}

}  // namespace
}  // namespace forewarp::learn
