// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

/// Exact: the number of buckets is a power of two.
std::vector<Expected> hybridsort_bucket_count(const launch::Launch&, const Inputs& inputs) {
  Expected bucket{.buffer = "bucket", .value = {}, .bound = {}};
  Expected counts{.buffer = "counts", .value = std::vector<double>(1024), .bound = {}};
  for (const float value : inputs.values<float>("values")) {
    bucket.value.push_back(std::floor(value * 1024.0));
    counts.value[static_cast<std::size_t>(bucket.value.back())] += 1;
  }
  return {bucket, counts};
}

}  // namespace forewarp::kernels
