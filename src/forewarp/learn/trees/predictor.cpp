// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/learn/trees/narrow.hpp"
#include "forewarp/learn/trees/walk.hpp"

namespace forewarp::learn::trees {

ForestPredictor::ForestPredictor(std::string_view kind, PackedView view, std::vector<double> importances,
                                 std::shared_ptr<const void> owner)
    : kind_(kind),
      view_(view),
      importances_(std::move(importances)),
      owner_(std::move(owner)),
      isa_(instruction_set()) {}

void ForestPredictor::predict(std::span<const double> row, std::span<double> out) const {
  const NarrowRow x(row);
  std::ranges::fill(out, 0.0);
  std::array<std::uint64_t, 256> leaves;
  for (std::size_t tree = 0; tree < view_.trees(); tree += leaves.size()) {
    const auto here = std::span(leaves).first(std::min(leaves.size(), view_.trees() - tree));
    leaves_of_sample(view_, x.data(), tree, here);
    for (const std::uint64_t leaf : here)
      for (std::size_t k = 0; k < out.size(); ++k) out[k] += view_.values[leaf * out.size() + k];
  }
  for (double& v : out) v /= static_cast<double>(view_.trees());
}

/// So many trees at a time stay in the second-level cache while so many samples at a time stay in the first.
constexpr std::size_t trees_at_once = 8, rows_at_once = 1024;

void ForestPredictor::predict_all(const Samples& samples, std::span<double> out) const {
  const std::size_t outputs = view_.outputs;
  std::ranges::fill(out, 0.0);
  WalkBuffer buffer;
  std::array<std::uint32_t, rows_at_once> leaves;
  for_narrow_blocks(samples, [&](std::size_t first, std::size_t count, const float* x, std::size_t stride) {
    for (std::size_t tree = 0; tree < view_.trees(); tree += trees_at_once)
      for (std::size_t row = 0; row < count; row += rows_at_once)
        for (std::size_t t = tree; t < std::min(tree + trees_at_once, view_.trees()); ++t) {
          const auto here = std::span(leaves).first(std::min(rows_at_once, count - row));
          leaves_of_tree(view_, t, x + row * stride, stride, here, buffer, isa_);
          const double* const values = view_.values.data() + 2 * view_.node_begin[t] * outputs;
          double* to = out.data() + (first + row) * outputs;
          for (const std::uint32_t leaf : here)
            for (std::size_t k = 0; k < outputs; ++k) *to++ += values[leaf * outputs + k];
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
