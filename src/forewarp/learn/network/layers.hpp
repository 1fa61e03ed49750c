// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The shape of a multi-layer perceptron, and where in one array its weights lie: layer by layer, the weights of a
/// layer input by input (all outputs of the first input, then of the second, ...), then its biases.
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace forewarp::learn {

enum class Activation { relu, tanh, logistic };
inline constexpr std::array<std::string_view, 3> activation_names = {"relu", "tanh", "logistic"};

struct NetworkShape {
  std::vector<std::size_t> widths;  ///< of the input, each hidden layer, the output
  Activation activation = Activation::relu;

  [[nodiscard]] std::size_t layers() const { return widths.size() - 1; }
  [[nodiscard]] std::size_t weights() const {
    std::size_t sum = 0;
    for (std::size_t l = 0; l < layers(); ++l) sum += (widths[l] + 1) * widths[l + 1];
    return sum;
  }
};

}  // namespace forewarp::learn
