// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The mean loss of a batch and its gradient by back-propagation: cross-entropy of a softmax for classes, squared error
/// for numbers. Not installed: it shows Eigen.
#include <Eigen/Dense>
#include <span>

#include "forewarp/learn/network/layers.hpp"

namespace forewarp::learn {

enum class Loss { squared_error, cross_entropy };

class Backpropagation {
 public:
  Backpropagation(NetworkShape shape, Loss loss) : shape_(std::move(shape)), loss_(loss) {}

  /// inputs: a sample a row; targets: a number or the index of a class. Fills gradient unless it is empty; returns the
  /// mean loss.
  double operator()(std::span<const double> weights, const Eigen::MatrixXd& inputs, const Eigen::VectorXd& targets,
                    std::span<double> gradient);

 private:
  void forward(std::span<const double> weights, const Eigen::MatrixXd& inputs);
  double loss_and_delta(const Eigen::VectorXd& targets);
  void backward(std::span<const double> weights, std::span<double> gradient);

  NetworkShape shape_;
  Loss loss_;
  std::vector<Eigen::MatrixXd> outputs_;  ///< of each layer, the first being the inputs
  Eigen::MatrixXd delta_;                 ///< of the loss by the sums of the layer at hand
};

}  // namespace forewarp::learn
