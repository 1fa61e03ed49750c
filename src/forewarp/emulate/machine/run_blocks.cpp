// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/run_blocks.hpp"

// Runs independent clusters (most have one block) in chunks, on several threads where no block can see what another one
// does.
//
// Determinism: a chunk has its own observer (fork), and chunks are merged in the order of their blocks, so every number
// of threads gives the same result, including the first error. Chunks are processed in windows of 16 per thread: this
// bounds the memory of observers that wait to be merged.
//
// Where blocks may depend on each other (LaunchContext::speculative), the chunks of a window log what they touch. If
// they did depend on each other, memory is brought back to the beginning of the window, and its chunks and all that
// follow run in order (touch_log.hpp). The first windows are small, so that little is lost then, and so that code that
// runs long is compiled early (native/hot_code.hpp); not after a launch of the kernel whose blocks did not depend.
//
// A cluster may wait for a later one (a flag in memory). Where chunks run in order, it goes on beside those that
// follow, and so do all from then on (run_together.hpp); where they log, they run again in order first.
//
// Example: 1000 blocks make chunks of 31, that is 33 chunks. With two threads they run in windows of 32 and 1.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/run_together.hpp"
#include "forewarp/emulate/machine/touch_log.hpp"
#include "forewarp/emulate/native/hot_code.hpp"
#include "forewarp/support/parallel.hpp"

namespace forewarp::emu {

namespace {

struct Chunk {
  std::unique_ptr<Observer> observer;
  RunText text;
  std::exception_ptr failure;
  TouchLog* touches = nullptr;
  std::uint64_t blocks = 0;
  std::unique_ptr<Cluster> waiting = nullptr;  ///< stands still; the chunk ends before it
  std::uint64_t after_waiting = 0;             ///< where the clusters that have not begun begin
};

/// Clusters per chunk: few enough that two cores share a small grid, many enough that forking an observer is cheap.
std::uint64_t chunk_size(std::uint64_t clusters) { return std::clamp<std::uint64_t>(clusters / 32, 1, 64); }

/// The clusters that the blocks are in, ascending; empty for all.
std::vector<std::uint64_t> clusters_of(const LaunchContext& launch, std::span<const std::uint64_t> blocks) {
  std::vector<std::uint64_t> clusters;
  for (const std::uint64_t block : blocks) clusters.push_back(Cluster::number_of(launch, block));
  std::sort(clusters.begin(), clusters.end());
  clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
  return clusters;
}

class Run {
  static constexpr std::uint64_t most_a_thread = 16;  ///< chunks of a window

 public:
  Run(const LaunchContext& launch, std::span<const std::uint64_t> blocks, Observer* observer)
      : launch_(launch),
        asked_(blocks),
        clusters_(clusters_of(launch, blocks)),
        count_(clusters_.empty() ? Cluster::count(launch) : clusters_.size()),
        size_(chunk_size(count_)),
        observer_(observer) {}

  void all(Progress* progress, RunText& text) {
    unsigned threads = launch_.parallel ? thread_count() : 1;
    bool logged = launch_.speculative && threads > 1;
    const std::uint64_t chunks = (count_ + size_ - 1) / size_;
    std::uint64_t window = first_window(threads, logged);
    for (std::uint64_t first = 0, size = 0; first < chunks; first += size) {
      size = std::min(window, chunks - first);
      std::vector<Chunk> done(size);
      if (logged) begin_logs(done);
      parallel_for(
          done.size(),
          [&](std::size_t i) {
            run_chunk(first + i, done[i]);
            if (progress) report(*progress);
          },
          threads);
      if (logged && (depend(done) || std::ranges::any_of(done, [](const Chunk& c) { return c.waiting != nullptr; }))) {
        copies_->restore();
        text.depend = true;
        logged = false;
        threads = 1;
        window = 1;
        size = 0;  // the same chunks again
      } else {
        for (Chunk& chunk : done) {
          merge(chunk, text);
          if (chunk.waiting) return go_on_together(chunk, progress, text);
        }
        window = next_window(window, threads);
      }
      if (copies_) copies_->clear();
    }
  }

 private:
  [[nodiscard]] unsigned thread_count() const {
    return launch_.options->threads ? launch_.options->threads : default_thread_count();
  }

  /// Small where memory may have to be brought back, and where the code may be compiled between two windows.
  [[nodiscard]] std::uint64_t first_window(unsigned threads, bool logged) const {
    if (threads == 1) return 1;
    const bool may_compile =
        launch_.hot != nullptr && !observer_ && launch_.hot->may_compile_within(count_ * launch_.cluster.count());
    return std::uint64_t{threads} * (may_compile ? 1 : logged && !launch_.likely_apart ? 2 : most_a_thread);
  }

  [[nodiscard]] std::uint64_t next_window(std::uint64_t window, unsigned threads) const {
    if (threads == 1) return 1;
    if (launch_.hot != nullptr && launch_.hot->compiles()) return threads;
    return std::min(2 * std::max(window, std::uint64_t{threads}), most_a_thread * threads);
  }

