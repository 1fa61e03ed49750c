// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The two files that a program leaves which was built with CUDA Flux 0.3 (Braun and Froening 2019; github
/// UniHD-CEG/cuda-flux), as they are written by its lib/fluxDevicePass.cpp and lib/hostRuntime.cpp. PTX_Analysis.yml
/// has the PTX instructions of each basic block of each kernel:
///
///     - Function:
///       Name: _Z6euclidP7latLongPfiff
///       BlockCount: 2
///       Blocks:
///       - entry:
///         - ld.param.u32
///         - bra
///       - if.end:
///         - ret
///
/// and bbc.txt a line a launch, how often threads went through each of these blocks behind the launch itself:
///
///     # CUDA_Flux_Version=0.3
///     name, gX, gY, gZ, bX, bY, bZ, dynamic shared bytes, time, mode, threads of block 0, of block 1, ...
///
/// Mode is MEKONG_PROFILINGMODE: 0 all threads, 1 one CTA, 2 one warp. CUDA Flux's time is in tenths of a microsecond
/// for whole seconds and in microseconds for the rest (10e6 stands where 1e6 was meant), and that of the instrumented
/// run: it is kept as it is.
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

struct FluxBlock {
  std::string name;
  std::vector<std::pair<std::string, double>> instructions;  ///< each with how often it stands in the block, sorted
};

struct FluxKernel {
  std::string name;
  std::vector<FluxBlock> blocks;  ///< in the order of the counters
};

/// PTX_Analysis.yml, read as what CUDA Flux writes, not as YAML in general. It is appended to by each run: of kernels
/// of one name the last counts. Throws ParseError with file:line.
[[nodiscard]] std::vector<FluxKernel> parse_ptx_analysis(std::string_view text, std::string_view file);

/// bbc.txt with the kernels it speaks of: one row a launch as read_mangrove gives them, columns lseq, name, gX .. bZ,
/// shm, time, mode, and the thread executions of each instruction (0 where a kernel has none). What was counted of one
/// CTA or one warp is scaled to the launch: by its CTAs, and by its threads over those of the warp. Throws ParseError
/// with file:line for a kernel that is not there, counters that are not those of its blocks, and one CTA or warp that
/// counted nothing.
[[nodiscard]] Table flux_launches(std::string_view text, std::string_view file, const std::vector<FluxKernel>& kernels);

/// Both files of a folder, or a bbc.txt (of any name) with the PTX_Analysis.yml beside it. Throws InputError where one
/// is missing.
[[nodiscard]] Table read_flux(const std::filesystem::path& path);

/// What counts of one CTA (mode 1) and of one warp (mode 2) are multiplied by to stand for the launch. The warp is
/// number (threads / 32) / 2 of its CTA and so has all of its 32 lanes, or those that a smaller CTA has.
struct FluxScale {
  double cta = 1, warp = 1;
};
[[nodiscard]] FluxScale flux_scale(double ctas, double threads_per_cta);

}  // namespace forewarp::table
