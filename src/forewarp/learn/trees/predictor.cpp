// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/learn/trees/float_row.hpp"
#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/learn/trees/traverse.hpp"
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

/// Blocking: this number of trees stays in the L2 cache while this number of samples stays in the L1 cache.
constexpr std::size_t trees_at_once = trees_together, rows_at_once = 1024;

namespace {

struct TreeRange {
  std::size_t first, end;
};

/// Adds the values of these trees for the samples.
void add_trees(const PackedView& view, TreeRange trees, FloatRows rows, std::span<double> out, TraverseBuffer& buffer,
               InstructionSet isa) {
  std::array<std::uint32_t, rows_at_once> leaves;
  const std::size_t outputs = view.outputs, count = out.size() / outputs;
  for (std::size_t row = 0; row < count; row += rows_at_once)
    for (std::size_t t = trees.first; t < trees.end; ++t) {
      const auto here = std::span(leaves).first(std::min(rows_at_once, count - row));
      leaves_of_tree(view, t, {rows.x + row * rows.stride, rows.stride}, here, buffer, isa);
      const double* const values = view.values.data() + 2 * view.node_begin[t] * outputs;
      double* to = out.data() + row * outputs;
      for (const std::uint32_t leaf : here)
        for (std::size_t k = 0; k < outputs; ++k) *to++ += values[leaf * outputs + k];
    }
}

}  // namespace

void ForestPredictor::predict_all(const Samples& samples, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  TraverseBuffer buffer;
  for_narrow_blocks(samples, [&](std::size_t first, std::size_t count, const float* x, std::size_t stride) {
    const auto here = out.subspan(first * view_.outputs, count * view_.outputs);
    for (std::size_t tree = 0; tree < view_.trees(); tree += trees_at_once) {
      if (isa_ >= InstructionSet::x86_64_v4 && fits_registers(view_, tree))
        add_leaves(view_, tree, x, stride, count, here.data());
      else
        add_trees(view_, {tree, std::min(tree + trees_at_once, view_.trees())}, {x, stride}, here, buffer, isa_);
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
