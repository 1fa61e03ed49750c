// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/learn/compile/emitters.hpp"

namespace forewarp::learn {
namespace {

/// Sixteen walks at once, so that they wait for memory together.
constexpr std::string_view walk = R"(
inline void predictor(const double* x, double* out) {
  constexpr std::uint32_t leaf_bit = 0x80000000u, feature_mask = (std::uint32_t{1} << feature_bits) - 1;
  constexpr double most = std::numeric_limits<float>::max();
  float row[features];
  for (std::size_t j = 0; j < features; ++j) row[j] = static_cast<float>(std::max(-most, std::min(x[j], most)));
  for (std::size_t k = 0; k < outputs; ++k) out[k] = 0;
  constexpr std::size_t group = 16;
  for (std::size_t first = 0; first < trees; first += group) {
    const std::size_t count = std::min(group, trees - first);
    const Node* at[group];
    for (std::size_t i = 0; i < count; ++i) at[i] = nodes + node_begin[first + i];
    for (bool walking = true; walking;) {
      walking = false;
      for (std::size_t i = 0; i < count; ++i) {
        const Node n = *at[i];
        if (n.word & leaf_bit) continue;
        walking = true;
        at[i] = nodes + node_begin[first + i] + 2 * static_cast<std::size_t>(n.word >> feature_bits) +
                (row[n.word & feature_mask] > n.threshold ? 1 : 0);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t leaf = leaf_begin[first + i] + (at[i]->word ^ leaf_bit);
      for (std::size_t k = 0; k < outputs; ++k) out[k] += values[leaf * outputs + k];
    }
  }
  for (std::size_t k = 0; k < outputs; ++k) out[k] /= static_cast<double>(trees);
}
)";

}  // namespace

bool emit_forest(const Predictor& predictor, Code& code) {
  const auto* const forest = dynamic_cast<const trees::ForestPredictor*>(&predictor);
  if (!forest) return false;
  const trees::PackedView& view = forest->view();
  std::vector<float> thresholds;
  std::vector<std::uint32_t> words;
  for (const trees::PackedNode& node : view.nodes) {
    thresholds.push_back(node.threshold);
    words.push_back(node.word);
  }
  code.text("/// The right one of a pair of children where x > threshold; word: leaf, or pair and feature.\n");
  code.text("struct Node {\n  float threshold;\n  std::uint32_t word;\n};\n");
  code.pairs("Node", "nodes", thresholds, words);
  code.array("node_begin", view.node_begin);
  code.array("leaf_begin", view.leaf_begin);
  code.array("values", view.values);
  code.constant("trees", view.trees());
  code.constant("feature_bits", static_cast<std::size_t>(view.feature_bits));
  code.text(walk);
  return true;
}

}  // namespace forewarp::learn
