// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace forewarp::runtime {

/// A stretch of a program's time.
struct Interval {
  double begin_s = 0, end_s = 0;
  [[nodiscard]] double seconds() const { return end_s - begin_s; }
};

}  // namespace forewarp::runtime
