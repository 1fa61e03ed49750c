// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "forewarp/learn/compile/emitters.hpp"
#include "forewarp/learn/network/predictor.hpp"

namespace forewarp::learn {
namespace {

std::string_view activation_code(Activation activation) {
  switch (activation) {
    case Activation::relu:
      return "inline double activated(double x) { return x > 0 ? x : 0; }\n";
    case Activation::tanh:
      return "inline double activated(double x) { return std::tanh(x); }\n";
    case Activation::logistic:
      return "inline double activated(double x) { return 1 / (1 + std::exp(-x)); }\n";
  }
  return "";
}

}  // namespace

bool emit_network(const Predictor& predictor, Code& code) {
  const auto* const mlp = dynamic_cast<const NetworkPredictor*>(&predictor);
  if (!mlp) return false;
  const Network& n = mlp->network();
  const std::vector<std::uint64_t> widths(n.shape.widths.begin(), n.shape.widths.end());
  code.array("centre", n.inputs.centre);
  code.array("spread", n.inputs.spread);
  code.constant("target_centre", n.target_centre);
  code.constant("target_spread", n.target_spread);
  code.constant("layers", n.shape.layers());
  code.constant("widest", static_cast<std::size_t>(*std::ranges::max_element(widths)));
  code.array("widths", widths);
  code.array("weights", n.weights);
  code.text(activation_code(n.shape.activation));
  code.text(R"(
inline void predictor(const double* x, double* out) {
  double scratch[2][widest];
  for (std::size_t j = 0; j < features; ++j) scratch[0][j] = (x[j] - centre[j]) / spread[j];
  const double* w = weights;
  for (std::size_t l = 0; l < layers; ++l) {
    const double* in = scratch[l % 2];
    double* to = scratch[(l + 1) % 2];
    const double* bias = w + widths[l] * widths[l + 1];
    for (std::size_t o = 0; o < widths[l + 1]; ++o) to[o] = bias[o];
    for (std::size_t i = 0; i < widths[l]; ++i)
      for (std::size_t o = 0; o < widths[l + 1]; ++o) to[o] += in[i] * *w++;
    w += widths[l + 1];
    if (l + 1 < layers)
      for (std::size_t o = 0; o < widths[l + 1]; ++o) to[o] = activated(to[o]);
  }
  for (std::size_t k = 0; k < outputs; ++k) out[k] = scratch[layers % 2][k];
  if (classes == 0) {
    out[0] = out[0] * target_spread + target_centre;
    return;
  }
  double most = out[0], sum = 0;
  for (std::size_t k = 1; k < outputs; ++k) most = std::max(most, out[k]);
  for (std::size_t k = 0; k < outputs; ++k) sum += out[k] = std::exp(out[k] - most);
  for (std::size_t k = 0; k < outputs; ++k) out[k] /= sum;
}
)");
  return true;
}

}  // namespace forewarp::learn
