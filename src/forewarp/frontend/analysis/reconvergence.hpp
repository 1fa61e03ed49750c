// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where the lanes of a warp that part at a branch meet again, as the machine compiler arranges it from Volta on (BSSY,
/// BSYNC): those that return, or leave the loop, are not waited for (EXIT, BREAK).
///
///     for (...) {
///       if (a) { f(); if (rare) break; }  else g();
///       h();                                          // the lanes with a and those without meet here each time, and
///     }                                               // not behind the loop, which all paths have in common
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "forewarp/frontend/analysis/cfg.hpp"

namespace forewarp::analysis {

struct Reconvergence {
  /// By block: where lanes that part at its end and stay meet; Cfg::none where the function ends first.
  std::vector<std::uint32_t> meeting;

  /// An edge out of a loop. Lanes that take it are waited for at `meeting` (Cfg::none: nowhere) by those that stay in
  /// the loop, and are not waited for any more where lanes meet inside (`inside`, sorted).
  struct Leaving {
    std::uint32_t from = 0, to = 0;
    std::uint32_t meeting = Cfg::none;
    std::shared_ptr<const std::vector<std::uint32_t>> inside;

    [[nodiscard]] bool is_inside(std::uint32_t block) const {
      return std::binary_search(inside->begin(), inside->end(), block);
    }
  };
  std::vector<Leaving> leavings;  ///< by from, then to
};

/// O(edges log blocks * depth).
[[nodiscard]] Reconvergence reconvergence_of(const ptx::Function& function, const Cfg& cfg);

}  // namespace forewarp::analysis
