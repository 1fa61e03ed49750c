// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One copy engine of a device: a transfer at a time, in any order. A copy that waits for its own stream leaves the
/// engine to those that are ready.
///
/// Example: the engine is promised to a copy from 50 to 60 us, behind a kernel. A copy of 10 us that is ready at 5 us
/// runs from 5 to 15 us; one of 40 us does not fit before the first and between them, and runs from 60 us on.
#include <vector>

#include "forewarp/runtime/interval.hpp"

namespace forewarp::runtime {

class CopyEngine {
 public:
  /// The earliest time from ready_s on at which the engine is free for that long. now_s: the host's time, which never
  /// goes back; what ended before it is forgotten.
  Interval take(double now_s, double ready_s, double seconds);

 private:
  void add(const Interval& taken, std::vector<Interval>::iterator after);
  std::vector<Interval> busy_;  ///< in order and apart from each other
};

}  // namespace forewarp::runtime
