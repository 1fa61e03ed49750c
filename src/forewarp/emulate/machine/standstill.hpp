// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How long blocks have been stuck, and whether they can ever continue.
///
/// A stuck block is a deterministic machine: a state that occurs twice recurs for ever. States are compared with the
/// one at step 2, 4, 8, ..., as in Brent's algorithm for cycle detection, but only for 128 steps after each of these,
/// or for a 64th of the steps so far, so that a wait loop that counts its attempts costs little.
#include <algorithm>
#include <bit>
#include <cstdint>

namespace forewarp::emu {

class Standstill {
 public:
  /// The blocks are stuck after this many stores to memory. True from the second call in a row with the same number on.
  bool lasts(std::uint64_t changes) {
    if (changes != changes_) ends();
    changes_ = changes;
    return ++steps_ >= 2;
  }
  /// Whether it has lasted for so long that what comes round may never be found: waits count their attempts, or wait
  /// longer each time.
  [[nodiscard]] bool is_long() const { return steps_ >= 1024; }
  /// The schedule was changed: start again.
  void ends() { steps_ = 0; }

  /// Whether the state (its hash) has occurred before.
  template <typename Hash>
  bool repeats(const Hash& hash) {
    // At most 64 leaves of a warp take turns; loops within the loop that waits take longer to come round.
    constexpr std::uint64_t compared = 128, share = 64;
    const std::uint64_t remembered_at = std::bit_floor(steps_), since = steps_ - remembered_at;
    if (since > std::max(compared, remembered_at / share)) return false;
    const std::uint64_t now = hash();
    if (since > 0 && now == remembered_) return true;
    if (since == 0) remembered_ = now;
    return false;
  }

 private:
  std::uint64_t steps_ = 0, changes_ = 0, remembered_ = 0;
};

}  // namespace forewarp::emu
