// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One block of a cluster at a time: its warps, shared memory and barriers, and a round of its warps, slice by slice.
///
/// A block is stuck when each of its warps that does not wait at a barrier has used its turn to read again a value that
/// has not changed (Warp::polled). Then another block must run, or the lanes of a warp must run in another order. If
/// the state of a stuck block repeats, the block can never end.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/access_site.hpp"
#include "forewarp/emulate/machine/barrier.hpp"
#include "forewarp/emulate/machine/finding.hpp"
#include "forewarp/emulate/machine/launch_context.hpp"
#include "forewarp/emulate/machine/shared_checks.hpp"
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

class Cluster;
class TouchLog;
struct RunText;

class Block {
 public:
  Block(const LaunchContext& launch, Cluster& cluster, unsigned rank);

  enum class State : std::uint8_t { stuck, done };
  /// Puts the block with this linear index at its start.
  void begin(std::uint64_t linear, Observer* observer);
  /// Runs one slice of each warp that is ready.
  struct Round {
    bool progress = false;  ///< some warp was ready
    bool stuck = true;      ///< each that was only read again what has not changed
    bool computes = false;  ///< one used its turn for something else than waiting
  };
  Round round();
  /// Whether all threads have left the kernel.
  [[nodiscard]] bool is_done() const { return done_ == warps_.size(); }
  [[nodiscard]] bool has_ready_warp() const;
  /// Lets these lanes of one of its warps go on, which wait for the barrier of the cluster.
  void resume(Warp& warp, LaneMask lanes);
  /// Schedules lanes of one warp that have been waiting for others; false when there are none.
  bool relieve();
  /// A hash of everything that determines what a stuck block does next.
  [[nodiscard]] std::uint64_t state_hash() const;
  /// The error for a block that is stuck for ever.
  [[noreturn]] void report_endless() const;
  /// The error for a block of which no warp is ready; returns where none of its own barriers is the reason.
  void report_deadlock() const;
  /// Adds what was printed, reported and executed since this was called last.
  void take_text(RunText& text);

  /// Where the accesses of the following blocks are logged; nullptr for nowhere.
  void log_touches(TouchLog* log) { touches_ = log; }
  [[nodiscard]] TouchLog* touches() const { return touches_; }

  [[nodiscard]] const LaunchContext& launch() const { return launch_; }
  [[nodiscard]] Cluster& cluster() const { return cluster_; }
  [[nodiscard]] unsigned rank() const { return rank_; }
  /// The number of one of its warps among all of the cluster.
  [[nodiscard]] std::size_t warp_in_cluster(const Warp& warp) const {
    return std::size_t{rank_} * launch_.warps + warp.index();
  }
  [[nodiscard]] Observer* observer() const { return observer_; }
  [[nodiscard]] std::uint64_t linear() const { return linear_; }
  [[nodiscard]] launch::Dim3 index() const { return index_; }
  [[nodiscard]] std::vector<std::byte>& shared() { return shared_; }
  [[nodiscard]] Barriers& barriers() { return barriers_; }
  /// Of a barrier that is used: it has a bit in used_barriers() until the block ends.
  [[nodiscard]] Barrier& use_barrier(std::size_t number) {
    used_barriers_ |= std::uint32_t{1} << number;
    return barriers_[number];
  }
  [[nodiscard]] std::uint32_t used_barriers() const { return used_barriers_; }
  /// Whether accesses are checked one by one (MachineOptions::check_races, check_uninitialised).
  [[nodiscard]] bool has_checks() const { return checks_ != nullptr; }
  [[nodiscard]] SharedChecks* checks() { return checks_.get(); }
  [[nodiscard]] const std::vector<std::unique_ptr<Warp>>& warps() const { return warps_; }
  /// Threads of the block that have not left the kernel.
  [[nodiscard]] unsigned alive_threads() const { return alive_threads_; }
  void threads_left(unsigned count) { alive_threads_ -= count; }
  /// The value of a special register in a lane.
  [[nodiscard]] std::uint64_t special(const Warp& warp, ptx::Special special, unsigned component, unsigned lane) const;

  /// Takes bytes of call frames and local memory from the launch's memory budget; negative gives back.
  void charge(const Warp& warp, std::int64_t bytes);
  /// False once this chunk of blocks has executed more than the launch may.
  [[nodiscard]] bool spend(std::uint64_t instructions) { return (executed_ += instructions) <= budget_; }
  [[nodiscard]] std::uint64_t& executed() { return executed_; }
  [[nodiscard]] std::uint64_t budget() const { return budget_; }
  /// Number of stores to shared or global memory by threads of the block; stores of the same value may count.
  [[nodiscard]] std::uint64_t& changes() { return changes_; }
  void note_change() { ++changes_; }

  /// Where the accesses of compiled code were, so many in each block of the launch.
  [[nodiscard]] AccessSite* sites(std::size_t accesses) {
    if (sites_.size() != accesses) sites_.resize(accesses);
    return sites_.data();
  }

  std::string printed;     ///< by vprintf, in the order of execution
  std::string beyond_end;  ///< the first access beyond the last element of a buffer, not yet taken
  Findings findings;       ///< not yet taken

 private:
  const LaunchContext& launch_;
  Cluster& cluster_;
  unsigned rank_;
  Observer* observer_ = nullptr;
  TouchLog* touches_ = nullptr;
  std::uint64_t linear_ = 0;
  launch::Dim3 index_;
  std::vector<std::byte> shared_;
  Barriers barriers_;
  std::uint32_t used_barriers_ = 0;
  std::unique_ptr<SharedChecks> checks_;
  std::vector<std::unique_ptr<Warp>> warps_;
  std::vector<WarpState> states_;
  std::vector<AccessSite> sites_;
  std::uint64_t executed_ = 0, budget_ = 0, changes_ = 0;
  std::size_t done_ = 0;      ///< warps
  std::size_t relieved_ = 0;  ///< the warp after the one whose lanes were last let go on
  std::int64_t charged_ = 0;
  unsigned alive_threads_ = 0;
};

}  // namespace forewarp::emu
