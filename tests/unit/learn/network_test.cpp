// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/learn/network/gradient.hpp"
#include "forewarp/learn/network/training.hpp"
#include "forewarp/support/error.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;
using Settings = std::map<std::string, std::string>;

/// Two inputs, two hidden, two classes; weights input by input, then biases.
Network by_hand() {
  Network n{.shape = {{2, 2, 2}, Activation::relu}};
  n.inputs = {{0, 0}, {1, 1}};
  n.classes = 2;
  n.weights = {1, -1, 2, 1, /* biases */ 0.5, -1, 1, 2, 3, -1, /* biases */ 0, 1};
  return n;
}

TEST(Network, ForwardByHand) {
  // x = (1, 2): hidden sums 0.5 + 1 + 4 = 5.5 and -1 - 1 + 2 = 0, after ReLU 5.5 and 0;
  // outputs 0 + 5.5 = 5.5 and 1 + 11 = 12; softmax of the first 1 / (1 + e^6.5).
  const NetworkPredictor p(by_hand());
  std::vector<double> out(2);

  p.predict(std::vector<double>{1, 2}, out);

  EXPECT_NEAR(out[0], 1 / (1 + std::exp(6.5)), 1e-15);
  EXPECT_NEAR(out[0] + out[1], 1, 1e-15);
}

/// Central differences over every weight.
void expect_gradient(const NetworkShape& shape, Loss kind, const Eigen::VectorXd& targets) {
  Eigen::MatrixXd inputs(3, 2);
  inputs << 0.3, -1.2, 0.8, 0.4, -0.5, 0.9;
  std::vector<double> weights = initial_weights(shape, 7), gradient(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] += 0.01 * static_cast<double>(i % 5 + 1);  // no sum at the kink of ReLU
  Backpropagation loss(shape, kind);
  (void)loss(weights, inputs, targets, gradient);

  for (std::size_t i = 0; i < weights.size(); ++i) {
    std::vector<double> up = weights, down = weights;
    up[i] += 1e-6;
    down[i] -= 1e-6;
    const double slope = (loss(up, inputs, targets, {}) - loss(down, inputs, targets, {})) / 2e-6;
    EXPECT_NEAR(gradient[i], slope, 1e-8) << i;
  }
}

TEST(Network, BackpropagationIsTheSlopeOfTheLoss) {
  for (const Activation a : {Activation::relu, Activation::tanh, Activation::logistic}) {
    expect_gradient({{2, 4, 3, 3}, a}, Loss::cross_entropy, Eigen::Vector3d(0, 2, 1));
    expect_gradient({{2, 4, 1}, a}, Loss::squared_error, Eigen::Vector3d(0.5, -1, 2));
  }
  expect_gradient({{2, 3}, Activation::relu}, Loss::cross_entropy, Eigen::Vector3d(1, 1, 0));
}

TEST(Network, LossesByHand) {
  // One sample, no hidden layer, weights 0: softmax of three classes 1/3 each, so log 3; a bias of 2 against 5 is 9.
  Eigen::MatrixXd x = Eigen::MatrixXd::Ones(1, 1);
  std::vector<double> three(6), one = {0, 2};

  EXPECT_NEAR(Backpropagation({{1, 3}}, Loss::cross_entropy)(three, x, Eigen::VectorXd::Constant(1, 2), {}),
              std::log(3), 1e-15);
  EXPECT_NEAR(Backpropagation({{1, 1}}, Loss::squared_error)(one, x, Eigen::VectorXd::Constant(1, 5), {}), 9, 1e-15);
}

TEST(Network, InitialWeightsKeepGlorotsLimitAndBiasesAreNothing) {
  const std::vector<double> w = initial_weights({{48, 24}}, 1);
  const double limit = std::sqrt(6.0 / 72);
  double largest = 0, sum = 0;

  for (std::size_t i = 0; i < 48 * 24; ++i) {
    largest = std::max(largest, std::abs(w[i]));
    sum += w[i];
  }

  EXPECT_LE(largest, limit);
  EXPECT_GT(largest, 0.98 * limit);
  EXPECT_LT(std::abs(sum / (48 * 24)), 0.05 * limit);
  for (std::size_t i = 48 * 24; i < w.size(); ++i) EXPECT_EQ(w[i], 0);
}

