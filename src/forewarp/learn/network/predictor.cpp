// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/network/predictor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

double activated(double x, Activation activation) {
  switch (activation) {
    case Activation::relu:
      return x > 0 ? x : 0;
    case Activation::tanh:
      return std::tanh(x);
    case Activation::logistic:
      return 1 / (1 + std::exp(-x));
  }
  return x;
}

/// Each output adds its bias, then the inputs in order; side by side for all outputs, which vectors can do.
void layer(std::span<const double> in, const double* weights, std::span<double> out) {
  const double* const bias = weights + in.size() * out.size();
  std::copy(bias, bias + out.size(), out.begin());
  for (const double x : in)
    for (double& sum : out) sum += x * *weights++;
}

void softmax(std::span<double> x) {
  const double most = *std::ranges::max_element(x);
  double sum = 0;
  for (double& v : x) sum += v = std::exp(v - most);
  for (double& v : x) v /= sum;
}

constexpr std::uint64_t max_stored_layers = 64, max_stored_width = 1 << 20;

NetworkShape read_shape(Reader& in, std::size_t features) {
  NetworkShape shape;
  shape.activation = static_cast<Activation>(in.integer("the activation", activation_names.size() - 1));
  const std::uint64_t layers = in.integer("the number of layers", max_stored_layers);
  if (layers == 0) throw InputError("the model has no layer");
  shape.widths.push_back(features);
  for (std::uint64_t l = 0; l < layers; ++l) {
    shape.widths.push_back(in.integer("the width of a layer", max_stored_width));
    if (shape.widths.back() == 0) throw InputError("the model has a layer of width 0");
  }
  return shape;
}

}  // namespace

void NetworkPredictor::predict(std::span<const double> row, std::span<double> out) const {
  const NetworkShape& shape = network_.shape;
  const std::size_t widest = *std::ranges::max_element(shape.widths);
  std::vector<double> scratch(2 * widest);
  std::span<double> in = std::span(scratch).first(row.size()), next = std::span(scratch).subspan(widest);
  network_.inputs.apply(row, in);
  const double* weights = network_.weights.data();
  for (std::size_t l = 0; l < shape.layers(); ++l) {
    std::span<double> to{next.data(), shape.widths[l + 1]};
    layer(in, weights, to);
    weights += (shape.widths[l] + 1) * shape.widths[l + 1];
    if (l + 1 < shape.layers())
      for (double& v : to) v = activated(v, shape.activation);
    next = in;
    in = to;
  }
  std::ranges::copy(in, out.begin());
  if (network_.classes > 0)
    softmax(out);
  else
    out[0] = out[0] * network_.target_spread + network_.target_centre;
}

void NetworkPredictor::write(Writer& out) const {
  out.integer(features());
  out.integer(network_.classes);
  out.integer(static_cast<std::uint64_t>(network_.shape.activation));
  out.integer(network_.shape.layers());
  for (std::size_t l = 1; l < network_.shape.widths.size(); ++l) out.integer(network_.shape.widths[l]);
  learn::write(out, network_.inputs);
  out.number(network_.target_centre);
  out.number(network_.target_spread);
  out.array(network_.weights);
}

std::unique_ptr<Predictor> read_mlp(Reader& in) {
  const std::size_t features = read_feature_count(in);
  const std::size_t classes = in.integer("the number of classes", max_classes);
  Network n{.shape = read_shape(in, features)};
  n.classes = classes;
  if (n.shape.widths.back() != std::max<std::size_t>(classes, 1))
    throw InputError(fmt::format("the model answers {} classes with {} numbers", classes, n.shape.widths.back()));
  n.inputs = read_scaling(in, features);
  n.target_centre = read_finite(in, "the centre of the target");
  n.target_spread = read_finite(in, "the spread of the target");
  n.weights = read_finite_array(in, "a weight", n.shape.weights());
  return std::make_unique<NetworkPredictor>(std::move(n));
}

}  // namespace forewarp::learn
