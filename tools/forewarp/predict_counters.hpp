// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// "forewarp predict --counters": a profiler's file in place of a kernel.
#include <string>
#include <vector>

#include "forewarp/model/model.hpp"
#include "kernel_options.hpp"

namespace forewarp::tool {

/// Each launch of the file (of the kernel that --kernel names) on each device, beside its measured time where the file
/// has one. --grid, --block, --registers and --shared replace what the file has. Throws InputError for a file that is
/// no profiler's, for a kernel that is not in it, and where no launch can be predicted.
void predict_from_counters(const std::string& file, const KernelOptions& options,
                           const std::vector<std::string>& devices, const model::Model& model, const std::string& page);

}  // namespace forewarp::tool
