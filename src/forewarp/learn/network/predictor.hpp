// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A multi-layer perceptron: x -> scaling -> [ activation(W x + b) ] for each hidden layer -> W x + b, then softmax for
/// classes or the target's scaling taken back for numbers.
#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/network/layers.hpp"
#include "forewarp/learn/scaling.hpp"

namespace forewarp::learn {

struct Network {
  NetworkShape shape;
  Scaling inputs = {};
  double target_centre = 0, target_spread = 1;  ///< regression
  std::size_t classes = 0;                      ///< 0 for regression
  std::vector<double> weights = {};
};

class NetworkPredictor final : public Predictor {
 public:
  explicit NetworkPredictor(Network network) : network_(std::move(network)) {}
  [[nodiscard]] std::string_view kind() const override { return "mlp"; }
  [[nodiscard]] std::size_t features() const override { return network_.shape.widths.front(); }
  [[nodiscard]] std::size_t outputs() const override { return network_.shape.widths.back(); }
  void predict(std::span<const double> row, std::span<double> out) const override;
  void write(Writer& out) const override;
  [[nodiscard]] const Network& network() const { return network_; }

 private:
  Network network_;
};

/// Throws InputError where the bytes make no sense.
[[nodiscard]] std::unique_ptr<Predictor> read_mlp(Reader& in);

}  // namespace forewarp::learn
