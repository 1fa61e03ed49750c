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
//
// Other launches run one cluster after the other, and come here when one waits for a later one (run_on_together). Then
// clusters begin as they are needed: where all that run stand still, as many again. Example, 8 blocks that pass 20
// tasks round, each of which waits for the one before: block 0 ends task 0 and waits in task 8 for task 7. Block 1
// begins, ends task 1 and waits; blocks 2 and 3 begin, then 4 to 7, and the tasks go round.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/standstill.hpp"

namespace forewarp::emu {

namespace {

/// No GPU holds as many: 32 blocks on each of some 300 SMs are 10,000.
constexpr std::uint64_t max_blocks = 1 << 16;
/// As many as a GPU may hold.
constexpr std::uint64_t most_resident = 10'000;

[[noreturn]] void fail(const LaunchContext& launch, const std::string& message) {
  throw KernelFault(fmt::format("{}: kernel '{}': {}", launch.program->module->file,
                                launch.program->entry().function->name, message));
}

std::uint64_t bytes_of_block(const LaunchContext& launch) {
  const FunctionCode& entry = launch.program->entry();
  const std::uint64_t warp = sizeof(Warp) + entry.frame_bytes + entry.local_bytes * launch.program->width;
  return launch.shared_bytes + warp * launch.warps;
}

/// Clusters that may run at the same time.
std::uint64_t room(const LaunchContext& launch, std::uint64_t most) {
  const std::uint64_t blocks = std::min(most, launch.options->max_memory_bytes / bytes_of_block(launch));
  return std::max<std::uint64_t>(1, blocks / launch.cluster.count());
}

/// Refuses grids that no device could hold or that do not fit into the memory budget, before anything runs.
void check_room(const LaunchContext& launch) {
  const std::uint64_t blocks = launch.launch->grid.count();
  if (blocks > max_blocks)
    fail(launch, fmt::format("its blocks wait for each other (this_grid().sync()), so all {} must be on the device at "
                             "the same time: no device holds more than {}",
                             blocks, max_blocks));
  const std::uint64_t bytes = bytes_of_block(launch);
  const std::uint64_t limit = launch.options->max_memory_bytes;
  if (bytes > limit / blocks)
    fail(launch,
         fmt::format("its blocks wait for each other (this_grid().sync()), so {} blocks of {} bytes of registers "
                     "and shared memory must be kept at the same time: more than the memory budget of {} bytes",
                     blocks, bytes, limit));
}

struct Running {
  std::unique_ptr<Cluster> cluster;  ///< nullptr when it is done
  std::unique_ptr<Observer> observer;
  RunText text;
};

class Grid {
 public:
  /// `most` blocks may run at the same time.
  Grid(const LaunchContext& launch, ClusterRange rest, std::uint64_t most, std::span<const std::uint64_t> asked,
       Observer* observer, RunText& text)
      : launch_(launch), rest_(rest), asked_(asked), observer_(observer), text_(text), room_(room(launch, most)) {}

  void add(WaitingCluster waiting) {
    executed_ = waiting.executed;
    running_.push_back({std::move(waiting.cluster), std::move(waiting.observer), {}});
    alive_.push_back(&running_.back());
  }

  /// Begins that many clusters, or as many as there are and as there is room for; false for none.
  bool begin(std::uint64_t clusters) {
    const std::uint64_t number =
        std::min({clusters, rest_.end - rest_.begin, room_ - std::min<std::uint64_t>(room_, alive_.size())});
    for (std::uint64_t i = 0; i < number; ++i, ++rest_.begin)
      begin_one(rest_.listed.empty() ? rest_.begin : rest_.listed[rest_.begin]);
    return number > 0;
  }

  /// The same for clusters that are not listed: those that are listed may wait for them.
  bool begin_others(std::uint64_t clusters) {
    if (rest_.listed.empty()) return false;
    const std::uint64_t before = alive_.size();
    for (const std::uint64_t all = Cluster::count(launch_); next_other_ < all && alive_.size() < room_; ++next_other_) {
      if (alive_.size() - before == clusters) break;
      if (!std::ranges::binary_search(rest_.listed, next_other_)) begin_one(next_other_);
    }
    return alive_.size() > before;
  }

  void run(Progress* progress) {
    Standstill standstill;
    while (!alive_.empty() || begin(1)) {
      const bool moved = round();
      if (progress) {
        progress->advance(launch_.launch->grid.count() - open() * launch_.cluster.count(), launch_.launch->grid.count(),
                          "blocks");
        if (progress->cancelled()) return;
      }
      if (moved || alive_.empty() || !standstill.lasts(changes())) continue;
      if (begin(alive_.size()) || begin_others(alive_.size()) || relieve())
        standstill.ends();
      else if (standstill.repeats([this] { return state_hash(); }))
        report_endless();
    }
  }

