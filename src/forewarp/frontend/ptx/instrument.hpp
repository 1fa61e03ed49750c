// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Block counters put into a module's own PTX, so that a real device counts what CUDA Flux counts (Braun and Froening
/// 2019): how often threads go through each basic block. The result has the kernels, the parameters and the results of
/// the module, so that it can be launched in its place; the counts lie in a variable of its own.
///
/// At the head of each block of code the lanes that are there find their number and add it once, through their lowest:
///
///     activemask.b32 %fw_mask;  and.b32 %fw_lower, %fw_mask, %fw_below;  setp.eq.u32 %fw_leads, %fw_lower, 0;
///     popc.b32 %fw_number, %fw_mask;  cvt.u64.u32 %fw_lanes, %fw_number;
///     @%fw_leads red.global.add.u64 [%fw_counters+8*block], %fw_lanes;
///
/// That holds on machines that schedule threads on their own, too: threads that run activemask together get one mask,
/// and one lane of it is the lowest. The counters are in banks, chosen by the CTA, so that few CTAs meet at one of
/// them.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx {

/// CUDA Flux's profiling modes, by its numbers: all threads, the CTA in the middle of the grid, the warp in the middle
/// of that CTA. CUDA Flux 0.3 itself takes z = blockDim.z / 2 for the CTA's; here it is gridDim.z / 2.
enum class CountedThreads : std::uint8_t { all = 0, one_cta = 1, one_warp = 2 };

struct CountedBlock {
  std::string function;
  std::uint32_t first = 0, last = 0;            ///< instructions [first, last) of that function
  std::uint32_t first_line = 0, last_line = 0;  ///< in the PTX without counters
};

struct InstrumentOptions {
  CountedThreads counted = CountedThreads::all;
  std::uint32_t banks = 64;  ///< a power of two; as many as CUDA Flux has
};

struct Instrumented {
  std::string ptx;
  std::string variable;  ///< of the counters: .global .u64, a bank after the other, 0 when it is loaded
  std::uint32_t banks = 1;
  std::vector<CountedBlock> blocks;  ///< in the order of the counters of a bank
  [[nodiscard]] std::uint64_t bytes() const { return std::uint64_t{8} * banks * blocks.size(); }
};

/// Every function of the module that has a body gets counters. Throws InputError for 32-bit addresses, and for banks
/// that are no power of two.
[[nodiscard]] Instrumented instrument(const Module& module, const InstrumentOptions& options = {});

/// The variable's bytes after a launch as a count a block, the banks added up. Throws InputError for another size.
[[nodiscard]] std::vector<std::uint64_t> counts_of(const Instrumented& instrumented, std::span<const std::byte> bytes);

}  // namespace forewarp::ptx
