// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The numbers of a Profile that demand() reads, so that one launch can be evaluated on many devices in microseconds:
/// instructions by class, sectors by kind, footprints, reuse as a cumulative curve.
#include <array>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/bounds/expansion.hpp"
#include "forewarp/model/bounds/tensor.hpp"
#include "forewarp/model/operations.hpp"

namespace forewarp::model {

/// What caches move and count.
inline constexpr double sector_bytes = 32;

/// Sectors of a mean block, all buffers together: unique ones, read, written.
struct Sectors {
  double unique = 0, read = 0, written = 0;
};

/// Sectors per block that the block launched `blocks` before it touched last (emulate/profile/block_reuse.hpp),
/// averaged over the blocks that have such a predecessor: the first ones of the grid are not in the mean.
struct Reuse {
  double blocks = 0;
  Sectors sectors;
};

/// Reads of one buffer: sectors of a mean block, and the probability that a given other block of the grid reads one of
/// them too.
struct CommonReads {
  double sectors = 0, chance = 0;
};

/// One buffer: its parts of per_block, total and block_reuse, its access skew (emulate/reuse/access_skew.hpp), and its
/// share of the loads that touch a sector again.
struct AccessSkew {
  double spread = 0;  ///< s, as a part of a block's course
  double total = 0;   ///< sectors of the grid
  Sectors per_block;
  std::vector<Reuse> block_reuse;
  double loads_again = 0;
};

/// Traffic to host memory, in bytes of whole sectors. No cache of the device keeps any of it: "because the data is not
/// cached on the GPU, mapped pinned memory should be read or written only once" (CUDA C++ Best Practices Guide, "Zero
/// Copy"), so every request of a warp crosses the link. Later devices do cache some of it for a while, so `once` is the
/// lower bound of what crosses.
struct HostAccesses {
  double read_bytes = 0, written_bytes = 0;
  double read_lines = 0;                               ///< read requests on the link, of up to 128 bytes each
  double read_bytes_once = 0, written_bytes_once = 0;  ///< if every sector is read, and every byte written, only once
  double load_share = 0;                               ///< of the requests of loads from global memory
  double sectors = 0, lines = 0;                       ///< of loads, stores and atomics
};

/// One buffer: sectors of a mean block, its visits to pieces of memory (emulate/profile/visits.hpp), and what of either
/// it has in common with its neighbours.
struct PieceVisits {
  double sectors = 0, visits = 0;
  double total = 0;  ///< sectors of the grid
  profile::BlockReuse sector_reuse, visit_reuse;
};

/// A reuse histogram as a cumulative curve: `within[k]` have a distance of at most 2^k sectors, `first` none.
struct ReuseCurve {
  std::array<double, profile::ReuseHistogram::classes> within{};
  double total = 0, first = 0;

  [[nodiscard]] double first_share() const { return total > 0 ? first / total : 0; }
};

struct Summary {
  launch::Dim3 grid;
  double blocks = 0, threads_per_block = 0, warps = 0;  ///< blocks: those that do anything, and grid around them
  double idle_blocks = 0;                               ///< launched besides; what they execute is in the others' mean
  double idle_share = 0;                                ///< of warp instructions, those of idle blocks
  launch::Dim3 launched_grid, block;
  unsigned warp_size = 32;
  std::uint32_t registers = 0;
  std::uint64_t static_shared_bytes = 0, shared_bytes = 0;  ///< the second with dynamic ones
  bool synchronises_grid = false;                           ///< all blocks must be resident at the same time

