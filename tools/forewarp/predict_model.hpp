// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "kernel_options.hpp"

namespace forewarp::tool {

/// predict --model FILE: the path is a table, each row of which is answered, or a kernel, whose features are counted by
/// running it on the emulator. A model that reads a device (campaign/device_inputs.hpp) needs the one of `devices`.
/// Writes a page where one is named. Throws InputError where the model asks for a feature that neither has.
void predict_with_model(const std::string& model, const KernelOptions& options, const std::vector<std::string>& devices,
                        const std::string& page);

}  // namespace forewarp::tool
