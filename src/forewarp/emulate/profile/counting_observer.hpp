// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The one observer that counts everything: fused, because an emulated warp instruction has about 40 ns in all. Every
/// block is counted; chosen blocks are looked at closely (footprint, reuse, dependency chain, crowded atomics), and of
/// chosen ones the sectors are recorded to compare neighbours.
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "forewarp/emulate/profile/atomic_hotspot.hpp"
#include "forewarp/emulate/profile/block_footprint.hpp"
#include "forewarp/emulate/profile/busiest_address.hpp"
#include "forewarp/emulate/profile/chain_walker.hpp"
#include "forewarp/emulate/profile/counters.hpp"
#include "forewarp/emulate/profile/long_warps.hpp"
#include "forewarp/emulate/profile/program.hpp"
#include "forewarp/emulate/profile/shape_memo.hpp"
#include "forewarp/emulate/profile/strata.hpp"
#include "forewarp/emulate/profile/thread_walk.hpp"
#include "forewarp/emulate/profile/touched_sectors.hpp"
#include "forewarp/emulate/profile/warp_courses.hpp"

namespace forewarp::profile {

/// What to do with which block; fixed while the machine runs. The lists are sorted.
struct WatchPlan {
  Strata strata;
  bool detail_all = false;
  std::vector<std::uint64_t> detailed;   ///< looked at closely
  std::vector<std::uint64_t> kept;       ///< sectors recorded; detailed, too
  std::vector<std::uint64_t> uncounted;  ///< run for the comparison of neighbours only
  std::vector<std::uint64_t> drawn;      ///< of the detailed, those drawn at random: sectors recorded apart
  bool bytes = true;                     ///< of sectors are told apart
  unsigned width = 32;
  std::uint32_t warps_per_block = 1;
  BufferMap buffers;
  std::shared_ptr<TouchedSectors> touched;  ///< by any block; where every block runs
};

/// One block's cost.
struct BlockCost {
  std::uint64_t linear;
  std::uint64_t warp_instructions, thread_instructions, sectors;  ///< with what sampled loops represent
  std::uint64_t flops = 0, bytes = 0;  ///< the same: operations; bytes requested from global memory
  std::uint64_t host_sectors = 0;      ///< of sectors, those in host memory
};

/// The wavefronts of the load that a lead makes with those it merges with, for each width it may have then.
struct MergedMemo {
  static constexpr std::uint32_t misaligned = ~std::uint32_t{0};  ///< no load of this width begins there
  static constexpr std::uint32_t narrow = misaligned - 1;         ///< narrower than the lead itself
  using Wavefronts = std::array<std::uint32_t, merged_widths.size()>;
  [[nodiscard]] const Wavefronts& look_up(const emu::Access& access, unsigned width);

