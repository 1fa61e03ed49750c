// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Shows a launch in a program's memory to an observer that expects a buffer's number in the upper bits of each address
/// (Memory::buffer_shift): argument k of the launch becomes buffer k + 1, other memory keeps its addresses.
#include <memory>
#include <vector>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

/// Addresses [base, base + bytes) are shown as [shown, shown + bytes).
struct RelocatedRange {
  std::uint64_t base = 0, bytes = 0, shown = 0;
};

/// The buffers among the launch's arguments, ascending; of two arguments in one buffer, the first one names it.
[[nodiscard]] std::vector<RelocatedRange> ranges_of(const Execution& execution, const launch::Launch& launch);

/// The arguments as they are, and the addresses at which the observer sees their buffers.
[[nodiscard]] emu::BoundArguments relocated(const Execution& execution);

class RelocatingObserver : public emu::Observer {
 public:
  /// `to` outlives this.
  RelocatingObserver(emu::Observer& to, std::vector<RelocatedRange> ranges);

  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override;
  void merge(emu::Observer& later) override;
  void access(emu::WarpId warp, const emu::Access& access) override;

  // Handed on as they are.
  void launch_begin(const emu::ProgramMap& map, const launch::Launch& launch, unsigned warp_size) override;
  void block_begin(std::uint64_t linear, launch::Dim3 index) override;
  void block_end(std::uint64_t linear) override;
  void basic_block(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) override;
  void branch(emu::WarpId warp, std::uint32_t block, emu::LaneMask active, emu::LaneMask taken) override;
  void barrier(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) override;
  void warp_end(emu::WarpId warp) override;
  void weight(emu::WarpId warp, std::uint64_t weight) override;

 private:
  using Ranges = std::shared_ptr<const std::vector<RelocatedRange>>;
  RelocatingObserver(std::unique_ptr<emu::Observer> own, Ranges ranges);
  [[nodiscard]] std::uint64_t shown(std::uint64_t address);
  [[nodiscard]] bool all_in_last_range(const emu::Access& access) const;

  std::unique_ptr<emu::Observer> own_;  ///< of a fork
  emu::Observer* to_;
  Ranges ranges_;
  RelocatedRange last_;  ///< where the last address was
};

}  // namespace forewarp::profile
