// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/network/gradient.hpp"

#include <cmath>

namespace forewarp::learn {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

void activate(Eigen::MatrixXd& x, Activation activation) {
  switch (activation) {
    case Activation::relu:
      x = x.cwiseMax(0);
      return;
    case Activation::tanh:
      x = x.unaryExpr([](double v) { return std::tanh(v); });
      return;
    case Activation::logistic:
      x = x.unaryExpr([](double v) { return 1 / (1 + std::exp(-v)); });
      return;
  }
}

/// Derivative of the activation, from its output y.
double slope(double y, Activation activation) {
  switch (activation) {
    case Activation::relu:
      return y > 0 ? 1 : 0;
    case Activation::tanh:
      return 1 - y * y;
    case Activation::logistic:
      return y * (1 - y);
  }
  return 1;
}

/// Position of a layer in the vector of weights: in x out weights by row, then out biases.
struct Place {
  std::size_t at, in, out;
  [[nodiscard]] auto weights(std::span<const double> all) const {
    return Eigen::Map<const RowMajor>(all.data() + at, index(in), index(out));
  }
  [[nodiscard]] auto biases(std::span<const double> all) const {
    return Eigen::Map<const Eigen::RowVectorXd>(all.data() + at + in * out, index(out));
  }
};

std::vector<Place> places(const NetworkShape& shape) {
  std::vector<Place> all;
  std::size_t at = 0;
  for (std::size_t l = 0; l < shape.layers(); ++l) {
    all.push_back({at, shape.widths[l], shape.widths[l + 1]});
    at += (shape.widths[l] + 1) * shape.widths[l + 1];
  }
  return all;
}

}  // namespace

/// Keeps the output of every layer for backward(); the last layer is linear.
void Backpropagation::forward(std::span<const double> weights, const Eigen::MatrixXd& inputs) {
  outputs_.assign(1, inputs);
  for (const Place& place : places(shape_)) {
    Eigen::MatrixXd next = outputs_.back() * place.weights(weights);
    next.rowwise() += place.biases(weights);
    if (outputs_.size() < shape_.layers()) activate(next, shape_.activation);
    outputs_.push_back(std::move(next));
  }
}

/// The mean loss and, in delta_, its derivative by the outputs: 2 (out - y) / n, or (softmax - indicator) / n. The
/// row's maximum is subtracted before exp against overflow.
double Backpropagation::loss_and_delta(const Eigen::VectorXd& targets) {
  const Eigen::MatrixXd& out = outputs_.back();
  const auto n = static_cast<double>(out.rows());
  if (loss_ == Loss::squared_error) {
    delta_ = out - targets;
    const double loss = delta_.squaredNorm() / n;
    delta_ *= 2 / n;
    return loss;
  }
  double loss = 0;
  delta_.resize(out.rows(), out.cols());
  for (Eigen::Index i = 0; i < out.rows(); ++i) {
    const auto c = static_cast<Eigen::Index>(targets[i]);
    const double most = out.row(i).maxCoeff();
    const Eigen::RowVectorXd powers = (out.row(i).array() - most).exp();
    loss += std::log(powers.sum()) - (out(i, c) - most);
    delta_.row(i) = powers / powers.sum() / n;
    delta_(i, c) -= 1 / n;
  }
  return loss / n;
}

/// From the last layer to the first: the gradient of a layer's weights is outputs' * delta, and delta of the layer
/// before is delta * weights' times the slope of its activation. O(batch * weights), like forward().
void Backpropagation::backward(std::span<const double> weights, std::span<double> gradient) {
  const std::vector<Place> all = places(shape_);
  for (std::size_t l = all.size(); l-- > 0;) {
    const Place& place = all[l];
    Eigen::Map<RowMajor>(gradient.data() + place.at, index(place.in), index(place.out)) =
        outputs_[l].transpose() * delta_;
    Eigen::Map<Eigen::RowVectorXd>(gradient.data() + place.at + place.in * place.out, index(place.out)) =
        delta_.colwise().sum();
    if (l == 0) return;
    delta_ = (delta_ * place.weights(weights).transpose()).eval();
    delta_.array() *= outputs_[l].unaryExpr([&](double y) { return slope(y, shape_.activation); }).array();
  }
}

double Backpropagation::operator()(std::span<const double> weights, const Eigen::MatrixXd& inputs,
                                   const Eigen::VectorXd& targets, std::span<double> gradient) {
  forward(weights, inputs);
  const double loss = loss_and_delta(targets);
  if (!gradient.empty()) backward(weights, gradient);
  return loss;
}

}  // namespace forewarp::learn
