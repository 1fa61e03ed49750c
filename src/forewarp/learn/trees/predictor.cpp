// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/learn/trees/batch.hpp"
#include "forewarp/learn/trees/float_row.hpp"
#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/learn/trees/traverse_avx512.hpp"

namespace forewarp::learn::trees {

ForestPredictor::ForestPredictor(std::string_view kind, PackedView view, std::vector<double> importances,
                                 std::shared_ptr<const void> owner)
    : kind_(kind),
      view_(view),
      importances_(std::move(importances)),
      owner_(std::move(owner)),
      isa_(instruction_set()) {}

/// Up to 256 trees at a time, whose traversals overlap their cache misses.
void ForestPredictor::predict(std::span<const double> row, std::span<double> out) const {
  const FloatRow x(row);
  std::ranges::fill(out, 0.0);
  std::array<std::uint64_t, 256> leaves;
  for (std::size_t tree = 0; tree < view_.trees(); tree += leaves.size()) {
    const auto here = std::span(leaves).first(std::min(leaves.size(), view_.trees() - tree));
    leaves_of_sample(view_, x.data(), tree, here, isa_);
    for (const std::uint64_t leaf : here)
      for (std::size_t k = 0; k < out.size(); ++k) out[k] += view_.values[leaf * out.size() + k];
  }
  for (double& v : out) v /= static_cast<double>(view_.trees());
}

namespace {

/// Adds the values of a tree for the samples.
void add_tree(const PackedView& view, std::size_t tree, Batch& batch, std::span<double> out) {
  const double* const values = view.values.data() + 2 * view.node_begin[tree] * view.outputs;
  const auto leaves = batch.leaves(view, tree);
  double* to = out.data();
  if (view.outputs == 1) {
    for (const std::uint32_t leaf : leaves) *to++ += values[leaf];
  } else {
    for (const std::uint32_t leaf : leaves)
      for (std::size_t k = 0; k < view.outputs; ++k) *to++ += values[leaf * view.outputs + k];
  }
}

}  // namespace

/// Eight trees at a time where they are too large, or the samples too few, to unfold them.
void ForestPredictor::predict_all(const Samples& samples, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  for_narrow_blocks(samples, [&](std::size_t first, std::size_t count, const float* x, std::size_t stride) {
    const auto here = out.subspan(first * view_.outputs, count * view_.outputs);
    Batch batch({x, stride}, count, view_.features, isa_);
    for (std::size_t tree = 0; tree < view_.trees();) {
      if (isa_ >= InstructionSet::x86_64_v4 && fits_registers(view_, tree) && !batch.unfolds(view_, tree)) {
        add_leaves(view_, tree, x, stride, count, here.data());
        tree += trees_together;
      } else {
        add_tree(view_, tree++, batch, here);
      }
    }
  });
  for (double& v : out) v /= static_cast<double>(view_.trees());
}

void ForestPredictor::write(Writer& out) const {
  trees::write(view_, out);
  out.array(importances_);
}

ForestPredictor ForestPredictor::read(std::string_view kind, Reader& in) {
  const PackedView view = read_packed(in);
  std::vector<double> importances = read_finite_array(in, "an importance", view.features);
  return {kind, view, std::move(importances), in.owner()};
}

}  // namespace forewarp::learn::trees
