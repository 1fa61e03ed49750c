// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The blocks of one cluster at a time, all alive together: a round-robin over the blocks, of which each runs one turn
/// of each of its warps. Without clusters each block is one of its own.
///
/// All of a cluster runs on one thread, so the order is always the same; different clusters run one after the other or
/// on several threads (run_blocks.hpp).
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/cluster_barrier.hpp"
#include "forewarp/emulate/machine/run_blocks.hpp"
#include "forewarp/emulate/machine/warp_clocks.hpp"

namespace forewarp::emu {

class Cluster {
 public:
  explicit Cluster(const LaunchContext& launch);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// The number of clusters in the grid; they are numbered as blocks are, x fastest.
  [[nodiscard]] static std::uint64_t count(const LaunchContext& launch);
  /// The cluster that a block (linear index) is in.
  [[nodiscard]] static std::uint64_t number_of(const LaunchContext& launch, std::uint64_t linear);

  void log_touches(TouchLog* log);
  /// Runs the cluster with this number from start to end. The observer sees the blocks that are asked for (linear
  /// indices, ascending; empty: all) in the order of their ranks. False where it stands still: each of its threads
  /// waits for a value that no other of them will store, or has done so for long. It goes on (advance()) beside others.
  [[nodiscard]] bool run(std::uint64_t number, std::span<const std::uint64_t> asked, Observer* observer);

  /// The same in steps, for clusters that run at the same time. finish() tells the observer.
  void begin(std::uint64_t number, std::span<const std::uint64_t> asked, Observer* observer);
  Block::State advance();
  /// Another order of the lanes of one warp. False where there is none, and where a warp did anything but wait: the
  /// lanes that it would let go ahead wait for others that compute.
  bool relieve();
  [[nodiscard]] std::uint64_t state_hash() const;
  [[nodiscard]] std::uint64_t changes() const;
  [[noreturn]] void report_endless() const;
  void finish(Observer* observer);

  /// What the blocks printed, reported and executed since this was called last.
  [[nodiscard]] RunText take_text();
  [[nodiscard]] std::uint64_t executed() const;

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(blocks_.size()); }
  [[nodiscard]] Block& block(unsigned rank) const { return *blocks_[rank]; }
  [[nodiscard]] ClusterBarrier& barrier() { return barrier_; }
  [[nodiscard]] WarpClocks& clocks() { return clocks_; }

 private:
  [[noreturn]] void report_deadlock() const;

  const LaunchContext& launch_;
  WarpClocks clocks_;
  ClusterBarrier barrier_;
  std::vector<std::unique_ptr<Block>> blocks_;        ///< by rank
  std::vector<std::unique_ptr<Observer>> observers_;  ///< of each block, where the cluster has several
  std::size_t done_ = 0;                              ///< blocks
  bool stuck_ = false;                                ///< in the last round each ready warp repeated what it read
  RunText text_;                                      ///< of clusters that have ended
};

}  // namespace forewarp::emu
