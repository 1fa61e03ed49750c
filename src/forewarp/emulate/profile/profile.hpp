// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one launch does, independent of any device but for the width of a warp: the counts that features and models are
/// made from. All counts are for the whole grid (extrapolated when sampled).
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/emulate/profile/mark.hpp"
#include "forewarp/frontend/analysis/lowering.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/mnemonic_text.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::emu {
class Machine;
}

namespace forewarp::profile {

/// How much was really run.
struct Sampling {
  std::uint64_t blocks_total = 0, blocks_run = 0;
  bool exact = true;           ///< every block, every iteration
  bool loops_sampled = false;  ///< some iterations were fast-forwarded
  /// Largest relative standard error of the totals of thread instructions, warp instructions, operations and bytes
  /// asked for: the spread within strata, what kinds of blocks that were not seen may add (rule of three), and more
  /// where blocks read what others write. 0 where all ran, or where the code proves the others alike.
  double relative_error = 0;
  double sectors_error = 0;  ///< the same of the sectors that are requested of memory
  double host_error = 0;     ///< the same of the sectors requested of host memory
  /// The same of the sectors that DRAM moves: those that all blocks touch together, each as often as it is fetched
  /// (traffic_error.hpp). It may exceed 1: what blocks share far from each other is hard to see in a few of them.
  double dram_error = 0;
  std::uint64_t warp_instructions_run = 0;
};

/// Executions of one kind of instruction (its mnemonic without the guard): "fma.rn.f32".
struct InstructionCount {
  ptx::MnemonicText mnemonic;
  ptx::Opcode opcode{};
  ptx::Type type{};
  ptx::StateSpace space{};
  double warps = 0;    ///< warp-level executions
  double threads = 0;  ///< thread-level executions (active lanes, guard false excluded where it is a memory access)
  /// Of warps, those that are more or less than one instruction on the machine, by analysis::Lowering - 1.
  std::array<double, analysis::lowering_kinds - 1> lowered{};

