// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a kernel occupies once ptxas has allocated its registers. Optional by nature: it needs NVIDIA's ptxas, costs a
/// process and tens of milliseconds, and is asked for only by who wants better than an estimate.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/source/arch.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::source {

struct ResourceUsage {
  std::uint32_t registers = 0;            ///< per thread
  std::uint32_t static_shared_bytes = 0;  ///< per block
  std::uint32_t stack_bytes = 0;          ///< local memory per thread
  std::uint32_t spill_store_bytes = 0;    ///< per thread
  std::uint32_t spill_load_bytes = 0;     ///< per thread
  bool operator==(const ResourceUsage&) const = default;
};

/// Kernel (mangled) -> usage as `ptxas -v` reports it. Nothing where there is no ptxas beside nvcc or on PATH
/// (FOREWARP_PTXAS names one), or where it refuses the PTX: too old a target for it, a function left to be linked.
/// Throws Unavailable where the program that is named is not there, and Interrupted when progress says to stop.
[[nodiscard]] std::optional<std::map<std::string, ResourceUsage>> ptxas_usage(const std::string& ptx, const Arch& arch,
                                                                              Progress* progress = nullptr);

/// The PTX as ptxas takes it. clang names a source file by two strings, .file 1 "folder" "file", and may print a label
/// of its line tables inside a call; NVIDIA's assembler refuses both. What the code does is unchanged.
[[nodiscard]] std::string ptx_for_ptxas(std::string_view ptx);

/// Reads what `ptxas -v` prints.
[[nodiscard]] std::map<std::string, ResourceUsage> parse_ptxas_report(const std::string& report);

}  // namespace forewarp::source
