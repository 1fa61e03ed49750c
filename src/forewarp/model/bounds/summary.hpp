// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A Profile boiled down to the numbers that demand() reads, so that one launch can be put to many devices in
/// microseconds: instructions by class, sectors by kind, footprints, reuse as a cumulative curve.
#include <array>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/bounds/expansion.hpp"
#include "forewarp/model/bounds/tensor.hpp"

namespace forewarp::model {

/// Sectors of a mean block, all buffers together: unique ones, read, written.
struct Sectors {
  double unique = 0, read = 0, written = 0;
};

/// Of them, those that the block launched so many before touched last (profile/block_reuse.hpp), where there is such a
/// block: the first ones of the grid are not in the mean.
struct Reuse {
  double blocks = 0;
  Sectors sectors;
};

/// What blocks read of one buffer: sectors of a mean block, and the chance that a given other block of the grid reads
/// one of them too.
struct CommonReads {
  double sectors = 0, chance = 0;
};

/// One buffer: what of per_block, total and block_reuse is its, how far out of step blocks touch it
/// (profile/reuse/access_skew.hpp), and its share of the loads that touch a sector again.
struct AccessSkew {
  double spread = 0;  ///< s, parts of a block's course
  double total = 0;   ///< sectors of the grid
  Sectors per_block;
  std::vector<Reuse> block_reuse;
  double loads_again = 0;
};

/// What goes to host memory, in bytes of whole sectors. No cache of the device keeps any of it: "because the data is
/// not cached on the GPU, mapped pinned memory should be read or written only once" (CUDA C++ Best Practices Guide,
/// "Zero Copy"), so every request of a warp crosses the link. Devices since do keep some of it for a while, so `once`
/// is what crosses at least.
struct HostAccesses {
  double read_bytes = 0, written_bytes = 0;
  double read_lines = 0;                               ///< read requests on the link, of up to 128 bytes each
  double read_bytes_once = 0, written_bytes_once = 0;  ///< were every sector read, and every byte written, only once
  double load_share = 0;                               ///< of the requests of loads from global memory
  double sectors = 0, lines = 0;                       ///< of loads, stores and atomics
};

struct Summary {
  launch::Dim3 grid;
  double blocks = 0, threads_per_block = 0, warps = 0;
  unsigned warp_size = 32;
  std::uint32_t registers = 0;
  std::uint64_t shared_bytes = 0;  ///< static and dynamic
  bool synchronises_grid = false;  ///< all blocks must be resident at the same time

  std::array<double, op_class_count> ops{};  ///< warp instructions of PTX by class
  TensorWork tensor, tensor_of_one_warp;     ///< of the first, what single warps execute
  double requests = 0;     ///< warp-level memory requests of any space but param, merged as the machine has them
  double merged_away = 0;  ///< requests of PTX that others took in
  double shared_requests = 0, shared_wavefronts = 0;
  double shared_wavefronts_unpacked = 0;  ///< where a register of every lane returns in a cycle of its own
  // The sectors, lines and bytes from here to total are of the device's own memory.
  double load_sectors = 0, load_lines = 0;  ///< global and local loads
  double read_only_sectors = 0;             ///< of them through ld.global.nc
  double store_sectors = 0, store_lines = 0, store_bytes = 0;
  double atomic_sectors = 0;
  double atomic_serial = 0;  ///< atomic lanes on the hottest address
  HostAccesses host;

  Sectors per_block, total;        ///< total: of the grid
  std::vector<Reuse> block_reuse;  ///< ascending
  std::vector<CommonReads> common_reads;
  std::vector<AccessSkew> access_skew;
  std::array<double, profile::ReuseHistogram::classes> reuse{};  ///< loads with a distance up to 2^k, cumulative
  double reuse_total = 0, reuse_first = 0;
  profile::CriticalPath path;
  double imbalance = 1;
  double sampling_error = 0;  ///< relative standard error of the counts
  double traffic_error = 0;   ///< the same of what memory moves

  unsigned compute_capability = 0;  ///< that its instructions need, see ptx/capability.hpp
  std::string demanding;            ///< the instruction that needs it
  unsigned last_capability = 0;     ///< the last compute capability that has all instructions; 0: any later one
  std::string withdrawn;            ///< the instruction that later ones lack
};

[[nodiscard]] Summary summarise(const profile::Profile& profile);

/// Adds a buffer's footprint to per_block, total and block_reuse; to host where it is in host memory.
void add_footprint(Summary& summary, const profile::BufferFootprint& buffer);

/// Share of loads that hit an LRU cache of so many sectors (linear between the classes of the histogram).
[[nodiscard]] double hit_rate(const Summary& summary, double capacity_sectors);

}  // namespace forewarp::model
