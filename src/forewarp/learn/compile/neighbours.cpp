// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/emitters.hpp"
#include "forewarp/learn/neighbours/predictor.hpp"

namespace forewarp::learn {

bool emit_neighbours(const Predictor& predictor, Code& code) {
  const auto* const nearest = dynamic_cast<const NeighbourPredictor*>(&predictor);
  if (!nearest) return false;
  const NeighbourModel& m = nearest->model();
  code.array("centre", m.inputs.centre);
  code.array("spread", m.inputs.spread);
  code.array("rows", m.rows);
  code.array("targets", m.targets);
  code.constant("samples", m.targets.size());
  code.constant("neighbours", m.k);
  code.text(m.weights == NeighbourWeights::uniform ? "inline constexpr bool by_distance = false;\n"
                                                   : "inline constexpr bool by_distance = true;\n");
  code.text(R"(
struct Neighbour {
  double square;
  std::size_t sample;
};

inline double weight(const Neighbour& n, const Neighbour& closest) {
  if (!by_distance) return 1;
  if (closest.square == 0 || closest.square == HUGE_VAL) return n.square == closest.square ? 1 : 0;
  return std::sqrt(closest.square) / std::sqrt(n.square);
}

inline void predictor(const double* x, double* out) {
  double row[features];
  for (std::size_t j = 0; j < features; ++j) row[j] = (x[j] - centre[j]) / spread[j];
  std::vector<Neighbour> all(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    double square = 0;
    for (std::size_t j = 0; j < features; ++j)
      square += (row[j] - rows[i * features + j]) * (row[j] - rows[i * features + j]);
    all[i] = {square < HUGE_VAL ? square : HUGE_VAL, i};
  }
  std::partial_sort(all.begin(), all.begin() + neighbours, all.end(), [](const Neighbour& a, const Neighbour& b) {
    return a.square != b.square ? a.square < b.square : a.sample < b.sample;
  });
  double sum = 0;
  for (std::size_t k = 0; k < outputs; ++k) out[k] = 0;
  for (std::size_t i = 0; i < neighbours; ++i) {
    const double w = weight(all[i], all[0]), target = targets[all[i].sample];
    sum += w;
    if (classes == 0)
      out[0] += w * target;
    else
      out[static_cast<std::size_t>(target)] += w;
  }
  for (std::size_t k = 0; k < outputs; ++k) out[k] /= sum;
}
)");
  return true;
}

}  // namespace forewarp::learn
