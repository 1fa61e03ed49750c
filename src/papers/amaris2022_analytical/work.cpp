// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <numeric>

#include "papers/amaris2022_analytical/kernels.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

using model::bsp::BlockWork;

constexpr double warps = 8;               ///< of 256 threads
constexpr double schedulers = 4;          ///< of an SM, Kepler and Maxwell
constexpr double copy_bytes_per_s = 6e9;  ///< pageable host memory over PCIe 3.0

/// Cycles of a block of 8 warps, each of which takes so many at the SM's load/store port.
double at_port(double transactions) { return warps * transactions; }
/// Cycles of a block of 8 warps, each of which issues so many instructions.
double issued(double instructions) { return warps * instructions / schedulers; }

/// Transactions of a warp (two rows of sixteen threads) of 16 by 16 blocks: row-wise two, column-wise sixteen; in
/// shared memory column-wise eight ways of bank conflict.
BlockWork block_of(const Launch& l) {
  const double n = l.size, matrices = 12 * n * n / l.blocks, lanes = 256;
  switch (l.id) {
    case Id::mmgu:
      return {warps, at_port(17 * n), 2, 0, matrices};
    case Id::mmgc:
      return {warps, at_port(3 * n), 2, 0, matrices};
    case Id::mmsu:
      return {warps, at_port(9 * n), 2, 0, matrices};
    case Id::mmsc:
      return {warps, at_port(2 * n), 2, 0, matrices};
    case Id::mau:
      return {warps, at_port(3 * 16), 2, 0, matrices};
    case Id::mac:
      return {warps, issued(15), 2, 0, matrices};
    case Id::vadd:
      return {warps, issued(15), 2, 0, 12 * n / l.blocks};
    case Id::dotp:
      return {warps, issued(130), 2, 0, 8 * n / l.blocks};  // eight steps of reduction with barriers
    case Id::msa:
      return {4, 100 * n / 1024, 0, 0, 4 * n / l.blocks};
    case Id::bck1:
      return {warps, issued(127), 2, 0, 0};
    // seven in double precision and six conversions a thread; 53 instructions, eight of which go to memory, in pieces
    case Id::bck2:
      return {warps, issued(4 * 52), 2, 13 * lanes, 20 * lanes};
    case Id::htw:
      return {warps, 1e6, 0, 0, 0};  // one launch shape: only how blocks spread over SMs matters
    // two updates a thread (by 8 and 6 of its 8 warps), each with seven instructions and nine conversions in double
    case Id::hot:
      return {warps, issued(228) * 1.3, 2, 16 * (8 + 6) / warps * lanes, 0};
    // launched for the whole matrix whatever is left of it to do
    case Id::gau1:
      return {16, issued(30), 2, 0, 0};
    case Id::gau2:
      return {1, 15, 2, 0, 0};
  }
  return {};
}

/// Rows n * 4 bytes apart on a Kepler with a power of two of memory channels, read column by column: sizes are
/// multiples of 256 elements, and with m = n / 256 time follows gcd(m, 6). What the hash of addresses is, NVIDIA does
/// not say.
double camping_of(const Launch& l, const Gpu& gpu) {
  const bool plain = gpu.architecture == Architecture::kepler && std::has_single_bit(gpu.memory_channels);
  if (l.id != Id::mau || !plain) return 1;
  return static_cast<double>(std::gcd(static_cast<long>(l.size) / 256, 6L));
}

/// Bytes that the host copies before the launch.
double copied(const Launch& l) {
  switch (l.id) {
    case Id::mmgu:
    case Id::mmgc:
    case Id::mmsu:
    case Id::mmsc:
    case Id::mau:
    case Id::mac:
      return 8 * l.size * l.size;
    case Id::dotp:
    case Id::vadd:
      return 8 * l.size;
    case Id::msa:
      return 4 * l.size;
    case Id::bck1:
    case Id::bck2:
    case Id::htw:
    case Id::hot:
    case Id::gau1:
    case Id::gau2:
      return 0;
  }
  return 0;
}

/// Nothing comes from DRAM that the copies before the launch left in L2 (nvprof counts next to no transactions there).
BlockWork cached(BlockWork block, const Launch& launch, const Gpu& gpu) {
  if (block.dram_bytes * launch.blocks <= gpu.l2_bytes) block.dram_bytes = 0;
  return block;
}

}  // namespace

model::bsp::Work work_of(const Launch& launch, const Gpu& gpu) {
  return {.blocks = launch.blocks,
          .block = cached(block_of(launch), launch, gpu),
          .camping = camping_of(launch, gpu),
          .busy_before_s = copied(launch) / copy_bytes_per_s};
}

}  // namespace forewarp::papers::amaris2022_analytical
