// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs a bundled kernel's OpenCL twin under Debian's oclgrind with its instruction counter on.
#include <filesystem>
#include <optional>

#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::bench {

struct OclgrindRun {
  double instructions = 0;  ///< LLVM instructions over all work items
  double wall_s = 0;        ///< the whole process, compilation included
};

/// Nothing when oclgrind is not installed. Throws Error when it fails.
[[nodiscard]] std::optional<OclgrindRun> run_oclgrind(const std::filesystem::path& kernel_cl,
                                                      const launch::Launch& launch);

}  // namespace forewarp::bench
