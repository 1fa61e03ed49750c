// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Features that are the answer in another unit: elapsed cycles, or a throughput beside its bytes. A feature leaks when
///
///     it is named as such in the feature catalogue, or
///     it alone predicts the target within 25 %: the median of |p - t| / t, for rows left out, of the better of
///     t = k x  (k: median of t / x)  and  t = a x^b  (least squares in logarithms)
///
/// Rows are left out one group at a time where groups (kernels) are given, else in five folds, row i in fold i mod 5.
/// Work of one kernel predicts its time too, but not for a new kernel, so give groups where there are any.
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/learn/samples.hpp"

namespace forewarp::learn {

struct LeakageOptions {
  double limit = 0.25;
  std::vector<std::string> groups = {};                     ///< one a row, or none
  std::function<bool(std::string_view)> is_time = nullptr;  ///< true for names of time proxies
};

struct Leak {
  std::size_t feature = 0;
  std::string name;
  bool by_name = false;
  double error = 0;  ///< median relative error alone; infinite where it is not positive
};

/// The median error of one positive feature alone, as above; infinite where x or t has a value that is not positive.
[[nodiscard]] double error_alone(std::span<const double> x, std::span<const double> t,
                                 std::span<const std::string> groups = {});

/// The features that leak, in their order. Throws InputError where groups are not one a row.
[[nodiscard]] std::vector<Leak> leaks(const Samples& samples, const Target& target, const LeakageOptions& options = {});

}  // namespace forewarp::learn
