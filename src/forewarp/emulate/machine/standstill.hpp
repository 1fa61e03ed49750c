// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How long blocks have been stuck, and whether that can ever end.
///
/// What is stuck is a deterministic machine: once a state comes back, it comes back for ever. States are compared with
/// the one at step 2, 4, 8, ..., as in Brent's search for cycles, but only for a while after each of these steps, so
/// that a wait that counts its attempts costs little.
#include <bit>
#include <cstdint>

namespace forewarp::emu {

class Standstill {
 public:
  /// The blocks are stuck, and this many changes of memory have there been. True from the second time in a row on.
  bool lasts(std::uint64_t changes) {
    if (changes != changes_) ends();
    changes_ = changes;
    return ++steps_ >= 2;
  }
  /// Something was done about it.
  void ends() { steps_ = 0; }

  /// Whether the state (a hash of it) was there before.
  template <typename Hash>
  bool repeats(const Hash& hash) {
    constexpr std::uint64_t compared = 128;  // at most 64 leaves of a warp take turns
    const std::uint64_t since = steps_ - std::bit_floor(steps_);
    if (since > compared) return false;
    const std::uint64_t now = hash();
    if (since > 0 && now == remembered_) return true;
    if (since == 0) remembered_ = now;
    return false;
  }

 private:
  std::uint64_t steps_ = 0, changes_ = 0, remembered_ = 0;
};

}  // namespace forewarp::emu