  /// Logs are used again: their memory is a part of what logging costs.
  void begin_logs(std::vector<Chunk>& chunks) {
    if (!copies_) copies_ = std::make_unique<PageCopies>();
    while (logs_.size() < chunks.size()) logs_.push_back(std::make_unique<TouchLog>(*copies_));
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      logs_[i]->clear();
      chunks[i].touches = logs_[i].get();
    }
  }

  static bool depend(const std::vector<Chunk>& chunks) {
    std::vector<const TouchLog*> logs;
    for (const Chunk& chunk : chunks) logs.push_back(chunk.touches);
    return have_conflict(logs);
  }

  /// Called from any thread after each chunk: a window of long blocks may take minutes.
  void report(Progress& progress) {
    const std::uint64_t a_cluster = launch_.cluster.count();
    progress.advance(std::min(count_, ++chunks_done_ * size_) * a_cluster, count_ * a_cluster, "blocks");
  }

  void run_chunk(std::uint64_t number, Chunk& chunk) {
    if (observer_) {
      const std::lock_guard lock(forking_);
      chunk.observer = observer_->fork();
    }
    std::unique_ptr<Cluster> cluster = take();
    cluster->log_touches(chunk.touches);
    try {
      const std::uint64_t first = number * size_, last = std::min(count_, first + size_);
      chunk.blocks = (last - first) * launch_.cluster.count();
      for (std::uint64_t c = first; c < last && !chunk.waiting; ++c) {
        if (cluster->run(clusters_.empty() ? c : clusters_[c], asked_, chunk.observer.get())) continue;
        chunk.text = cluster->take_text();
        chunk.blocks = (c + 1 - first) * launch_.cluster.count();
        chunk.waiting = std::exchange(cluster, nullptr);
        chunk.after_waiting = c + 1;
      }
    } catch (...) {
      chunk.failure = std::current_exception();
    }
    if (!cluster) return;
    chunk.text = cluster->take_text();
    give_back(std::move(cluster));
  }

  /// What is left, from the cluster on that stands still. Chunks run in order here, so all before it have ended.
  void go_on_together(Chunk& chunk, Progress* progress, RunText& text) {
    // No block sees another one's stores.
    if (launch_.parallel && !launch_.speculative) chunk.waiting->report_endless();
    chunk.waiting->log_touches(nullptr);
    run_on_together(launch_, {std::move(chunk.waiting), std::move(chunk.observer), executed_},
                    {.listed = clusters_, .begin = chunk.after_waiting, .end = count_}, asked_, observer_, progress,
                    text);
  }

  /// In the order of the blocks, on one thread: the first failure by block number is the one that
  /// is reported, and the limit of instructions is charged as if the blocks had run one after the
  /// other.
  void merge(Chunk& chunk, RunText& text) {
    text.printed += chunk.text.printed;
    if (text.beyond_end.empty()) text.beyond_end = std::move(chunk.text.beyond_end);
    text.findings.merge(std::move(chunk.text.findings));
    if (chunk.failure) std::rethrow_exception(chunk.failure);
    executed_ += chunk.text.executed;
    text.executed += chunk.text.executed;
    if (launch_.hot != nullptr && !observer_) launch_.hot->executed(chunk.text.executed, chunk.blocks);
    if (executed_ > launch_.options->max_warp_instructions)
      throw KernelFault(
          fmt::format("{}: kernel '{}': more than {} warp instructions executed (--limit COUNT allows more)",
                      launch_.program->module->file, launch_.program->entry().function->name,
                      launch_.options->max_warp_instructions));
    if (observer_ && !chunk.waiting) observer_->merge(*chunk.observer);
  }

  /// Clusters are pooled: their warps and register storage are reused by later chunks.
  std::unique_ptr<Cluster> take() {
    const std::lock_guard lock(pooling_);
    if (pool_.empty()) return std::make_unique<Cluster>(launch_);
    std::unique_ptr<Cluster> cluster = std::move(pool_.back());
    pool_.pop_back();
    return cluster;
  }

  void give_back(std::unique_ptr<Cluster> cluster) {
    const std::lock_guard lock(pooling_);
    pool_.push_back(std::move(cluster));
  }

  const LaunchContext& launch_;
  std::span<const std::uint64_t> asked_;  ///< blocks; empty: all
  std::vector<std::uint64_t> clusters_;   ///< empty: all
  std::uint64_t count_, size_;            ///< of clusters
  Observer* observer_;
  std::uint64_t executed_ = 0;
  std::atomic<std::uint64_t> chunks_done_ = 0;
  std::mutex forking_, pooling_;
  std::vector<std::unique_ptr<Cluster>> pool_;
  std::unique_ptr<PageCopies> copies_;  ///< where chunks log what they touch
  std::vector<std::unique_ptr<TouchLog>> logs_;
};

}  // namespace

void run_blocks(const LaunchContext& launch, std::span<const std::uint64_t> blocks, Observer* observer,
                Progress* progress, RunText& text) {
  Run(launch, blocks, observer).all(progress, text);
}

}  // namespace forewarp::emu