  /// The texts of all that have begun, also where one of them failed.
  void take_text() {
    for (Running& r : running_) take(r.cluster ? r.cluster->take_text() : std::exchange(r.text, {}));
  }

 private:
  void begin_one(std::uint64_t number) {
    running_.push_back({std::make_unique<Cluster>(launch_), observer_ ? observer_->fork() : nullptr, {}});
    running_.back().cluster->begin(number, asked_, running_.back().observer.get());
    alive_.push_back(&running_.back());
  }

  /// Clusters that are not done.
  [[nodiscard]] std::uint64_t open() const { return alive_.size() + rest_.end - rest_.begin; }

  /// Runs each cluster until it is stuck or done; true when one of them is done.
  bool round() {
    bool moved = false;
    std::uint64_t executed = executed_;
    for (Running* r : alive_) {
      const bool done = r->cluster->advance() == Block::State::done;
      executed += r->cluster->executed();
      if (done) end(*r);
      moved = moved || done;
      if (executed > launch_.options->max_warp_instructions)
        fail(launch_, fmt::format("more than {} warp instructions executed (raise max_warp_instructions, --limit)",
                                  launch_.options->max_warp_instructions));
    }
    std::erase_if(alive_, [](const Running* r) { return r->cluster == nullptr; });
    for (; !running_.empty() && !running_.front().cluster; running_.pop_front()) {
      take(std::move(running_.front().text));
      if (observer_) observer_->merge(*running_.front().observer);
    }
    return moved;
  }

  void end(Running& r) {
    changes_ += r.cluster->changes();
    executed_ += r.cluster->executed();
    r.cluster->finish(r.observer.get());
    r.text = r.cluster->take_text();
    r.cluster.reset();
  }

  void take(RunText text) {
    text_.printed += text.printed;
    text_.executed += text.executed;
    if (text_.beyond_end.empty()) text_.beyond_end = std::move(text.beyond_end);
    text_.findings.merge(std::move(text.findings));
  }

  /// Stores of all clusters: any store can end another one's wait.
  [[nodiscard]] std::uint64_t changes() const {
    std::uint64_t sum = changes_;
    for (const Running* r : alive_) sum += r->cluster->changes();
    return sum;
  }

  [[noreturn]] void report_endless() const {
    if (rest_.begin < rest_.end)
      fail(launch_,
           fmt::format("{} blocks wait for each other or for later ones, which cannot begin beside them: no "
                       "device holds more than {} blocks, and the memory budget is {} bytes",
                       alive_.size() * launch_.cluster.count(), most_resident, launch_.options->max_memory_bytes));
    alive_.front()->cluster->report_endless();
  }

  bool relieve() {
    return std::ranges::any_of(alive_, [](Running* r) { return r->cluster->relieve(); });
  }

  [[nodiscard]] std::uint64_t state_hash() const {
    std::uint64_t hash = 0;
    for (const Running* r : alive_) hash = hash * 0x100000001b3U + r->cluster->state_hash();
    return hash;
  }

  const LaunchContext& launch_;
  ClusterRange rest_;
  std::span<const std::uint64_t> asked_;
  Observer* observer_;
  RunText& text_;
  std::uint64_t room_;
  std::deque<Running> running_;  ///< from the first one that is not done on
  std::vector<Running*> alive_;  ///< of these, those that are not done: the others may be many
  std::uint64_t next_other_ = 0;
  std::uint64_t changes_ = 0;   ///< of those that are done
  std::uint64_t executed_ = 0;  ///< of those, and before run_on_together()
};

void run_to_end(Grid& grid, Progress* progress) {
  try {
    grid.run(progress);
  } catch (...) {
    grid.take_text();
    throw;
  }
  grid.take_text();
}

}  // namespace

void run_together(const LaunchContext& launch, std::span<const std::uint64_t> asked, Observer* observer,
                  Progress* progress, RunText& text) {
  check_room(launch);
  Grid grid(launch, {.listed = {}, .begin = 0, .end = Cluster::count(launch)}, max_blocks, asked, observer, text);
  (void)grid.begin(Cluster::count(launch));
  run_to_end(grid, progress);
}

void run_on_together(const LaunchContext& launch, WaitingCluster waiting, ClusterRange rest,
                     std::span<const std::uint64_t> asked, Observer* observer, Progress* progress, RunText& text) {
  Grid grid(launch, rest, most_resident, asked, observer, text);
  grid.add(std::move(waiting));
  run_to_end(grid, progress);
}

}  // namespace forewarp::emu
