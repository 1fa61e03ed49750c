// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/emitters.hpp"
#include "forewarp/learn/trees/boosted.hpp"
#include "forewarp/learn/trees/quantile_forest.hpp"

namespace forewarp::learn {
namespace {

/// Sixteen walks at once, so that they wait for memory together. add(tree, leaf) in the order of the trees.
constexpr std::string_view walk = R"(
template <typename Add>
void walk(const double* x, const Add& add) {
  constexpr std::uint32_t left_leaf = 0x40000000u, both_leaves = 0xc0000000u;
  constexpr std::uint32_t slot_mask = (std::uint32_t{1} << slot_bits) - 1;
  constexpr double most = std::numeric_limits<float>::max();
  float row[features];
  for (std::size_t j = 0; j < features; ++j) row[j] = static_cast<float>(std::max(-most, std::min(x[j], most)));
  constexpr std::size_t group = 16;
  for (std::size_t first = 0; first < trees; first += group) {
    const std::size_t count = std::min(group, trees - first);
    std::size_t slot[group] = {}, leaf[group] = {};
    bool arrived[group] = {};
    for (bool walking = true; walking;) {
      walking = false;
      for (std::size_t i = 0; i < count; ++i) {
        if (arrived[i]) continue;
        walking = true;
        const Node n = nodes[node_begin[first + i] + slot[i]];
        const unsigned right = row[(n.word & ~both_leaves) >> slot_bits] > n.threshold ? 1 : 0;
        leaf[i] = 2 * (node_begin[first + i] + slot[i]) + right;
        arrived[i] = (n.word & left_leaf << right) != 0;
        slot[i] = (n.word & slot_mask) + right;
      }
    }
    for (std::size_t i = 0; i < count; ++i) add(first + i, leaf[i]);
  }
}
)";

constexpr std::string_view mean = R"(
inline void predictor(const double* x, double* out) {
  for (std::size_t k = 0; k < outputs; ++k) out[k] = 0;
  walk(x, [&](std::size_t, std::size_t leaf) {
    for (std::size_t k = 0; k < outputs; ++k) out[k] += values[leaf * outputs + k];
  });
  for (std::size_t k = 0; k < outputs; ++k) out[k] /= static_cast<double>(trees);
}
)";

constexpr std::string_view sum = R"(
inline void predictor(const double* x, double* out) {
  for (std::size_t k = 0; k < sums; ++k) out[k] = base[k];
  walk(x, [&](std::size_t tree, std::size_t leaf) { out[tree % sums] += values[leaf]; });
  if (classes == 2) {
    out[outputs - 1] = 1 / (1 + std::exp(-out[0]));
    out[0] = 1 - out[outputs - 1];
  } else if (classes > 2) {
    double most = out[0], total = 0;
    for (std::size_t k = 1; k < outputs; ++k) most = std::max(most, out[k]);
    for (std::size_t k = 0; k < outputs; ++k) total += out[k] = std::exp(out[k] - most);
    for (std::size_t k = 0; k < outputs; ++k) out[k] /= total;
  }
}
)";

void emit_trees(const trees::PackedView& view, Code& code) {
  std::vector<float> thresholds;
  std::vector<std::uint32_t> words;
  for (const trees::PackedNode& node : view.nodes) {
    thresholds.push_back(node.threshold);
    words.push_back(node.word);
  }
  code.text(
      "/// Right where x > threshold; word: whether left and right are leaves, the feature, where the left child is\n");
  code.text("/// (the right one after it).\n");
  code.text("struct Node {\n  float threshold;\n  std::uint32_t word;\n};\n");
  code.pairs("Node", "nodes", thresholds, words);
  code.array("node_begin", view.node_begin);
  code.array("values", view.values);
  code.constant("trees", view.trees());
  code.constant("slot_bits", static_cast<std::size_t>(view.slot_bits));
  code.text(walk);
}

}  // namespace

bool emit_forest(const Predictor& predictor, Code& code) {
  const auto* forest = dynamic_cast<const trees::ForestPredictor*>(&predictor);
  if (const auto* const quantiles = dynamic_cast<const trees::QuantileForestPredictor*>(&predictor))
    forest = &quantiles->forest();
  if (!forest) return false;
  emit_trees(forest->view(), code);
  code.text(mean);
  return true;
}

bool emit_boosted(const Predictor& predictor, Code& code) {
  const auto* const boosted = dynamic_cast<const trees::BoostedPredictor*>(&predictor);
  if (!boosted) return false;
  emit_trees(boosted->view(), code);
  code.array("base", boosted->base());
  code.constant("sums", boosted->base().size());
  code.text(sum);
  return true;
}

}  // namespace forewarp::learn
