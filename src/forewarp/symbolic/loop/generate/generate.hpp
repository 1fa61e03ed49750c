// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Source code of a loop program: OpenCL C, CUDA C++ or plain C++ (stevens2020, section 2.1).
///
///     acc = 0.0f;
///     for (int k_out = 0; k_out <= (n - 16)/16; ++k_out)
///     {
///       barrier(CLK_LOCAL_MEM_FENCE);
///       a_fetch[16*lid(1) + lid(0)] = a[n*(16*gid(1) + lid(1)) + 16*k_out + lid(0)];
///       ...
///
/// Guards stand only where neither the loops around nor what is assumed implies them. Indices are 32-bit: arrays have
/// less than 2^31 elements. Arrays given to one launch must not overlap.
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

enum class Target {
  opencl,  ///< a __kernel; needs OpenCL C 1.2
  cuda,    ///< an extern "C" __global__ function
  /// An extern "C" function that computes the same in sequence: the reference. Loops on groups and work-items cannot be
  /// run one after the other where barriers stand between, so a program that has such loops is generated as its text
  /// stated it before it was transformed (with its layouts and fixed parameters as they are now).
  cpp
};

/// "opencl", "cuda", "cpp".
[[nodiscard]] std::optional<Target> target_named(std::string_view name);

/// A whole file. The signature is arguments_of (launch.hpp). Reductions are realized first, types inferred, the program
/// scheduled. Throws what these throw (a race, no order, no type), and InputError where a bound or a size has no closed
/// form, local memory has no constant size, or the target has no such type.
[[nodiscard]] std::string generate(const Program& program, Target target);

/// The program that generate() writes: without reductions, typed; for cpp what was said there.
[[nodiscard]] Program prepared(const Program& program, Target target);

}  // namespace forewarp::loop
