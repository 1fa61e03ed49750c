// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/network/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "forewarp/learn/network/gradient.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::learn {
namespace {

// Streams of random numbers; each epoch has one more, so the weights do not depend on other uses of the seed.
constexpr std::uint64_t weight_stream = 0, split_stream = 1, first_epoch_stream = 2;

struct Batch {
  Eigen::MatrixXd inputs;
  Eigen::VectorXd targets;
};

Batch batch_of(const Samples& samples, const Target& target, std::span<const std::size_t> rows) {
  Batch batch{Eigen::MatrixXd(rows.size(), samples.features()), Eigen::VectorXd(rows.size())};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    for (std::size_t j = 0; j < samples.features(); ++j)
      batch.inputs(at, static_cast<Eigen::Index>(j)) = samples.at(rows[i], j);
    batch.targets[at] = target.values[rows[i]];
  }
  return batch;
}

/// Samples for training and samples for early stopping.
struct Division {
  std::vector<std::size_t> learn, judge;
};

Division divided(std::size_t rows, const NetworkSettings& settings, std::uint64_t seed) {
  Division d;
  d.learn.resize(rows);
  std::iota(d.learn.begin(), d.learn.end(), std::size_t{0});
  if (settings.patience == 0) return d;
  const auto aside = static_cast<std::size_t>(std::ceil(settings.validation * static_cast<double>(rows)));
  if (aside >= rows)
    throw InputError(fmt::format("mlp: of {} samples {} would be kept aside and none learnt from", rows, aside));
  SplitMix(seed, split_stream).shuffle(std::span(d.learn));
  d.judge.assign(d.learn.end() - static_cast<std::ptrdiff_t>(aside), d.learn.end());
  d.learn.resize(rows - aside);
  return d;
}

/// Early stopping: keeps the best weights, and ends after `epochs` without improvement.
class Patience {
 public:
  explicit Patience(std::size_t epochs) : epochs_(epochs) {}
  [[nodiscard]] bool exhausted_by(double loss, const std::vector<double>& weights) {
    if (loss < least_) {
      least_ = loss;
      best_ = weights;
      waited_ = 0;
      return false;
    }
    return ++waited_ >= epochs_;
  }
  [[nodiscard]] const std::vector<double>& best() const { return best_; }

 private:
  std::size_t epochs_, waited_ = 0;
  double least_ = HUGE_VAL;
  std::vector<double> best_;
};

}  // namespace

/// Uniform in +-sqrt(6 / (in + out)) (Glorot and Bengio 2010), biases 0.
std::vector<double> initial_weights(const NetworkShape& shape, std::uint64_t seed) {
  SplitMix random(seed, weight_stream);
  std::vector<double> weights;
  weights.reserve(shape.weights());
  for (std::size_t l = 0; l < shape.layers(); ++l) {
    const std::size_t in = shape.widths[l], out = shape.widths[l + 1];
    const double limit = std::sqrt(6 / static_cast<double>(in + out));
    for (std::size_t i = 0; i < in * out; ++i) weights.push_back(limit * (2 * random.uniform() - 1));
    weights.insert(weights.end(), out, 0);
  }
  return weights;
}

/// Mini-batches in a new order per epoch; throws as soon as the loss is not finite.
std::vector<double> train(const NetworkShape& shape, const Samples& samples, const Target& target,
                          const NetworkSettings& settings, const FitOptions& options) {
  std::vector<double> weights = initial_weights(shape, options.seed), gradient(weights.size());
  const double rate = settings.rate > 0 ? settings.rate : default_rate(settings.optimiser);
  Optimiser optimiser(settings.optimiser, rate, settings.momentum, weights.size());
  Backpropagation loss(shape, target.is_class() ? Loss::cross_entropy : Loss::squared_error);
  Division rows = divided(samples.rows(), settings, options.seed);
  const Batch judge = batch_of(samples, target, rows.judge);
  Patience patience(settings.patience);
  for (std::size_t epoch = 0; epoch < settings.epochs; ++epoch) {
    if (options.progress && options.progress->cancelled()) break;
    SplitMix(options.seed, first_epoch_stream + epoch).shuffle(std::span(rows.learn));
    for (std::size_t at = 0; at < rows.learn.size(); at += settings.batch) {
      const std::size_t size = std::min(settings.batch, rows.learn.size() - at);
      const Batch batch = batch_of(samples, target, std::span(rows.learn).subspan(at, size));
      if (!std::isfinite(loss(weights, batch.inputs, batch.targets, gradient)))
        throw InputError("mlp: training diverged: lower rate, or scale the features");
      optimiser.step(weights, gradient);
    }
    if (options.progress) options.progress->advance(epoch + 1, settings.epochs, "epochs");
    if (settings.patience > 0 && patience.exhausted_by(loss(weights, judge.inputs, judge.targets, {}), weights)) break;
  }
  if (!patience.best().empty()) weights = patience.best();
  if (!std::ranges::all_of(weights, [](double w) { return std::isfinite(w); }))
    throw InputError("mlp: training diverged: lower rate, or scale the features");
  return weights;
}

}  // namespace forewarp::learn
