// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The data sheet of a GPU. One TOML file per GPU under data/devices/, each figure with its source.
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/model/device/time_errors.hpp"

namespace forewarp::device {

enum class Vendor : std::uint8_t { nvidia, amd, other };

/// Operation classes that a device has a throughput for (CUDA C++ Programming Guide, "Arithmetic Instructions").
/// Results per SM (or CU) and clock cycle for 32-bit lanes; tensor in dense multiply-adds (FMA) per SM and cycle.
struct Throughput {
  double fp16 = 0, fp32 = 0, fp64 = 0;     ///< add, multiply, fused multiply-add (packed halves count two)
  double fp32_packed = 0;                  ///< of instructions on pairs of floats; 0: there are none
  double int_add = 0;                      ///< 32-bit add, compare, min, max, logic
  double int_mul = 0;                      ///< 32-bit multiply, multiply-add
  double shift = 0;                        ///< shifts, bit fields, popc-like
  double special = 0;                      ///< rcp, rsqrt, sqrt, sin, cos, lg2, ex2
  double convert = 0;                      ///< type conversions
  double texture = 0;                      ///< texels of 4 bytes, filtered or not; 0: not known
  double warp_shuffle = 0;                 ///< shfl, vote, match, redux
  double load_store = 0;                   ///< lanes of load/store units
  double tensor_f16 = 0, tensor_tf32 = 0;  ///< 0 where there are no tensor cores
  double tensor_f16_f32 = 0;  ///< halves added up in single precision, where slower than tensor_f16; 0: the same
  double tensor_f64 = 0;      ///< 0: as fp64
};

struct DeviceSpec {
  std::string name;                  ///< "V100"
  std::vector<std::string> aliases;  ///< "Tesla V100-SXM2-16GB"
  Vendor vendor{};
  std::string architecture;         ///< "Volta", "GCN3", "CDNA2"
  std::string target;               ///< AMD: its machine code as LLVM names it, "gfx90a"; empty: not known
  unsigned compute_capability = 0;  ///< 70 for 7.0; 0 for AMD
  unsigned year = 0;

  unsigned sms = 0;  ///< SMs or compute units
  unsigned warp_size = 32;
  unsigned schedulers = 4;         ///< warp schedulers (SIMDs) per SM
  double issue_per_scheduler = 1;  ///< instructions per cycle that a scheduler can issue
  double base_hz = 0, boost_hz = 0;
  double sustained_hz = 0;    ///< held under load, where someone published that it is above boost_hz; else 0
  double tensor_hz = 0;       ///< of the data sheet's tensor rates, where it states them at a lower clock; else 0
  double mma_sync_share = 1;  ///< of the tensor rates that mma.sync reaches, where only wgmma reaches them
  double memory_hz = 0;  ///< half the data rate of a pin, as nvidia-smi shows it: bytes/s = 2 * memory_hz * bus / 8
  unsigned memory_bus_bits = 0;  ///< width of the DRAM interface

  unsigned max_warps = 0, max_blocks = 0, max_threads = 0, max_threads_per_block = 1024;  ///< per SM
  unsigned max_blocks_of_several_warps = 0;  ///< AMD: fewer blocks when each needs a barrier; 0: same as max_blocks
  unsigned registers = 0;                    ///< 32-bit, per SM
  unsigned registers_per_block = 0;          ///< maximum per block; smaller than registers on 3.7 only
  unsigned register_unit = 0;                ///< allocation unit in registers
  bool registers_by_block = false;           ///< allocated per block (1.x) rather than per warp
  unsigned warp_granularity = 1;             ///< warps are allocated in multiples of this
  unsigned max_registers_per_thread = 255;
  unsigned shared_bytes = 0;            ///< per SM, largest carve-out
  unsigned shared_bytes_per_block = 0;  ///< maximum per block (opt-in)
  unsigned shared_unit = 0;             ///< allocation unit in bytes
  unsigned shared_reserved = 0;         ///< taken by the system from each block
  unsigned shared_banks = 32, shared_bank_bytes = 4;

