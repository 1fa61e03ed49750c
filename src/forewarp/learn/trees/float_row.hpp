// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Samples in single precision, sample by sample, as walks want them.
#include <algorithm>
#include <array>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "forewarp/learn/trees/aligned.hpp"
#include "forewarp/learn/trees/sorted_samples.hpp"

namespace forewarp::learn::trees {

/// One sample; nothing is allocated up to 64 features.
class FloatRow {
 public:
  explicit FloatRow(std::span<const double> row) {
    float* to = few_.data();
    if (row.size() > few_.size()) {
      many_.resize(row.size());
      to = many_.data();
    }
    std::ranges::transform(row, to, narrowed);
    data_ = to;
  }
  FloatRow(const FloatRow&) = delete;
  FloatRow& operator=(const FloatRow&) = delete;
  [[nodiscard]] const float* data() const { return data_; }

 private:
  std::array<float, 64> few_;
  std::vector<float> many_;
  const float* data_;
};

/// Calls body(first row, rows, x, stride) for blocks of samples that leave room in the cache for a tree.
template <typename Body>
void for_narrow_blocks(const Samples& samples, const Body& body) {
  constexpr std::size_t block = 8192;
  const std::size_t stride = samples.features();
  LineVector<float> x(std::min(block, samples.rows()) * stride);
  for (std::size_t first = 0; first < samples.rows(); first += block) {
    const std::size_t count = std::min(block, samples.rows() - first);
    for (std::size_t j = 0; j < stride; ++j) {
      const auto feature = samples.feature(j).subspan(first, count);
      for (std::size_t i = 0; i < count; ++i) x[i * stride + j] = narrowed(feature[i]);
    }
    body(first, count, x.data(), stride);
  }
}

}  // namespace forewarp::learn::trees