double share_right(const Predictor& p, const Samples& samples, const std::vector<double>& classes) {
  const std::vector<double> out = predictions(p, samples);
  double right = 0;
  for (std::size_t i = 0; i < samples.rows(); ++i) {
    const auto row = std::span(out).subspan(i * p.outputs(), p.outputs());
    right += static_cast<double>(std::ranges::max_element(row) - row.begin()) == classes[i];
  }
  return right / static_cast<double>(samples.rows());
}

TEST(Network, EveryOptimiserLearnsExclusiveOr) {
  const Samples corners = samples_of({0, 0, 0, 1, 1, 0, 1, 1}, 2);
  const Target odd{{0, 1, 1, 0}, {"even", "odd"}};
  for (const std::string_view name : optimiser_names) {
    Settings s = {{"optimiser", std::string(name)}, {"hidden", "16"}, {"activation", "tanh"}, {"epochs", "2000"}};
    if (name == "sgd" || name == "adagrad") s["rate"] = "0.1";

    const auto p = make_learner("mlp", s)->fit(corners, odd);

    EXPECT_EQ(share_right(*p, corners, odd.values), 1) << name;
  }
}

TEST(Network, RegressionFollowsACurve) {
  Samples x({"x"}, 41);
  Target y;
  for (std::size_t i = 0; i < 41; ++i) {
    x.feature(0)[i] = static_cast<double>(i) / 10 - 2;
    y.values.push_back(100 + 50 * std::sin(2 * x.at(i, 0)));
  }

  const auto p = make_learner("mlp", {{"hidden", "32:16"}, {"epochs", "600"}})->fit(x, y);
  const std::vector<double> out = predictions(*p, x);

  for (std::size_t i = 0; i < 41; ++i) EXPECT_NEAR(out[i], y.values[i], 5) << i;
}

TEST(Network, TheSameSeedGivesTheSameBytesAndAnotherOthers) {
  const auto bytes = [](std::uint64_t seed, unsigned threads) {
    Writer out;
    make_learner("mlp", {{"epochs", "5"}})
        ->fit(train_samples(), train_classes(), {.seed = seed, .threads = threads})
        ->write(out);
    return out.bytes();
  };

  EXPECT_EQ(bytes(1, 1), bytes(1, 4));
  EXPECT_NE(bytes(1, 1), bytes(2, 1));
}

TEST(Network, PatienceStopsAndTakesTheBest) {
  // With one epoch of patience and a rate so high that the loss soon rises, a hundred epochs are not all run.
  struct Counter final : Progress {
    void advance(std::size_t done, std::size_t, std::string_view) override { epochs = done; }
    std::size_t epochs = 0;
  } counter;

  (void)make_learner("mlp", {{"patience", "1"}, {"optimiser", "sgd"}, {"rate", "2"}, {"epochs", "100"}})
      ->fit(train_samples(), train_classes(), {.progress = &counter});

  EXPECT_LT(counter.epochs, 100u);
  EXPECT_GE(counter.epochs, 1u);
}

TEST(Network, WhatIsWrittenPredictsTheSame) {
  for (const Target& target : {train_numbers(), train_classes()}) {
    const auto p = make_learner("mlp", {{"epochs", "3"}, {"activation", "logistic"}})->fit(train_samples(), target);

    EXPECT_EQ(predictions(*written_and_read(*p), test_samples()), predictions(*p, test_samples()));
  }
}

TEST(Network, SettingsAndDivergenceAreRefusedByName) {
  EXPECT_THROW((void)make_learner("mlp", {{"hidden", "48:"}}), InputError);
  EXPECT_THROW((void)make_learner("mlp", {{"hidden", "48x24"}}), InputError);
  EXPECT_THROW((void)make_learner("mlp", {{"hidden", "0"}}), InputError);
  EXPECT_THROW((void)make_learner("mlp", {{"hidden", ""}}), InputError);
  EXPECT_THROW((void)make_learner("mlp", {{"optimiser", "adamw"}}), InputError);
  EXPECT_THROW((void)make_learner("mlp", {{"optimiser", "sgd"}, {"rate", "1000000"}, {"scale", "no"}})
                   ->fit(train_samples(), train_numbers()),
               InputError);
}

}  // namespace
}  // namespace forewarp::learn