  [[nodiscard]] double lowered_as(analysis::Lowering kind) const { return lowered[static_cast<std::size_t>(kind) - 1]; }
  /// Multiplies the executions of warps.
  void scale_warps(double factor) {
    warps *= factor;
    for (double& part : lowered) part *= factor;
  }
};

struct BasicBlockCount {
  std::string function;
  std::uint32_t first_line = 0, last_line = 0;  ///< PTX lines
  std::uint32_t instructions = 0;
  double warps = 0, threads = 0;
};

/// Reuse between neighbouring blocks, along each grid axis: the share of a block's unique sectors that the next block
/// along x / y / z touches too. 1: the same data; 0: all new.
using Overlap = std::array<double, 3>;

/// Everything about one memory instruction. Sectors are 32 bytes, lines 128.
struct AccessSite {
  ptx::MnemonicText mnemonic;
  std::string function;
  std::uint32_t ptx_line = 0;
  std::string source_file;  ///< empty without .loc
  std::uint32_t source_line = 0;
  ptx::StateSpace space{};  ///< as resolved; a generic site that meets two spaces gives two entries
  emu::AccessKind kind{};
  std::uint32_t bytes_per_lane = 0;
  double requests = 0;            ///< warp-level
  double lanes = 0;               ///< thread-level
  double sectors = 0;             ///< global/local/const: 32-byte sectors over all requests
  double lines = 0;               ///< distinct 128-byte lines over all requests (tag look-ups)
  double passes_per_line = 1;     ///< through L1 (l1_passes.hpp)
  double addresses_per_line = 1;  ///< constant memory: distinct ones of each request
  /// Where halves of a warp pass one after the other: their passes a line, and their sectors of all. See HalfWarps.
  double half_passes_per_line = 2, half_sectors_per_sector = 1;
  /// The address is known to the machine compiler, a variable and an offset: a constant is then an operand.
  bool fixed_address = false;
  /// Atomics: one operation of the machine does those of a warp, whose address is provably one (combined_atomics.cpp)
  bool combined = false;
  double wavefronts = 0;        ///< shared: conflict cycles (1 a request when free of conflicts)
  double ideal_wavefronts = 0;  ///< shared: cycles with no conflict (bytes requested / 128, at least 1)
  /// Atomics of shared memory that add one (adds_one.hpp): cycles if lanes on one address are counted together; else 0.
  double counted_wavefronts = 0;
  /// What falls away where the machine compiler makes one load of shared loads of neighbouring words (LDS.64, LDS.128):
  /// of the first of a group what it asks itself less what the group asks together (which may be below 0), of the
  /// others all.
  double saved_requests = 0, saved_wavefronts = 0;
  std::uint32_t merged_bytes_per_lane = 0;  ///< of the first of a group; 0 where nothing merges
  double collisions = 0;                    ///< atomics: lanes beyond the first on each address of a request
  double unique_sectors_per_block = 0;      ///< mean over the blocks run (global, const)
  double used_bytes_per_block = 0;          ///< of those sectors, the bytes that any site of the block touches (global)
  Overlap overlap{};                        ///< of this site's sectors
  double host_share = 0;                    ///< of its sectors, those in host memory
  /// Loads: of its requests those whose sectors the block has loaded not long before, with less than 16 KiB of others
  /// since, and which no warp still waits for. Example: a small table that all threads look up.
  double near_share = 0;
  std::int32_t buffer = -1;  ///< index of the argument most of it falls in, -1 when mixed or none
  /// After merging, as the machine has them.
  [[nodiscard]] double merged_requests() const { return requests - saved_requests; }
  [[nodiscard]] double merged_wavefronts() const { return wavefronts - saved_wavefronts; }
  [[nodiscard]] double bytes_asked() const { return lanes * bytes_per_lane; }
  [[nodiscard]] double bytes_moved() const { return sectors * 32; }
  /// From here on its lanes touch neighbouring words.
  void set_coalesced() { passes_per_line = 1, half_passes_per_line = 2, half_sectors_per_sector = 1; }
};

/// Reuse between blocks in the order of their launch: the share of a block's unique sectors that was touched last by
/// the block launched `blocks` before it. See block_reuse.hpp.
struct ReuseStep {
  double blocks = 0, share = 0;
};
using BlockReuse = std::vector<ReuseStep>;  ///< ascending; what is missing to 1 was touched by no block before

/// Footprint of one buffer: unique 32-byte sectors read or written, and the bytes of them that some thread really asks
/// for, whichever sites and threads they are: a kernel that reads one field of a structure of four uses a quarter.
struct BufferFootprint {
  std::string name;
  double bytes = 0;          ///< of the allocation
  bool host = false;         ///< in host memory: none of it is in the device's caches or DRAM
  double sectors_total = 0;  ///< unique over the grid (extrapolated by reuse, capped by the size)
  double sectors_per_block = 0;
  /// Read: but for those that the block has stored whole before.
  double read_sectors_per_block = 0, written_sectors_per_block = 0;
  double used_bytes_per_block = 0;  ///< unique bytes that a block touches, at most 32 sectors_per_block
  /// Unique over the grid of n_k blocks along axis k: used_bytes_per_block prod_k (1 + (n_k - 1)(1 - byte_overlap_k)),
  /// at least the share of its sectors that a block uses of all, at most 32 sectors_total and the size.
  double used_bytes_total = 0;
  Overlap overlap{};
  Overlap byte_overlap{};  ///< the same of the bytes; 0 where nothing was compared
  BlockReuse reuse;
  BlockReuse written_reuse;  ///< of the sectors that the block writes, whatever an earlier block did there
  /// How far apart in their course two blocks touch what they share: 0 at the same time, 1 at independent ones. See
  /// reuse/access_skew.hpp.
  double access_skew = 0;
  /// Visits of a block to pieces of 256 bytes (visits.hpp), and the share of them that the next block along each axis
  /// makes to the same piece at the same time; 0 visits: not known.
  double visits_per_block = 0;
  Overlap visit_overlap{};

  /// Of sectors, bytes and visits. Example: 4 where all of a grid's work is done by a quarter of the blocks.
  void multiply_per_block(double factor);

