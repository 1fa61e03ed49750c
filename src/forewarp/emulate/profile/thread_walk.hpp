// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How one thread goes through global memory: whether an access falls into one of the last sixteen lines of 64 bytes
/// that the thread touched, or on another. Warps see neighbouring lanes; a thread that reads a column of a matrix
/// looks perfect to a warp and touches a new line each time, and one that walks along a row looks bad to a warp and
/// touches a new line once in sixteen floats. Processors that run threads one after the other, and caches, see threads.
#include <array>
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

/// Of watched threads: one lane of a warp of each block that is looked at closely.
struct ThreadWalk {
  double steps = 0;      ///< accesses by an instruction that the thread has executed before
  double new_lines = 0;  ///< of them to a line that it did not touch lately
  /// 1 where no instruction is executed twice by a thread: each access is the first.
  [[nodiscard]] double new_line_share() const { return steps > 0 ? new_lines / steps : 1; }
};

/// profile() and the walk of its threads.
[[nodiscard]] Profile profile(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options,
                              ThreadWalk& walk);

/// Follows the lowest active lane of one warp through one block.
class WalkWatcher {
 public:
  void begin();
  void access(const emu::Access& access, std::uint64_t weight);
  /// Sampled iterations are far from each other: what comes first after the gap is no step of the thread's.
  void skip();
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] std::uint64_t new_lines() const { return new_lines_; }

 private:
  static constexpr unsigned line_shift = 6;
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  /// Puts the line first; whether it was there.
  bool touch(std::uint64_t line);

  std::array<std::uint64_t, 16> lines_{};  // the one touched last is the first
  std::vector<bool> seen_;                 // by site: executed since the last skip
  int lane_ = -1;
  std::uint64_t steps_ = 0, new_lines_ = 0;
};

}  // namespace forewarp::profile
