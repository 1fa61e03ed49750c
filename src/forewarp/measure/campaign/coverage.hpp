// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where launches lie in feature space, dial by dial, and what is empty. A dial is one number of a launch (how much
/// arithmetic a byte, how parallel, how divergent ...) with the edges of its classes, which are fixed, so that a class
/// that no kernel reaches is seen.
#include <span>
#include <string>
#include <vector>

#include "forewarp/model/feature/features.hpp"

namespace forewarp::campaign {

struct DialClass {
  double low = 0, high = 0;  ///< low <= value < high
  std::size_t launches = 0, kernels = 0;
  std::string example;  ///< the first kernel in it
};

struct Dial {
  std::string name, meaning;
  std::vector<DialClass> classes;
  [[nodiscard]] std::size_t empty() const;
};

/// A launch by its kernel and features.
struct Point {
  std::string kernel;
  const feature::Features* features = nullptr;
};

/// Intensity, size, parallelism, block size, coalescing, bank conflicts, divergence, shared share, special share, sync,
/// instruction-level parallelism and footprint.
[[nodiscard]] std::vector<Dial> coverage(std::span<const Point> launches);

/// The pairs of classes of two dials that hold no launch: what a kernel to be written should be like. x and y are
/// names of dials. Throws InputError for others.
[[nodiscard]] std::vector<std::vector<std::size_t>> coverage_of_pair(std::span<const Point> launches,
                                                                     std::string_view x, std::string_view y);

}  // namespace forewarp::campaign
