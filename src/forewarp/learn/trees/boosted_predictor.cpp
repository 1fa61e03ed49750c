// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/learn/trees/batch.hpp"
#include "forewarp/learn/trees/boosted.hpp"
#include "forewarp/learn/trees/float_row.hpp"
#include "forewarp/learn/trees/losses.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {

BoostedPredictor::BoostedPredictor(PackedView view, std::vector<double> base, std::size_t classes,
                                   std::vector<double> importances, std::shared_ptr<const void> owner)
    : view_(view),
      base_(std::move(base)),
      classes_(classes),
      importances_(std::move(importances)),
      owner_(std::move(owner)),
      isa_(instruction_set()) {}

void BoostedPredictor::finish(std::span<double> out) const {
  if (classes_ == 2) {
    out[1] = logistic(out[0]);
    out[0] = 1 - out[1];
  } else if (classes_ > 2) {
    softmax(out);
  }
}

/// Tree t belongs to output t mod K. Trees are added in their order here and in predict_all, so
/// both give the same bits.
void BoostedPredictor::predict(std::span<const double> row, std::span<double> out) const {
  const FloatRow x(row);
  std::ranges::copy(base_, out.begin());
  std::array<std::uint64_t, 256> leaves;
  for (std::size_t tree = 0; tree < view_.trees(); tree += leaves.size()) {
    const auto here = std::span(leaves).first(std::min(leaves.size(), view_.trees() - tree));
    leaves_of_sample(view_, x.data(), tree, here, isa_);
    for (std::size_t i = 0; i < here.size(); ++i) out[(tree + i) % base_.size()] += view_.values[here[i]];
  }
  finish(out);
}

void BoostedPredictor::predict_all(const Samples& samples, std::span<double> out) const {
  for_narrow_blocks(samples, [&](std::size_t first, std::size_t count, const float* x, std::size_t stride) {
    const auto here = out.subspan(first * outputs(), count * outputs());
    for (std::size_t i = 0; i < count; ++i)
      std::ranges::copy(base_, here.begin() + static_cast<std::ptrdiff_t>(i * outputs()));
    Batch batch({x, stride}, count, view_.features, isa_);
    for (std::size_t tree = 0; tree < view_.trees(); ++tree) {
      const auto leaves = batch.leaves(view_, tree);
      const auto values = view_.values.subspan(2 * view_.node_begin[tree]);
      for (std::size_t i = 0; i < count; ++i) here[i * outputs() + tree % base_.size()] += values[leaves[i]];
    }
    for (std::size_t i = 0; i < count; ++i) finish(here.subspan(i * outputs(), outputs()));
  });
}

void BoostedPredictor::write(Writer& out) const {
  trees::write(view_, out);
  out.integer(classes_);
  out.arrays(base_, importances_);
}

std::unique_ptr<Predictor> BoostedPredictor::read(Reader& in) {
  const PackedView view = read_packed(in);
  const std::size_t classes = in.integer("the number of classes", max_classes);
  std::vector<double> base = read_finite_array(in, "a constant", classes > 2 ? classes : 1);
  std::vector<double> importances = read_finite_array(in, "an importance", view.features);
  if (view.outputs != 1 || classes == 1) throw InputError("the model's boosted trees contradict their classes");
  return std::make_unique<BoostedPredictor>(view, std::move(base), classes, std::move(importances), in.owner());
}

}  // namespace forewarp::learn::trees
