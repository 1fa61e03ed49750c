// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// lambda at a size that a board has not run, with what boards like it took for all sizes.
///
/// Between the runs of a board lambda is interpolated (measured.hpp), which misses what goes up and down from size to
/// size: accesses that meet on one memory channel at some pitches, tiles that do not divide the matrix. Boards with the
/// same memory do so at the same sizes. Of a board alike, the pattern is
///
///     m(size) = log(lambda(size) / lambda between the sizes that this board ran too)
///
/// and here lambda = (lambda between the own runs) exp(w m). How far it is believed is seen at the middle one of the
/// own runs: with d what the pattern misses there when that run is left out, and A^2 the mean of m^2 over all sizes,
/// w = A^2 / (A^2 + d^2). Nothing is fitted but this share.
#include <map>
#include <string>
#include <vector>

#include "forewarp/model/bsp/measured.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model::bsp {

/// Runs of a kernel on one board; the key is any text that is equal for launches of equal size.
using RunsBySize = std::map<std::string, LambdaOfRun>;

/// Same architecture and width of the memory interface.
[[nodiscard]] bool alike(const device::DeviceSpec& a, const device::DeviceSpec& b);

/// For a launch of that size which the model gives predicted_s on the board of the own runs. That of lambda_between()
/// where there are less than three own runs, or no other board ran all of them and this size. Throws as that does.
[[nodiscard]] double lambda_with_alike(const RunsBySize& own, const std::vector<RunsBySize>& others,
                                       const std::string& size, double predicted_s);

}  // namespace forewarp::model::bsp