 private:
  [[nodiscard]] std::uint32_t count(const emu::Access& access, std::size_t w, std::uint64_t any, unsigned width);
  std::array<ShapeMemo, merged_widths.size()> memos_;
  bool is_known_ = false;  ///< wavefronts_ are those of lanes like last_lanes_
  ptx::StateSpace last_space_{};
  std::uint16_t last_bytes_ = 0;
  std::uint64_t last_alignment_ = 0;
  emu::AffineLanes last_lanes_;
  Wavefronts wavefronts_{};
};

/// The chain of one warp of a block.
struct WarpChain {
  std::uint64_t linear = 0;
  ChainWalker::Totals totals;
  /// The longer one, of equal ones the one that begins last.
  void raise_to(const WarpChain& other);
};

/// What counting one block needs and no sum: worth keeping from one block to the next.
struct Workplace {
  explicit Workplace(const Program& program)
      : memos(program.map->sites.size() * site_spaces),
        merged_memos(program.merges.leads),
        long_warps(program),
        courses(program) {}
  std::vector<ShapeMemo> memos;          ///< by slot
  std::vector<MergedMemo> merged_memos;  ///< by lead of a merged load
  std::vector<std::uint64_t> weights;
  LongWarps long_warps;
  WarpCourses courses;
  std::unique_ptr<BlockFootprint> footprint;
  std::unique_ptr<ChainWalker> chain;
  RequestLog log;
  std::vector<bool> in_new_code;  ///< by warp: it has begun a basic block and requested nothing in it
  WalkWatcher walk;
  BusiestAddress retried;  ///< of shared memory
};

/// Pool of unused workplaces; as many are made as blocks run at once.
class Workplaces {
 public:
  [[nodiscard]] std::unique_ptr<Workplace> take(const Program& program);
  void give_back(std::unique_ptr<Workplace> place);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workplace>> idle_;
};

class CountingObserver final : public emu::Observer {
 public:
  CountingObserver(std::shared_ptr<const Program> program, std::shared_ptr<const WatchPlan> plan,
                   std::shared_ptr<Workplaces> workplaces = nullptr);

  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override;
  void merge(emu::Observer& later) override;
  void block_begin(std::uint64_t linear, launch::Dim3 index) override;
  void block_end(std::uint64_t linear) override;
  void basic_block(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) override;
  void access(emu::WarpId warp, const emu::Access& access) override;
  void branch(emu::WarpId warp, std::uint32_t block, emu::LaneMask active, emu::LaneMask taken) override;
  void barrier(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) override;
  void weight(emu::WarpId warp, std::uint64_t weight) override;

  /// Sums so far, by stratum; blocks that are uncounted appear nowhere but in kept_sectors and costs_aside.
  struct Sums {
    std::map<std::uint32_t, Counters> counters;
    std::map<std::uint32_t, Detail> details;
    std::map<std::uint64_t, BlockSectors> kept_sectors;
    std::map<std::uint64_t, BlockSectors> drawn_sectors;
    std::vector<BlockCost> costs;        ///< counted blocks, in the order they ran
    std::vector<BlockCost> costs_aside;  ///< the others
    WarpChain longest;                   ///< of all warps
    AtomicHotspot atomics;
    std::uint64_t warp_instructions_run = 0;  ///< really executed, all blocks
    std::uint64_t sectors_run = 0;            ///< of requests really executed, all blocks
    std::uint64_t sectors_touched = 0;        ///< in blocks looked at closely
    std::uint64_t blocks_run = 0;
    bool weighted = false;  ///< some loop was sampled
    void merge(Sums& later);
  };
  [[nodiscard]] const Sums& sums() const { return sums_; }
  [[nodiscard]] Sums& sums() { return sums_; }

 private:
  [[nodiscard]] std::uint64_t weight_of(std::uint32_t warp) const {
    return warp < place_->weights.size() ? place_->weights[warp] : 1;
  }
  void count_merged(const emu::Access& access, std::uint32_t lead, std::uint64_t weight);
  /// Whether the request, or a part of it, goes to host memory.
  void count_local_l1(const emu::Access& access, std::uint32_t slot, const RequestShape& shape, std::uint64_t weight);
  void count_l1(const emu::Access& access, std::uint32_t slot, const RequestShape& shape, std::uint64_t weight);
  bool count_host(const emu::Access& access, std::uint32_t slot, const ShapeMemo::Result& result, std::uint64_t weight);
  void log_sectors(emu::WarpId warp, const emu::Access& access, std::uint32_t slot, const ShapeMemo::Result& result,
                   std::uint64_t weight, bool is_host);
  void drain_log();
  void finish_details(std::uint64_t linear);

  std::shared_ptr<const Program> program_;
  std::shared_ptr<const WatchPlan> plan_;
  Sums sums_;
  std::shared_ptr<Workplaces> workplaces_;  ///< all forks'
  std::unique_ptr<Workplace> place_;        ///< while a block runs
  Counters* counters_ = nullptr;            ///< of the current block's stratum
  Detail* detail_ = nullptr;                ///< the same, where the block is detailed and counted
  Counters unused_;                         ///< where uncounted blocks count
  BlockCost cost_{};
  bool detailed_ = false, counted_ = true, kept_ = false;
  std::uint32_t traced_warp_ = 0;
};

}  // namespace forewarp::profile