  /// Warp instructions of PTX by class, without those that are part of others on each architecture; and of them, what
  /// is part of others from Maxwell and from Volta on (analysis::Lowering).
  std::array<double, op_class_count> ops{}, merged_since_maxwell{}, merged_since_volta{};
  Operations operations{};                ///< of floating-point arithmetic, by unit
  TensorWork tensor, tensor_of_one_warp;  ///< the second: the part that single warps execute
  /// Warp-level memory requests after the machine merges them; of constant memory a request for each address of a warp
  /// that the compiler does not know, of parameters none.
  double requests = 0;
  double constant_repeats = 0;   ///< of them, those of constant memory beyond one for each instruction
  double constant_requests = 0;  ///< one for each of these instructions
  double constant_passes = 0;    ///< of those with several addresses through L1, where it has constants
  double texture_reads = 0;      ///< warp instructions that read textures
  double merged_away = 0;        ///< PTX requests that were merged into others or are operands
  double shared_requests = 0, shared_wavefronts = 0;
  double shared_wavefronts_unpacked = 0;    ///< if each register of a warp returns in a cycle of its own
  double barriers = 0;                      ///< warps that arrive at one
  double wavefronts_saved_by_counting = 0;  ///< of both, where lanes that add one to an address are counted together
  // The sectors, lines and bytes from here to total are of the device's own memory.
  double load_sectors = 0, load_lines = 0;  ///< global and local loads
  double read_only_sectors = 0;             ///< of them through ld.global.nc
  double uncached_sectors = 0;              ///< of them those that bypass L1: .cg, .cv, .volatile, .relaxed, .acquire
  double local_load_sectors = 0;            ///< of load_sectors: local memory
  double store_sectors = 0, store_lines = 0;
  double store_bytes = 0;                    ///< to buffers
  double local_store_sectors = 0;            ///< of store_sectors: local memory
  double load_passes = 0, store_passes = 0;  ///< through L1, where half and quarter warps go one by one
  double returned_bytes = 0;                 ///< of the registers that loads fill, of whole warps
  double half_passes = 0;                    ///< loads' and stores' where half warps do; see profile::HalfWarps
  double store_half_sectors = 0;             ///< sectors that half warps store
  double atomic_sectors = 0;
  /// Of them, those of additions of doubles, a lane at a time, and where lanes meet on an address.
  double serial_atomic_lanes = 0, serial_atomic_sectors = 0;
  double atomic_serial = 0;  ///< atomics that the hottest address serves one by one
  double atomic_slice = 0;   ///< visits to sectors of the hottest slice of L2
  /// Atomics of shared memory that the machine retries: rounds of the loop that all warps make, in the grid, of which
  /// `retried_requests` are in ops already, and the rounds of one block that follow each other.
  double retry_rounds = 0, retried_requests = 0, retry_chain = 0;
  profile::Spills spills;
  HostAccesses host;

  Sectors per_block, total;        ///< total: of the grid
  std::vector<Reuse> block_reuse;  ///< ascending
  std::vector<CommonReads> common_reads;
  std::vector<AccessSkew> access_skew;
  std::vector<PieceVisits> piece_visits;
  ReuseCurve reuse;          ///< of the sectors that loads ask for
  ReuseCurve request_reuse;  ///< of the requests, each by its farthest sector; empty: as that of the sectors
  profile::Rewrites rewrites;
  profile::LocalMemory local;
  profile::CriticalPath path;
  profile::LongestWarp longest_warp;
  profile::Lock lock;
  double imbalance = 1;
  double sampling_error = 0;  ///< relative standard error of the counts
  double traffic_error = 0;   ///< relative standard error of the sectors requested of memory
  double dram_error = 0;      ///< relative standard error of the bytes that DRAM moves; may exceed 1

  unsigned compute_capability = 0;  ///< needed by its instructions, see frontend/ptx/capability.hpp
  std::string demanding;            ///< the instruction that needs it
  unsigned last_capability = 0;     ///< the last compute capability that has all instructions; 0: any later one
  std::string withdrawn;            ///< the instruction that later ones lack
};

[[nodiscard]] Summary summarise(const profile::Profile& profile);

/// Adds a buffer's footprint to per_block, total and block_reuse, or to host if it is in host memory.
void add_footprint(Summary& summary, const profile::BufferFootprint& buffer);

/// Share that hits an LRU cache of `capacity_sectors` (linear between the classes of the histogram).
[[nodiscard]] double hit_rate(const ReuseCurve& reuse, double capacity_sectors);

}  // namespace forewarp::model
