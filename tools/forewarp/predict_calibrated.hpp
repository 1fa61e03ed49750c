// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "kernel_options.hpp"

namespace forewarp::tool {

/// predict --model calibration.json: what a calibrated cost expression says of a loop program or a kernel, with its
/// terms.
void predict_calibrated(const std::string& file, const KernelOptions& options, const std::string& page);

}  // namespace forewarp::tool
