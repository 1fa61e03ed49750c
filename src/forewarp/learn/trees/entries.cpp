// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/entries.hpp"

#include <array>

#include "forewarp/learn/trees/boosted.hpp"
#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/learn/trees/quantile_forest.hpp"

namespace forewarp::learn::trees {
namespace {

constexpr long max_trees = 1'000'000;

// The defaults are those of scikit-learn 1.2 (100 trees; a bootstrap for random forests only;
// boosting with depth 3 and rate 0.1), but max_features is all for classes too, where its forests
// take the square root. Boosted trees have no criterion: they are grown by squared error on
// gradients (boosted.hpp).

constexpr ParameterSpec criterion = {"criterion", "mse",
                                     "what a split lessens: mse (squared error), mae (absolute error, leaves are "
                                     "medians); for classes gini (also where mse is given) or entropy"};
constexpr ParameterSpec max_features = {
    "max_features", "all",
    "features looked at in a node: all, sqrt, log2, a whole number, or a fraction with a point in it (0.5)"};
constexpr ParameterSpec max_depth = {"max_depth", "none", "splits above a leaf at most, or none"};
constexpr ParameterSpec min_leaf = {"min_leaf", "1", "samples a leaf has at least"};
constexpr ParameterSpec min_split = {"min_split", "2", "samples a node has at least when it is split"};
constexpr ParameterSpec monotone = {
    "monotone", "",
    "FEATURE:+ never lowers the prediction as it grows, FEATURE:- never raises it; ';' between several"};

constexpr ParameterSpec tree_parameters[] = {
    criterion,
    max_features,
    max_depth,
    min_leaf,
    min_split,
    monotone,
    {"threshold", "best", "best of each feature, or random between its extremes"}};
constexpr std::array<ParameterSpec, 8> parameters_with_bootstrap(const char* by_default) {
  return {{{"trees", "100", "how many"},
           criterion,
           max_features,
           max_depth,
           min_leaf,
           min_split,
           {"bootstrap", by_default, "yes or no: each tree sees as many samples as there are, drawn with replacement"},
           monotone}};
}
constexpr auto forest_parameters = parameters_with_bootstrap("yes"), extra_parameters = parameters_with_bootstrap("no");

constexpr ParameterSpec threshold = {"threshold", "best", "best of each feature, or random between its extremes"};
constexpr ParameterSpec quantile_parameters[] = {
    {"trees", "100", "how many"},
    criterion,
    max_features,
    max_depth,
    {"min_leaf", "5", "samples a leaf has at least: the range is made of them"},
    min_split,
    {"bootstrap", "yes", "yes or no: each tree sees as many samples as there are, drawn with replacement"},
    threshold,
    monotone};
constexpr ParameterSpec boosted_parameters[] = {
    {"trees", "100", "rounds: a tree each, or for more than two classes a tree a class"},
    {"rate", "0.1", "how much of a tree's step is taken, above 0 to 1"},
    {"loss", "squared", "squared or absolute error; for classes the log loss"},
    {"subsample", "1", "share of the samples that a round sees, drawn without replacement, above 0 to 1"},
    max_features,
    {"max_depth", "3", "splits above a leaf at most, or none"},
    min_leaf,
    min_split,
    threshold,
    monotone};

/// A single tree is a forest of one without bootstrap.
std::unique_ptr<Learner> make_tree(const Parameters& p) {
  static constexpr std::string_view thresholds[] = {"best", "random"};
  ForestSettings s{read_tree_settings(p), 1, false};
  s.tree.threshold = static_cast<Threshold>(p.choice("threshold", thresholds));
  return std::make_unique<ForestLearner>("tree", s);
}

ForestSettings read_forest(const Parameters& p) {
  return {read_tree_settings(p), static_cast<std::size_t>(p.integer("trees", 1, max_trees)), p.flag("bootstrap")};
}

std::unique_ptr<Learner> make_forest(const Parameters& p) {
  return std::make_unique<ForestLearner>("random_forest", read_forest(p));
}

std::unique_ptr<Learner> make_extra(const Parameters& p) {
  ForestSettings s = read_forest(p);
  s.tree.threshold = Threshold::random;
  return std::make_unique<ForestLearner>("extra_trees", s);
}

constexpr std::string_view thresholds[] = {"best", "random"};

std::unique_ptr<Learner> make_quantile(const Parameters& p) {
  ForestSettings s = read_forest(p);
  s.tree.threshold = static_cast<Threshold>(p.choice("threshold", thresholds));
  return std::make_unique<QuantileForestLearner>(s);
}

std::unique_ptr<Learner> make_boosted(const Parameters& p) {
  // The names are in the order of the enumerators, as their position becomes the value; so do
  // `thresholds`.
  static constexpr std::string_view losses[] = {"squared", "absolute", "log"};
  BoostedSettings s;
  s.tree = read_tree_shape(p);
  s.tree.threshold = static_cast<Threshold>(p.choice("threshold", thresholds));
  s.rounds = static_cast<std::size_t>(p.integer("trees", 1, max_trees));
  s.rate = p.number("rate", 1e-6, 1);
  s.subsample = p.number("subsample", 1e-6, 1);
  s.loss = static_cast<Loss>(p.choice("loss", losses));
  return std::make_unique<BoostedLearner>(s);
}

std::unique_ptr<Predictor> read_tree(Reader& in) {
  return std::make_unique<ForestPredictor>(ForestPredictor::read("tree", in));
}
std::unique_ptr<Predictor> read_forest(Reader& in) {
  return std::make_unique<ForestPredictor>(ForestPredictor::read("random_forest", in));
}
std::unique_ptr<Predictor> read_extra(Reader& in) {
  return std::make_unique<ForestPredictor>(ForestPredictor::read("extra_trees", in));
}

}  // namespace

LearnerEntry tree_entry() { return {"tree", "one decision tree", true, true, tree_parameters, make_tree, read_tree}; }

LearnerEntry random_forest_entry() {
  return {"random_forest",
          "random forest: best splits, each tree on its own random sample",
          true,
          true,
          forest_parameters,
          make_forest,
          read_forest};
}

LearnerEntry extra_trees_entry() {
  return {
      "extra_trees", "extremely randomised trees: thresholds drawn at random", true, true, extra_parameters, make_extra,
      read_extra};
}

LearnerEntry boosted_trees_entry() {
  return {"boosted_trees",
          "gradient-boosted trees: each learns what those before it left over",
          true,
          true,
          boosted_parameters,
          make_boosted,
          BoostedPredictor::read};
}

LearnerEntry quantile_forest_entry() {
  return {"quantile_forest",
          "random forest that also predicts quantiles",
          true,
          false,
          quantile_parameters,
          make_quantile,
          read_quantile_forest};
}

}  // namespace forewarp::learn::trees
