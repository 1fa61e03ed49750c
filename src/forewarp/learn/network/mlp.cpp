// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/network/mlp.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "forewarp/learn/moments.hpp"
#include "forewarp/learn/network/training.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

constexpr std::size_t max_layers = 16, max_width = 4096;

/// "48,24", or "48:24" where a comma would end the setting, or "none".
std::vector<std::size_t> widths_of(const std::string& text) {
  std::vector<std::size_t> widths;
  if (text == "none") return widths;
  const char *at = text.data(), *const end = at + text.size();
  while (true) {
    std::size_t width = 0;
    const auto [next, error] = std::from_chars(at, end, width);
    if (error != std::errc() || width == 0 || width > max_width || widths.size() == max_layers)
      throw InputError(
          fmt::format("mlp: hidden is '{}'; it must be none, or at most {} widths from 1 to {} with a colon "
                      "between them",
                      text, max_layers, max_width));
    widths.push_back(width);
    if (next == end) return widths;
    at = next + 1;
    if (*next != ':' && *next != ',') throw InputError(fmt::format("mlp: hidden is '{}'; write 48:24", text));
  }
}

constexpr ParameterSpec parameters[] = {
    {"hidden", "48:24", "widths of the hidden layers with a colon between them, or none"},
    {"activation", "relu", "of the hidden layers: relu, tanh or logistic"},
    {"optimiser", "nadam", "rmsprop, sgd, adagrad, adadelta, adam, adamax or nadam, with the constants of Keras 2.2"},
    {"rate", "auto", "learning rate; auto is that of Keras for the optimiser"},
    {"momentum", "0", "of sgd"},
    {"epochs", "200", "how often each sample is seen"},
    {"batch", "32", "samples a step"},
    {"patience", "0", "epochs without a better loss on samples kept aside, after which the best is taken; 0 for never"},
    {"validation", "0.1", "share of the samples kept aside, with patience"},
    {"scale", "yes", "yes or no: features, and the target of a regression, to mean 0 and standard deviation 1"},
};

std::unique_ptr<Learner> make(const Parameters& p) {
  NetworkSettings s;
  s.hidden = widths_of(p.text("hidden"));
  s.activation = static_cast<Activation>(p.choice("activation", activation_names));
  s.optimiser = static_cast<OptimiserKind>(p.choice("optimiser", optimiser_names));
  s.rate = p.text("rate") == "auto" ? 0 : p.number("rate", 1e-12, 1e6);
  s.momentum = p.number("momentum", 0, 1);
  s.epochs = static_cast<std::size_t>(p.integer("epochs", 1, 1'000'000));
  s.batch = static_cast<std::size_t>(p.integer("batch", 1, 1'000'000));
  s.patience = static_cast<std::size_t>(p.integer("patience", 0, 1'000'000));
  s.validation = p.number("validation", 0.01, 0.9);
  s.scale = p.flag("scale");
  return std::make_unique<NetworkLearner>(std::move(s));
}

}  // namespace

std::unique_ptr<Predictor> NetworkLearner::fit(const Samples& samples, const Target& target,
                                               const FitOptions& options) const {
  check(samples, target);
  Network n;
  n.classes = target.classes.size();
  n.shape.activation = settings_.activation;
  n.shape.widths = {samples.features()};
  n.shape.widths.insert(n.shape.widths.end(), settings_.hidden.begin(), settings_.hidden.end());
  n.shape.widths.push_back(target.is_class() ? target.classes.size() : 1);
  n.inputs = fit_scaling(samples, settings_.scale ? ScalingKind::z_score : ScalingKind::none);
  Target ready = target;
  if (const Moments of_target = moments(target.values); settings_.scale && !target.is_class()) {
    n.target_centre = of_target.mean;
    if (const double sd = of_target.population_sd(); sd > 0 && std::isfinite(sd)) n.target_spread = sd;
    for (double& value : ready.values) value = (value - n.target_centre) / n.target_spread;
  }
  n.weights = train(n.shape, scaled(samples, n.inputs), ready, settings_, options);
  return std::make_unique<NetworkPredictor>(std::move(n));
}

LearnerEntry mlp_entry() {
  return {"mlp", "multi-layer perceptron, with seven optimisers", true, true, parameters, make, read_mlp};
}

}  // namespace forewarp::learn
