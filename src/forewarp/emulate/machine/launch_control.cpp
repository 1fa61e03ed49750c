// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// An answer has 16 bytes, opaque to programs: the coordinates of the first block of the cancelled cluster in its words
// 0 to 2, and whether there is one in word 3. Here all answers are zeros.
#include "forewarp/emulate/machine/launch_control.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/async.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned answer_bytes = 16, answer_words = 4;

std::uint32_t word_of_answer(const Warp& warp, std::uint32_t row, unsigned lane, unsigned word) {
  std::uint32_t value;
  std::memcpy(&value, warp.regs + row + std::size_t{lane} * answer_bytes + word * sizeof value, sizeof value);
  return value;
}

template <unsigned width>
Flow try_cancel(Warp& warp, const MachineOp& op, LaneMask active) {
  std::array<std::uint64_t, 64> addresses{};
  std::copy_n(compute_addresses<width>(warp, op), width, addresses.begin());
  const Targets targets = op.control != 0 ? Targets::all(warp) : Targets();
  for_each_lane(active, [&](unsigned lane) {
    targets.each(addresses[lane] & (window_bytes - 1), [&](std::uint64_t place) {
      std::array<std::uint64_t, 64> places{};
      places[lane] = place;
      locate(warp,
             {op, LaneMask{1} << lane, ptx::StateSpace::shared, places.data(), AccessKind::async_copy, answer_bytes});
      std::memset(warp.located.at(lane, answer_bytes), 0, answer_bytes);
    });
    complete_copy(warp, op, lane, op.rows[0], answer_bytes, targets);
  });
  warp.block.note_change();
  return Flow::next;
}

}  // namespace

MachineFn select_try_cancel(unsigned width) { return width == 64 ? &try_cancel<64> : &try_cancel<32>; }

Flow run_is_canceled(Warp& warp, const MachineOp& op, LaneMask active) {
  LaneMask result;
  std::memcpy(&result, warp.regs + op.rows[0], sizeof result);
  for_each_lane(active, [&](unsigned lane) {
    const LaneMask bit = LaneMask{1} << lane;
    result = word_of_answer(warp, op.rows[1], lane, answer_words - 1) != 0 ? result | bit : result & ~bit;
  });
  std::memcpy(warp.regs + op.rows[0], &result, sizeof result);
  return Flow::next;
}

Flow run_first_ctaid(Warp& warp, const MachineOp& op, LaneMask active) {
  for_each_lane(active, [&](unsigned lane) {
    for (unsigned d = 0; d + 1 < op.rows.size(); ++d) {
      if (op.rows[d] == LaneInst::absent_row) continue;
      const std::uint32_t word = word_of_answer(warp, op.rows.back(), lane, op.control + d);
      std::memcpy(warp.regs + op.rows[d] + std::size_t{lane} * sizeof word, &word, sizeof word);
    }
  });
  return Flow::next;
}

}  // namespace forewarp::emu
