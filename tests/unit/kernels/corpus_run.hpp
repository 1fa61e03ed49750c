// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs a bundled kernel from a compiler's PTX, compares what it leaves with the CPU reference, and counts.
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::kernels {

/// nvcc: the PTX that lies beside the kernels. The other two compile when the test runs.
enum class Source { nvcc, clang, opencl };
[[nodiscard]] std::string name_of(Source source);

/// Accesses of one kind to one space, over the whole grid.
struct Traffic {
  double requests = 0;    ///< of warps
  double lanes = 0;       ///< of threads
  double bytes = 0;       ///< asked for; the same whether a compiler joins neighbouring accesses to vectors or not
  double sectors = 0;     ///< global: of 32 bytes
  double wavefronts = 0;  ///< shared: cycles, conflicts included
};

struct Counts {
  double floating_point = 0;  ///< add, sub, mul, div, fma (one each), rcp, sqrt, rsqrt of threads
  double fused = 0;           ///< fma among them
  double shuffles = 0;        ///< of threads
  double barriers = 0;        ///< arrivals of warps
  Traffic global_load, global_store, global_atomic, shared_load, shared_store, shared_atomic;
};

struct CorpusRun {
  launch::Launch launch;
  Counts counts;
};

/// The module of a kernel, compiled once a process; empty when the compiler is not there.
[[nodiscard]] const ptx::Module* module_of(const std::string& kernel, Source source);

/// Runs it all, adds a test failure when an output differs from the reference, and counts exactly.
[[nodiscard]] CorpusRun run_kernel(const std::string& kernel, const launch::Parameters& set, Source source);

/// Tests of this fixture run for nvcc's PTX and for clang's, and are skipped where clang is not there.
class CorpusCounts : public ::testing::TestWithParam<Source> {
 protected:
  /// Runs the kernel with these parameters and gives the counts and the launch to check.
  template <class Check>
  void at_sizes(const std::string& kernel, const std::vector<launch::Parameters>& sizes, Check check) {
    if (!module_of(kernel, GetParam())) GTEST_SKIP() << name_of(GetParam()) << " is not here";
    for (const launch::Parameters& set : sizes) {
      std::string trace = kernel;
      for (const auto& [name, value] : set) trace += " " + name + "=" + std::to_string(value);
      SCOPED_TRACE(trace);
      const CorpusRun run = run_kernel(kernel, set, GetParam());
      check(run.counts, run.launch);
    }
  }
};

}  // namespace forewarp::kernels