  /// Share of the touched sectors' bytes that the grid uses, 0 to 1; a buffer's last sector counts as far as it goes.
  [[nodiscard]] double used_share() const;
};

/// Reuse distances of global sector accesses within a block, warps interleaved: counts[k] accesses had at most 2^k
/// other distinct sectors since the last touch (k = 0..23), more than in any class before it; first: never touched
/// before by this block.
struct ReuseHistogram {
  static constexpr unsigned classes = 24;
  std::array<double, classes> counts{};
  double first = 0;
  [[nodiscard]] double total() const;
  /// Share of accesses that hit a fully associative LRU cache of this many sectors.
  [[nodiscard]] double hit_rate(double capacity_sectors) const;
};

/// Stores and atomics of a block to sectors that it has stored to before: sectors[k] had at most 2^k other lines of 128
/// bytes stored to since the last store to the line, more than in any class before. A line that a cache has lost since
/// then is written to memory another time. visits: of pieces of memory (visits.hpp), by these stores alone.
struct Rewrites {
  std::array<double, ReuseHistogram::classes> sectors{}, visits{};
};

/// Local memory of a mean block, of all its threads: unique sectors per block, and of the grid the stores to sectors
/// that the block has stored to before, by the lines stored to since then, as Rewrites has them. Blocks that follow
/// each other on an SM have the same local memory.
struct LocalMemory {
  double sectors_per_block = 0, read_sectors_per_block = 0, written_sectors_per_block = 0;
  std::array<double, ReuseHistogram::classes> rewritten_sectors{};  ///< of the grid
};

/// The longest dependency chain of a warp, by what its links wait for (mean over warps, counts of links).
struct CriticalPath {
  double alu = 0, fp64 = 0, special = 0, shared = 0, global = 0, atomic = 0, barrier = 0, branch = 0, tensor = 0;
  /// Waits for loads that L1 answers, where machine code shows them apart from `global`, and their share of all load
  /// requests. Both 0 where all are in `global`, as in every Profile.
  double near = 0, near_share = 0;
  double instructions = 0;  ///< executed by the warp in all
  double ilp = 1;           ///< instructions over those of the chain
  double mlp = 1;           ///< global loads in flight a warp: loads over chain links that are global
  /// Share of the load requests, of all warps, that find a sector which another warp of the block has just asked for:
  /// no miss of their own, but they wait as long as it does.
  double in_flight = 0;
  double spread = 1;          ///< the chain of a block's longest warp over this one
  double spread_of_mean = 1;  ///< the same over that of a mean warp: this one is of one warp of each block
};

/// The classes of links.
inline constexpr std::array path_links{
    &CriticalPath::alu,    &CriticalPath::fp64,    &CriticalPath::special, &CriticalPath::shared, &CriticalPath::global,
    &CriticalPath::atomic, &CriticalPath::barrier, &CriticalPath::branch,  &CriticalPath::tensor, &CriticalPath::near};

/// The warp with the longest critical path of those that were run, where it has thousands of instructions and is more
/// than twice as long as the longest warp of a mean block: the launch takes as long as it, whatever the others do.
/// path.instructions is 0 where there is none.
struct LongestWarp {
  CriticalPath path;
  CriticalPath beside;  ///< Profile::path
  double begins = 0;    ///< part of the grid's blocks that are launched before its block, 0 to 1
  /// Blocks that execute at least half as many instructions as the one with most, and the share of all instructions
  /// that the others execute.
  double blocks_alike = 0, share_of_others = 1;
  /// Where another path takes the place of `mean`: links that become fewer there become fewer here in proportion.
  void shorten(const CriticalPath& mean, const CriticalPath& now);
};

/// The lock that keeps threads waiting for longest: how often it was taken at its busiest address, which happens one
/// after the other, and the path of a thread that takes it until it is free again (lock_section.hpp).
struct Lock {
  double acquisitions = 0;
  CriticalPath section;
};

/// Registers that the machine compiler keeps in local memory, per thread. PTX has registers without limit, so the
/// counts of an emulated kernel contain nothing of them.
struct Spills {
  double load_bytes = 0, store_bytes = 0;  ///< that a thread moves in the course of the kernel
  double frame_bytes = 0;                  ///< local memory that they occupy
};

struct Profile {
  std::string kernel;
  launch::Launch launch;
  unsigned warp_size = 32;
  std::uint32_t registers = 0;      ///< per thread
  bool registers_estimated = true;  ///< false when ptxas reported them
  std::uint64_t static_shared_bytes = 0, local_bytes = 0;
  bool synchronises_grid = false;  ///< blocks wait for each other (this_grid().sync()): all must be resident at once
  /// Along each axis, the share of the grid in which all blocks are that do anything (working_grid.hpp). Distances of
  /// reuse are in these blocks; everything per block is a mean over the whole grid.
  std::array<double, 3> working_parts{1, 1, 1};
  double idle_instructions = 0;  ///< of warps, part of all: those of blocks outside that part of the grid
  Sampling sampling;
  std::vector<InstructionCount> instructions;  ///< sorted by mnemonic
  std::vector<BasicBlockCount> basic_blocks;
  std::vector<AccessSite> sites;  ///< in program order
  std::vector<BufferFootprint> buffers;
  ReuseHistogram loads;  ///< global and local loads, but of host memory
  /// The requests of these loads, each by the farthest of its sectors: a warp waits for the slowest.
  ReuseHistogram load_requests;
  Rewrites rewrites;  ///< global memory
  LocalMemory local;
  CriticalPath path;
  LongestWarp longest_warp;
  double warp_instructions = 0, thread_instructions = 0;
  double branches = 0, divergent_branches = 0;  ///< warp-level conditional branches
  double barriers = 0;                          ///< warp-level arrivals
  double hottest_atomic = 0;                    ///< global atomic lanes on the most loaded address (estimated)
  double hottest_atomic_requests = 0;           ///< what it serves in turn: lanes, and warps where combined is set
  double hottest_atomic_slice = 0;              ///< visits to sectors of the most loaded 512 bytes
  Lock lock;
  /// Per block, lanes on the most loaded address of shared memory by atomics that the machine retries (compare and swap
  /// in a loop), mean over the blocks.
  double retried_atomics = 0;
  Spills spills;
  double param_bytes = 0;  ///< bytes that all threads read of the kernel's parameters
  double warps = 0, threads = 0;
  double imbalance = 1;            ///< most expensive block over the mean block, in warp instructions
  std::vector<Mark> marks;         ///< an empty launch, what a guess decides
  std::vector<std::string> notes;  ///< what the reader must know: the marks, guessed arguments, sampling, registers

