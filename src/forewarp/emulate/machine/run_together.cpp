// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/run_together.hpp"

// Cooperative launches: a round-robin over clusters (most have one block), as Cluster::advance is one over blocks, with
// the same proof of a deadlock (Standstill), here over the sum of the clusters' stores and the hashes of all of them.
//
// Example, a grid of 3 blocks that synchronises once. Round 1: blocks 0 and 1 stop in their wait loops (stuck); block 2
// arrives last, finds the counter complete, and runs to its end. Round 2: blocks 0 and 1 read the new counter and end.
// A kernel with k synchronisations takes about k + 1 rounds.
//
// Memory: all blocks are resident at once, each with its registers and shared memory (check_room); time: each round
// costs at least a few polls per block that waits.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/standstill.hpp"

namespace forewarp::emu {

namespace {

/// No GPU holds as many: 32 blocks on each of some 300 SMs are 10,000.
constexpr std::uint64_t max_blocks = 1 << 16;

[[noreturn]] void fail(const LaunchContext& launch, const std::string& message) {
  throw KernelFault(fmt::format("{}: kernel '{}': {}", launch.program->module->file,
                                launch.program->entry().function->name, message));
}

/// Refuses grids that no device could hold or that do not fit into the memory budget, before anything runs.
void check_room(const LaunchContext& launch) {
  const std::uint64_t blocks = launch.launch->grid.count();
  if (blocks > max_blocks)
    fail(launch, fmt::format("its blocks wait for each other (this_grid().sync()), so all {} must be on the device at "
                             "the same time: no device holds more than {}",
                             blocks, max_blocks));
  const FunctionCode& entry = launch.program->entry();
  const std::uint64_t warp = sizeof(Warp) + entry.frame_bytes + entry.local_bytes * launch.program->width;
  const std::uint64_t bytes = launch.shared_bytes + warp * launch.warps;
  const std::uint64_t limit = launch.options->max_memory_bytes;
  if (bytes > limit / blocks)
    fail(launch,
         fmt::format("its blocks wait for each other (this_grid().sync()), so {} blocks of {} bytes of registers "
                     "and shared memory must be kept at the same time: more than the memory budget of {} bytes",
                     blocks, bytes, limit));
}

struct Running {
  std::unique_ptr<Cluster> cluster;
  std::unique_ptr<Observer> observer;
  bool done = false;
};

class Grid {
 public:
  Grid(const LaunchContext& launch, std::span<const std::uint64_t> asked, Observer* observer) : launch_(launch) {
    for (std::uint64_t c = 0; c < Cluster::count(launch); ++c) {
      clusters_.push_back({std::make_unique<Cluster>(launch), observer ? observer->fork() : nullptr});
      clusters_.back().cluster->begin(c, asked, clusters_.back().observer.get());
    }
  }

  void run(Progress* progress) {
    Standstill standstill;
    for (std::uint64_t done = 0; done < clusters_.size();) {
      const bool moved = round(done);
      if (progress) {
        progress->advance(done * launch_.cluster.count(), launch_.launch->grid.count(), "blocks");
        if (progress->cancelled()) return;
      }
      if (moved || done == clusters_.size() || !standstill.lasts(changes())) continue;
      if (relieve())
        standstill.ends();
      else if (standstill.repeats([this] { return state_hash(); }))
        first_running().report_endless();
    }
  }

  void take_text(RunText& text) {
    for (Running& r : clusters_) {
      RunText own = r.cluster->take_text();
      text.printed += own.printed;
      text.executed += own.executed;
      if (text.beyond_end.empty()) text.beyond_end = std::move(own.beyond_end);
      text.findings.merge(std::move(own.findings));
    }
  }
  void merge(Observer& observer) {
    for (Running& r : clusters_) {
      r.cluster->finish(r.observer.get());
      observer.merge(*r.observer);
    }
  }

 private:
  /// Runs each cluster until it is stuck or done; true when one of them is done.
  bool round(std::uint64_t& done) {
    const std::uint64_t before = done;
    std::uint64_t executed = 0;
    for (Running& r : clusters_) {
      if (!r.done && r.cluster->advance() == Block::State::done) {
        r.done = true;
        ++done;
      }
      executed += r.cluster->executed();
      if (executed > launch_.options->max_warp_instructions)
        fail(launch_, fmt::format("more than {} warp instructions executed (raise max_warp_instructions, --limit)",
                                  launch_.options->max_warp_instructions));
    }
    return done > before;
  }

  /// Stores of all clusters: any store can end another one's wait.
  [[nodiscard]] std::uint64_t changes() const {
    std::uint64_t sum = 0;
    for (const Running& r : clusters_) sum += r.cluster->changes();
    return sum;
  }

  bool relieve() {
    return std::any_of(clusters_.begin(), clusters_.end(), [](Running& r) { return !r.done && r.cluster->relieve(); });
  }

  [[nodiscard]] std::uint64_t state_hash() const {
    std::uint64_t hash = 0;
    for (const Running& r : clusters_) hash = hash * 0x100000001b3U + (r.done ? 0 : r.cluster->state_hash());
    return hash;
  }

  [[nodiscard]] const Cluster& first_running() const {
    return *std::find_if(clusters_.begin(), clusters_.end(), [](const Running& r) { return !r.done; })->cluster;
  }

  const LaunchContext& launch_;
  std::vector<Running> clusters_;
};

}  // namespace

void run_together(const LaunchContext& launch, std::span<const std::uint64_t> asked, Observer* observer,
                  Progress* progress, RunText& text) {
  check_room(launch);
  Grid grid(launch, asked, observer);
  try {
    grid.run(progress);
  } catch (...) {
    grid.take_text(text);
    throw;
  }
  grid.take_text(text);
  if (observer) grid.merge(*observer);
}

}  // namespace forewarp::emu
