// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Kernels that others measured at many clocks (shared/data/dvfs), each with its run at the highest clocks, the
/// reference: what it says of the kernel are the inputs, beside the clocks that are asked for.
///
/// Inputs are of the reference run alone. What the files say of the other runs (activities, throughputs, instructions
/// per cycle at the asked clock) is their time in disguise and is not read.
#include <filesystem>
#include <string>
#include <vector>

namespace forewarp::bench {

struct ClockRun {
  std::string kernel = {};  ///< what is left out together
  std::string launch = {};  ///< a kernel and its arguments: the runs that differ by clock alone
  double core_mhz = 0, memory_mhz = 0, time_s = 0, power_w = 0;
  std::vector<double> inputs = {};  ///< of the reference run
  double reference_s = 0, reference_w = 0;
  double bounds_s = 0;                     ///< the bounds model at these clocks; 0 where no counts of work are there
  std::vector<double> bounds_inputs = {};  ///< its terms at these clocks, from counts alone
  [[nodiscard]] bool is_reference() const { return time_s == reference_s && power_w == reference_w; }
};

/// 20 kernels (or 138 launches of 7 microbenchmarks) at 10 core clocks. The table has no size of a launch, so times
/// follow from the reference alone. Inputs: activities of DRAM, FP32, FP64, SMs, their occupancy, and the logarithm of
/// the power.
[[nodiscard]] std::vector<ClockRun> v100_runs(const std::filesystem::path& data, bool micro);

/// 30 kernels at 5 core by 4 memory clocks, with nvprof's counts, which give the bounds model's terms. Inputs: those
/// of the reference run, and the logarithm of its power.
[[nodiscard]] std::vector<ClockRun> gtx1080ti_runs(const std::filesystem::path& data);

}  // namespace forewarp::bench
