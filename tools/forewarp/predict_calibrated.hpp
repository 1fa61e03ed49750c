// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "kernel_options.hpp"

namespace forewarp::tool {

/// predict --model calibration.json: what a calibrated cost expression says of a loop program or a kernel, with its
/// terms; and of others at the same sizes, as a ranking.
void predict_calibrated(const std::string& file, const KernelOptions& options, const std::vector<std::string>& against,
                        const std::string& page);

}  // namespace forewarp::tool
