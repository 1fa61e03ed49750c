// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Detects that a warp repeats a cycle of at most four basic blocks.
#include <array>
#include <cstdint>

namespace forewarp::profile {

class PeriodDetector {
 public:
  static constexpr unsigned longest = 4;       ///< blocks of a round
  static constexpr std::uint32_t enough = 64;  ///< equal rounds before a period is reported

  void clear() { alike_ = {}; }

  /// The warp executes a block. Returns the shortest period, in blocks, that has repeated at least `enough` times up to
  /// this block; 0: none.
  [[nodiscard]] unsigned add(std::uint32_t block) {
    unsigned found = 0;
    for (unsigned p = longest; p > 0; --p) {
      alike_[p - 1] = block == ago(p) ? alike_[p - 1] + 1 : 0;
      if (alike_[p - 1] >= enough * p) found = p;
    }
    last_[added_++ % longest] = block;
    return found;
  }
  /// The block that was added `blocks` blocks ago, at most longest; 1: the last.
  [[nodiscard]] std::uint32_t ago(unsigned blocks) const { return last_[(added_ - blocks) % longest]; }

 private:
  std::array<std::uint32_t, longest> last_{};
  std::array<std::uint32_t, longest> alike_{};  ///< [p - 1]: blocks in a row that equalled the one p before them
  std::uint32_t added_ = 0;
};

}  // namespace forewarp::profile