  [[nodiscard]] double working_blocks() const {
    return std::round(static_cast<double>(launch.grid.count()) * working_parts[0] * working_parts[1] *
                      working_parts[2]);
  }
  [[nodiscard]] double mean_active_lanes() const {
    return warp_instructions > 0 ? thread_instructions / warp_instructions : 0;
  }
  [[nodiscard]] double branch_efficiency() const { return branches > 0 ? 1 - divergent_branches / branches : 1; }
};

/// A machine that has the launch in its memory already, as a running program does. Blocks are run there. A launch that
/// is not exact is run several times in parts; between two of them restore brings the memory back to what it was.
struct Execution {
  emu::Machine* machine = nullptr;
  std::vector<std::vector<std::byte>> arguments;  ///< the bytes of each parameter
  std::vector<std::uint64_t> addresses;           ///< of each argument of the launch that is a buffer, else 0
  std::function<void()> restore = {};             ///< needed unless ProfileOptions::exact
  // Results.
  bool whole = false;          ///< the last run was of all blocks: the memory has the results of the launch
  std::uint64_t executed = 0;  ///< warp instructions of the last run
};

struct ProfileOptions {
  unsigned warp_size = 32;
  /// Up to this estimated cost everything is run. Costs are thread instructions, a warp counting whole and a sector of
  /// memory as two warp instructions; the defaults keep profile() within some 50 ms on two cores.
  std::uint64_t exact_below = 8'000'000;
  std::uint64_t budget = 16'000'000;  ///< to spend on a sampled launch
  bool exact = false;                 ///< run everything whatever it costs
  std::uint64_t seed = 1;
  unsigned threads = 0;
  std::uint32_t registers = 0;  ///< known from ptxas; 0: estimate
  /// Known from ptxas, bytes of spilling instructions in the code: each is taken to run as often as a mean instruction
  /// of the kernel.
  Spills spills = {};
  bool check_uninitialised = false, check_races = false;
  std::uint64_t max_memory_bytes = std::uint64_t{8} << 30;
  std::uint64_t max_warp_instructions = std::uint64_t{1} << 28;  ///< a kernel that never ends is stopped
  Execution* execution = nullptr;  ///< where the launch is run; nullptr: in a memory made for it
};

/// Emulates the launch and counts. Where a guessed argument makes the launch endless or fault, smaller guesses are
/// tried and the profile's launch has them. Throws emu::KernelFault, and InputError for a launch in which no thread
/// loads or stores anything though arguments are guessed. Interrupted when progress says
/// to stop.
[[nodiscard]] Profile profile(const ptx::Module& module, const launch::Launch& launch,
                              const ProfileOptions& options = {}, Progress* progress = nullptr);

}  // namespace forewarp::profile
