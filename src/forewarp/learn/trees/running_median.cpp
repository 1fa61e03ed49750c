// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/running_median.hpp"

namespace forewarp::learn::trees {

/// Example: 1, 2, 4, 9: lower = 1 + 2, upper = 4 + 9, median (lower one) 2, deviation 13 - 3 = 10 = 2 + 1 + 1 + 6 about
/// 3.
void RunningMedian::start(std::span<const std::uint32_t> rows, std::span<const double> y) {
  y_ = y;
  count_ = rows.size();
  lower_ = upper_ = 0;
  const std::size_t half = count_ / 2;
  for (std::size_t i = 0; i < count_; ++i) {
    before_[rows[i]] = i == 0 ? none : rows[i - 1];
    after_[rows[i]] = i + 1 == count_ ? none : rows[i + 1];
    if (i < half) lower_ += y[rows[i]];
    if (i >= count_ - half) upper_ += y[rows[i]];
  }
  median_ = rows[(count_ - 1) / 2];
}

void RunningMedian::unlink(std::uint32_t row) {
  if (before_[row] != none) after_[before_[row]] = after_[row];
  if (after_[row] != none) before_[after_[row]] = before_[row];
}

/// Invariant: lower_ and upper_ are the sums of the floor(n / 2) lowest and highest values, median_ the lower median.
/// With an even number both medians belong to a half, with an odd one neither sum has the middle. O(1).
///
/// Example: removing 9 from 1, 2, 4, 9 leaves upper = 4 and, as 2 becomes the middle, lower = 1: deviation 3.
void RunningMedian::remove(std::uint32_t row) {
  const std::uint32_t old = median_;
  if (count_ % 2 == 0) {  // the lower median is the last of the lower half; one of the two becomes the middle
    if (row <= old) {
      lower_ -= y_[row];
      median_ = after_[old];
      upper_ -= y_[median_];
    } else {
      upper_ -= y_[row];
      lower_ -= y_[old];
    }
  } else if (row < old) {  // the middle joins the half that lost one
    lower_ += y_[old] - y_[row];
  } else {
    if (row > old) upper_ += y_[old] - y_[row];
    median_ = before_[old];
  }
  unlink(row);
  --count_;
}

}  // namespace forewarp::learn::trees
