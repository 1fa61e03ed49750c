// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The sum of absolute deviations from the median while values are removed one by one, in constant time each: the
/// remaining values form a doubly linked list in ascending order, and the median moves by at most one place.
#include <cstdint>
#include <span>
#include <vector>

namespace forewarp::learn::trees {

class RunningMedian {
 public:
  explicit RunningMedian(std::size_t rows) : before_(rows), after_(rows) {}
  /// rows ascend, and y ascends with them.
  void start(std::span<const std::uint32_t> rows, std::span<const double> y);
  void remove(std::uint32_t row);
  [[nodiscard]] double deviation() const { return upper_ - lower_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  void unlink(std::uint32_t row);
  std::span<const double> y_;
  std::vector<std::uint32_t> before_, after_;
  std::size_t count_ = 0;
  std::uint32_t median_ = none;   ///< the lower one where there are two
  double lower_ = 0, upper_ = 0;  ///< sums of the lower and the upper half, without the middle of an odd number
};

}  // namespace forewarp::learn::trees
