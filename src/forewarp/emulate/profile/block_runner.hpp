// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A machine with a launch in its memory, run some blocks at a time under a counting observer.
#include <memory>
#include <span>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/counting_observer.hpp"
#include "forewarp/emulate/reuse/block_addresses.hpp"

namespace forewarp::profile {

/// What is special about some of the blocks that run next; sorted lists.
struct BlockRoles {
  bool detail_all = false;
  bool bytes = true;     ///< which of a sector's a block touches; without it a tenth of the time is saved
  bool touched = false;  ///< count the sectors that any block touches
  std::vector<std::uint64_t> detailed, kept, uncounted;
  std::vector<std::uint64_t> drawn;  ///< of the detailed, those drawn at random
};

class BlockRunner {
 public:
  BlockRunner(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options, bool sample_loops,
              Progress* progress = nullptr);

  /// Runs the blocks (empty: all) and adds them to the sums.
  void run(const Strata& strata, std::span<const std::uint64_t> blocks, BlockRoles attention);

  [[nodiscard]] CountingObserver::Sums& sums() { return sums_; }
  /// Of the last run that requested it; nullptr without.
  [[nodiscard]] const TouchedSectors* touched() const { return touched_.get(); }
  [[nodiscard]] const BufferMap& buffers() const { return buffers_; }
  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const emu::Machine& machine() const { return *machine_; }
  /// Computed when they are first asked for.
  [[nodiscard]] BlockAddresses& addresses() { return addresses_; }

 private:
  void extend_guessed();
  void run_in_place(CountingObserver& observer, std::span<const std::uint64_t> blocks);

  const launch::Launch& launch_;
  unsigned width_;
  Progress* progress_;
  std::unique_ptr<emu::Machine> own_machine_;  ///< nullptr where the launch is in another one
  emu::Machine* machine_;
  Execution* execution_;
  emu::BoundArguments arguments_;
  BlockAddresses addresses_;
  BufferMap buffers_;
  std::shared_ptr<const Program> program_;
  std::shared_ptr<TouchedSectors> touched_;
  std::uint64_t last_run_ = 0;  ///< the last of the blocks that have run
  CountingObserver::Sums sums_;
};

}  // namespace forewarp::profile
