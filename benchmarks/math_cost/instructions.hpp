// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Instructions a call of each row of functions.hpp, run in the emulator over 1024 arguments that are spread evenly
/// over the range (over its exponents where it is logarithmic); without mov, and with what loads, stores and addresses
/// take taken off.
#include <filesystem>
#include <map>
#include <string>

#include "forewarp/frontend/source/toolchain.hpp"

namespace forewarp::bench {

/// By MathRow::id(), with f for float. Infinite where the code faults, which no target meets.
using Counts = std::map<std::string, double>;

constexpr double largest_ratio = 1.5;  ///< of clang's count over nvcc's

[[nodiscard]] Counts instruction_counts(source::CompilerChoice compiler);

/// What instruction_counts said of nvcc 13.0 (sm_80): a file with "function,instructions" as its first line.
[[nodiscard]] Counts read_counts(const std::filesystem::path& file);

}  // namespace forewarp::bench
