// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The predictors with parameters that are set by hand, without a learner: their equations, and what they refuse to
// read.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "forewarp/learn/bayes/predictor.hpp"
#include "forewarp/learn/linear/predictor.hpp"
#include "forewarp/learn/neighbours/predictor.hpp"
#include "forewarp/learn/network/layers.hpp"
#include "forewarp/learn/network/predictor.hpp"
#include "forewarp/learn/svm/kernel.hpp"
#include "forewarp/learn/svm/predictor.hpp"
#include "unit/learn/data.hpp"
#include "unit/message_of.hpp"

namespace forewarp::learn {
namespace {

using forewarp::testing::message_of;

std::vector<double> answer(const Predictor& predictor, const std::vector<double>& row) {
  std::vector<double> out(predictor.outputs());
  predictor.predict(row, out);
  return out;
}

/// What the reader of its kind says of a predictor that should never have been written.
std::string complaint(const Predictor& predictor) {
  return message_of([&] { (void)testing::written_and_read(predictor); });
}

TEST(LinearPredictor, AddsTheInterceptAndTheTerms) {
  const LinearPredictor line(1, {2, -3}, {5, 10});

  EXPECT_EQ(answer(line, {10, 4}), std::vector<double>{1 + 20 - 12});
  // |2| x 5 = 10 and |-3| x 10 = 30 of 40
  EXPECT_EQ(line.importances(), (std::vector<double>{0.25, 0.75}));
}

TEST(LinearPredictor, TakesBackWhatItWroteAndRefusesOtherNumbers) {
  EXPECT_EQ(answer(*testing::written_and_read(LinearPredictor(1, {2}, {5})), {4}), std::vector<double>{9});

  EXPECT_NE(complaint(LinearPredictor(1, {2, 3}, {5})), "nothing is thrown");
  EXPECT_NE(complaint(LinearPredictor(NAN, {2}, {5})), "nothing is thrown");
}

// Two classes of one feature: N(0, 1) with prior 1/4 and N(2, 4) with prior 3/4. At x = 0 the densities are
// 1 / sqrt(2 pi) and exp(-4 / 8) / (2 sqrt(2 pi)), so P = (1/4) / (1/4 + 3/8 exp(-1/2)).
TEST(NaiveBayesPredictor, IsBayesRule) {
  const NaiveBayesPredictor bayes({{0.25, 0.75}, {0, 2}, {1, 4}});

  EXPECT_NEAR(answer(bayes, {0})[0], 0.25 / (0.25 + 0.375 * std::exp(-0.5)), 1e-15);
  EXPECT_NEAR(bayes.constants()[1], std::log(0.75) - std::log(2 * std::numbers::pi * 4) / 2, 1e-15);
}

TEST(NaiveBayesPredictor, WithoutAPriorAClassIsNeverChosen) {
  EXPECT_EQ(answer(NaiveBayesPredictor({{0, 1}, {5, 0}, {1, 1}}), {5}), (std::vector<double>{0, 1}));
}

TEST(NaiveBayesPredictor, RefusesPriorsAndVariancesThatAreNone) {
  EXPECT_EQ(complaint(NaiveBayesPredictor({{0.5, 0.25}, {0, 2}, {1, 4}})), "the priors in the model add up to 0.75");
  EXPECT_EQ(complaint(NaiveBayesPredictor({{1.5, -0.5}, {0, 2}, {1, 4}})), "a prior in the model is 1.5");
  EXPECT_EQ(complaint(NaiveBayesPredictor({{0.5, 0.5}, {0, 2}, {1, 0}})), "a variance in the model is 0");
  EXPECT_EQ(complaint(NaiveBayesPredictor({{1}, {0}, {1}})), "the model separates 1 classes");
}

/// Samples at 0, 1, 3, 10 with targets 1, 2, 6, 100.
NeighbourModel line_of_four(std::size_t k, NeighbourWeights weights) {
  return {.inputs = {{0}, {1}}, .k = k, .weights = weights, .rows = {0, 1, 3, 10}, .targets = {1, 2, 6, 100}};
}

TEST(NeighbourPredictor, AveragesTheNearest) {
  EXPECT_EQ(answer(NeighbourPredictor(line_of_four(2, NeighbourWeights::uniform)), {0.4}), std::vector<double>{1.5});
  // at 2, the samples 1 and 3 are equally far: with one neighbour the first one
  EXPECT_EQ(answer(NeighbourPredictor(line_of_four(1, NeighbourWeights::uniform)), {2}), std::vector<double>{2});
}

// At 0.25 the distances to 0 and 1 are 1/4 and 3/4: weights 3 to 1.
TEST(NeighbourPredictor, WeighsByTheInverseOfTheDistance) {
  const NeighbourPredictor weighted(line_of_four(2, NeighbourWeights::distance));

  EXPECT_DOUBLE_EQ(answer(weighted, {0.25})[0], (3 * 1 + 1 * 2) / 4.0);
  EXPECT_EQ(answer(weighted, {3}), std::vector<double>{6});  // on a sample, it alone counts
}

TEST(NeighbourPredictor, ItsQuantilesAreThoseOfTheNearestTargets) {
  const NeighbourPredictor nearest(line_of_four(3, NeighbourWeights::uniform));
  const std::vector<double> levels = {0, 0.5, 1};
  std::vector<double> out(3);

  EXPECT_TRUE(nearest.quantiles(std::vector<double>{0}, levels, out));
  EXPECT_EQ(out, (std::vector<double>{1, 2, 6}));
}

TEST(NeighbourPredictor, CountsClassesAndHasNoQuantilesOfThem) {
  NeighbourModel model = line_of_four(3, NeighbourWeights::uniform);
  model.classes = 2;
  model.targets = {0, 1, 1, 0};
  const NeighbourPredictor classes(model);
  std::vector<double> untouched = {7};

  EXPECT_DOUBLE_EQ(answer(classes, {0})[1], 2.0 / 3);
  EXPECT_FALSE(classes.quantiles(std::vector<double>{0}, std::vector<double>{0.5}, untouched));
  EXPECT_EQ(untouched[0], 7);
}

TEST(NeighbourPredictor, RefusesMoreNeighboursThanSamplesAndIndicesOfNoClass) {
  NeighbourModel model = line_of_four(5, NeighbourWeights::uniform);
  EXPECT_EQ(complaint(NeighbourPredictor(model)), "the model asks 5 neighbours of 4");
  model.k = 0;
  EXPECT_EQ(complaint(NeighbourPredictor(model)), "the model asks 0 neighbours of 4");
  model.k = 1;
  model.classes = 3;
  EXPECT_EQ(complaint(NeighbourPredictor(model)), "6 in the model is not the index of one of 3 classes");
}

/// Two inputs, two hidden units, one output. Weights lie input by input, then the biases:
/// hidden 1 = x - y + 0.5, hidden 2 = 2 x + 3 y - 1; output = 10 h1 - h2 + 4.
Network small_network(Activation activation) {
  return {.shape = {{2, 2, 1}, activation}, .inputs = {{0, 0}, {1, 1}}, .weights = {1, 2, -1, 3, 0.5, -1, 10, -1, 4}};
}

TEST(NetworkPredictor, IsTheFormulaOfItsLayers) {
  EXPECT_EQ(small_network(Activation::relu).shape.weights(), 9);
  EXPECT_EQ(small_network(Activation::relu).shape.layers(), 2);
  // at (1, 2): h = (-0.5, 7); relu (0, 7): -7 + 4
  EXPECT_EQ(answer(NetworkPredictor(small_network(Activation::relu)), {1, 2}), std::vector<double>{-3});
  EXPECT_NEAR(answer(NetworkPredictor(small_network(Activation::tanh)), {1, 2})[0],
              10 * std::tanh(-0.5) - std::tanh(7) + 4, 1e-14);
  EXPECT_NEAR(answer(NetworkPredictor(small_network(Activation::logistic)), {1, 2})[0],
              10 / (1 + std::exp(0.5)) - 1 / (1 + std::exp(-7)) + 4, 1e-14);
}

TEST(NetworkPredictor, ScalesItsInputsAndTakesBackTheScaleOfTheTarget) {
  Network network{.shape = {{1, 1}}, .inputs = {{10}, {5}}, .weights = {3, 1}};
  network.target_centre = 100;
  network.target_spread = 7;

  // (20 - 10) / 5 = 2; 3 x 2 + 1 = 7; 7 x 7 + 100
  EXPECT_EQ(answer(NetworkPredictor(network), {20}), std::vector<double>{149});
}

TEST(NetworkPredictor, GivesProbabilitiesOfClasses) {
  Network network{.shape = {{1, 2}}, .inputs = {{0}, {1}}, .classes = 2, .weights = {1, 0, 0, 0}};

  // softmax of (x, 0)
  EXPECT_NEAR(answer(NetworkPredictor(network), {2})[0], 1 / (1 + std::exp(-2)), 1e-15);
  EXPECT_EQ(answer(NetworkPredictor(network), {1e308}), (std::vector<double>{1, 0}));
}

TEST(NetworkPredictor, RefusesShapesThatDoNotFitTheClassesOrTheWeights) {
  Network network = small_network(Activation::relu);
  network.classes = 3;
  EXPECT_EQ(complaint(NetworkPredictor(network)), "the model answers 3 classes with 1 numbers");
  network = small_network(Activation::relu);
  network.weights.pop_back();
  EXPECT_NE(complaint(NetworkPredictor(network)), "nothing is thrown");
  EXPECT_EQ(complaint(NetworkPredictor({.shape = {{2}}, .inputs = {{0, 0}, {1, 1}}})), "the model has no layer");
  EXPECT_EQ(complaint(NetworkPredictor({.shape = {{2, 0, 1}}, .inputs = {{0, 0}, {1, 1}}})),
            "the model has a layer of width 0");
}

// u = (1, 2), v = (3, -1): u.v = 1, |u - v|^2 = 4 + 9 = 13.
TEST(SvmKernel, EachKindIsItsFormula) {
  const std::vector<double> u = {1, 2}, v = {3, -1};

  EXPECT_EQ((Kernel{KernelKind::linear}(u, v)), 1);
  EXPECT_EQ((Kernel{KernelKind::polynomial, 2, 1, 5}(u, v)), 243);  // (2 x 1 + 1)^5
  EXPECT_EQ((Kernel{KernelKind::polynomial, 2, 1, 0}(u, v)), 1);
  EXPECT_EQ((Kernel{KernelKind::rbf, 0.25}(u, v)), std::exp(-3.25));
  EXPECT_EQ((Kernel{KernelKind::sigmoid, 0.5, -1}(u, v)), std::tanh(-0.5));
}

// One feature, linear kernel, support vectors 1 and 3 with coefficients 2 and -1, rho 0.5: 2 x - 3 x - 0.5 = -x - 0.5.
TEST(SvmPredictor, RegressionIsTheSumOverTheSupportVectors) {
  SupportVectors model;
  model.kernel = {KernelKind::linear};
  model.inputs = {{4}, {2}};
  model.vectors = {1, 3};
  model.coefficients = {2, -1};
  model.rho = {0.5};
  model.target_centre = 100;
  model.target_spread = 10;

  // x = (10 - 4) / 2 = 3: -3.5 x 10 + 100
  EXPECT_EQ(answer(SvmPredictor(model), {10}), std::vector<double>{65});
}

// Class 1 has the vector 1, class 0 the vector -1, coefficients 1 and -1: f = 2 x, positive for the first label, 1.
TEST(SvmPredictor, VotesOrGivesProbabilities) {
  SupportVectors model;
  model.kernel = {KernelKind::linear};
  model.inputs = {{0}, {1}};
  model.vectors = {1, -1};
  model.coefficients = {1, -1};
  model.rho = {0};
  model.counts = {1, 1};
  model.labels = {1, 0};
  model.classes = 3;

  EXPECT_EQ(answer(SvmPredictor(model), {0.5}), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(answer(SvmPredictor(model), {-0.5}), (std::vector<double>{1, 0, 0}));
  model.sigmoids = {{-1, 0}};  // P(1 | f) = 1 / (1 + exp(-f)), f = 1
  EXPECT_NEAR(answer(SvmPredictor(model), {0.5})[1], 1 / (1 + std::exp(-1)), 1e-12);
}

}  // namespace
}  // namespace forewarp::learn
