// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Samples iterations of a regular loop: a few run with a raised weight of the warp's events, then the inductions are
/// advanced by the skipped iterations, and the last iterations run as they are.
///
///   visits of the header   1   2 3 4          5 .. m+4        then
///                          -   values noted   weight w        inductions += step * (w - 1) * m, weight 1
///
/// w = (iterations left - 2) / m, whole, so that counts of loops whose iterations are alike are exact. Loops
/// nest: the weight of an inner loop multiplies that of the loop around it.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/frontend/analysis/loops/regular_loop.hpp"

namespace forewarp::emu {

/// A register's row in the frame.
struct RegisterRow {
  std::uint32_t offset = 0;
  std::uint8_t slot_bytes = 4;  ///< 4 or 8 per lane
};

/// A loop of a function as the sampler sees it. Rows of operands are ordered left, right for each exit, then for each
/// watch; the row of an immediate is not used.
struct LoopPlan {
  std::int32_t parent = -1;  ///< the loop around it
  std::optional<analysis::RegularLoop> regular;
  std::vector<RegisterRow> inductions, operands;
};

/// Plans for the loops of a function; row_of gives the row of a register.
template <typename RowOf>
[[nodiscard]] std::vector<LoopPlan> loop_plans(const ptx::Function& function, const analysis::Cfg& cfg, RowOf row_of) {
  auto regular = analysis::regular_loops(function, cfg);
  std::vector<LoopPlan> out(cfg.loops.size());
  for (std::size_t n = 0; n < out.size(); ++n) {
    out[n].parent = cfg.loops[n].parent;
    if (!regular[n]) continue;
    for (const auto reg : regular[n]->inductions) out[n].inductions.push_back(row_of(reg));
    const auto add_operands = [&](const analysis::LoopExit& exit) {
      for (const auto* side : {&exit.left, &exit.right}) {
        out[n].operands.push_back(side->reg < 0 ? RegisterRow{} : row_of(static_cast<std::uint32_t>(side->reg)));
      }
    };
    for (const auto& exit : regular[n]->exits) add_operands(exit);
    for (const auto& watch : regular[n]->watches) add_operands(watch.condition);
    out[n].regular = std::move(regular[n]);
  }
  return out;
}

/// The loops that one warp is in.
class LoopSampler {
 public:
  explicit LoopSampler(std::uint32_t measured) : measured_(measured) {}

  void begin() { nest_.clear(); }
  /// Call frames from this number on are gone.
  void release_frames(std::uint32_t first);
  /// The warp enters the header of loop `loop` of the function that the plans belong to. May advance registers.
  void header(const std::vector<LoopPlan>& plans, std::uint32_t loop, std::uint32_t frame, std::byte* regs,
              LaneMask active);
  /// Of the warp's events from here on.
  [[nodiscard]] std::uint64_t weight() const { return nest_.empty() ? 1 : nest_.back().weight; }

 private:
  enum class Phase : std::uint8_t { note, measure, done };
  struct Active {
    const std::vector<LoopPlan>* plans;
    std::uint32_t loop, frame;
    LaneMask mask;
    Phase phase = Phase::note;
    std::uint32_t visits = 0, left = 0;
    std::uint64_t outer = 1, weight = 1;       ///< before and now
    bool is_even = true;                       ///< each value moved as far twice
    std::vector<std::uint64_t> values, steps;  ///< inductions, then operands: 64 lanes each
  };
  [[nodiscard]] bool encloses(const Active& outer, const std::vector<LoopPlan>& plans, std::uint32_t loop,
                              std::uint32_t frame) const;
  static void note(Active& a, const std::byte* regs);
  /// Calls each(left, right) with the two sides of a comparison of each lane; at: which operands of the plan they are.
  template <typename Each>
  static void for_each_side(const Active& a, const analysis::LoopExit& exit, std::size_t at, const Each& each);
  void decide(Active& a);
  void skip(Active& a, std::byte* regs) const;

  std::uint32_t measured_;
  std::vector<Active> nest_;
};

}  // namespace forewarp::emu