  Throughput throughput;
  double l1_bytes = 0, l1_bytes_per_cycle = 0;  ///< per SM; bytes 0 where global loads bypass L1
  bool l1_caches_global = true;  ///< false: ld.global goes to L2, ld.global.nc alone may use l1_bytes (3.x, 5.x, 6.1)
  bool l1_shares_with_shared = false;  ///< one array for both: shared memory in use makes L1 smaller
  double shared_bytes_per_cycle = 0;   ///< per SM
  double l2_bytes = 0, l2_bytes_per_s = 0;
  /// Between L2 and DRAM (AMD's Infinity Cache); 0: there is none. Latency in cycles, as those below.
  double l3_bytes = 0, l3_bytes_per_s = 0, l3_latency = 0;
  unsigned l2_partitions = 1;                   ///< of which each caches what the SMs on its side read
  double l2_port_bytes_per_cycle = 64;          ///< that one SM takes from L2
  bool l1_moves_whole_lines = false;            ///< a look-up in L1 moves 128 bytes, not only the requested sectors
  double atomics_per_cycle = 1;                 ///< on one address, at L2
  double dram_bytes = 0, dram_bytes_per_s = 0;  ///< peak, from the data sheet
  std::string dram_type;
  unsigned dram_channel_bits = 0;  ///< of the bus, that open rows of their own; 0: not known
  double dram_activate_s = 0;      ///< from the opening of one row of a channel to that of another
  /// Share of the peak that copy and triad kernels reach: likely, and for a range the least and the most.
  double dram_share = 0.78, dram_share_low = 0.65, dram_share_high = 0.86;
  bool integrated = false;  ///< processor and GPU share this memory, so there is no link between them
  /// Of a copy between host and device within that memory; 0: not known, see host_copies.hpp.
  double integrated_copy_bytes_per_s = 0;
  bool dram_inline_ecc = false;  ///< ECC keeps its check bits in the same memory, and is switched on as delivered

  double block_dispatch_cycles = 0;       ///< between two blocks that an SM is given
  double blocks_per_cycle = 0;            ///< that the whole device gives to its SMs; 0: no limit known
  double block_store_cycles = 0;          ///< in which the place of a block that has stored waits for its stores
  double block_turnaround_cycles = 0;     ///< in which the place of a block that has ended stays empty
  bool shared_loads_return_pairs = true;  ///< wide loads return two registers per cycle where lanes share addresses
  bool fp32_lanes_do_int = false;         ///< single-precision and integer instructions share their lanes
  bool fp32_lanes_multiply_int = false;   ///< integer multiplies execute where single-precision instructions do
  bool fp32_lanes_do_fp16 = false;        ///< so do instructions on pairs of halves, for as long as they take alone
  /// Where a scheduler issues two instructions per cycle, the second cannot use the single-precision and integer lanes.
  bool second_issue_needs_other_pipe = false;

  double alu_latency = 0, fp64_latency = 0, special_latency = 0, shared_latency = 0, l1_latency = 0, l2_latency = 0,
         dram_latency = 0, atomic_latency = 0;   ///< cycles at boost clock, issue to use; atomic: on a line in L2
  unsigned pcie_generation = 0, pcie_lanes = 0;  ///< of the link to the host; 0 where it is not PCI Express
  double host_bytes_per_s = 0;                   ///< peak of that link in one direction; 0: not known
  double host_share = 0;                         ///< of host_bytes_per_s that large transfers reach
  double host_latency_s = 0;                     ///< of a read from host memory, issue to use
  unsigned host_reads_in_flight = 0;             ///< read requests that wait on the link at once; 0: no limit known
  double launch_overhead_s = 0;                  ///< of an empty kernel in a stream, from one to the next
  double graph_launch_overhead_s = 0;            ///< the same of a node of a graph; 0: not known
  double tdp_w = 0;
  double peak_fp32_flops = 0;  ///< as the data sheet prints it, a check on sms, throughput and clock; 0 if it does not

  /// The measured times of this architecture with which committed benchmarks compare predictions; empty: none.
  std::vector<TimeComparison> checked;

  std::map<std::string, std::string> sources;  ///< key of the file -> where the figure is from
};

}  // namespace forewarp::device
