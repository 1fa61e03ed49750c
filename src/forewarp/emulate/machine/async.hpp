// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "forewarp/emulate/machine/spaces.hpp"
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// Copies from one address to another are done at once: waiting for them is nothing. op is the destination,
/// op.second the source; rows: bytes (absent_row: access_bytes), ignore-source predicate, mbarrier address row of bulk
/// copies, the mask of blocks that a bulk copy is for (each absent_row when there is none). control: 1 for bulk copies,
/// 2 when the predicate is read negated.
namespace async_control {
inline constexpr std::uint32_t bulk = 1;
inline constexpr std::uint32_t ignore_negated = 2;
inline constexpr std::uint32_t one_lane = 4;  ///< the lanes of the warp do it together
}  // namespace async_control
[[nodiscard]] MachineFn select_copy(unsigned width);

/// The blocks that a copy is for (.multicast::cluster): what stands for each in shared addresses (spaces.hpp). None:
/// the block that the address itself names.
class Targets {
 public:
  Targets() = default;
  /// From a mask of ranks in a lane of a row; absent_row: none. A fault where the cluster lacks one of them.
  Targets(const Warp& warp, const MachineOp& op, unsigned lane, std::uint32_t row);
  /// All blocks of the cluster.
  [[nodiscard]] static Targets all(const Warp& warp);
  /// Calls body with the address in each of the blocks.
  template <typename Body>
  void each(std::uint64_t shared, Body&& body) const {
    if (bases_.empty()) body(shared);
    for (const std::uint64_t base : bases_) body(base | (shared & (peer_bytes - 1)));
  }

 private:
  std::vector<std::uint64_t> bases_;
};

/// What an mbarrier instruction does; MachineOp::control. rows: destination, state or parity, count (each absent_row
/// when not there).
enum class MbarrierOp : std::uint8_t { init, inval, arrive, arrive_drop, test, test_parity, expect, complete, pending };
[[nodiscard]] MachineFn select_mbarrier(MbarrierOp op, unsigned width);
/// Takes bytes off what an mbarrier at a shared address still expects (the end of a bulk copy).
void complete_transaction(std::byte* mbarrier, std::uint64_t bytes);

/// The same for the mbarrier whose address is in a lane of this row, of op.register_bytes bytes, in each of these
/// blocks; a fault where there is none.
void complete_copy(Warp& warp, const MachineOp& op, unsigned lane, std::uint32_t row, std::uint64_t bytes,
                   const Targets& targets = {});

/// st.async, red.async: op.second is the access; rows[0] the mbarrier that learns of its bytes.
Flow run_completing(Warp& warp, const MachineOp& op, LaneMask active);

}  // namespace forewarp::emu
