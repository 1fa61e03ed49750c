// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/runtime/driver/api.hpp"
#include "forewarp/runtime/launcher.hpp"

namespace forewarp::driver {

/// A launch as the session takes it, its arguments copied. Throws CallFailed for attributes that are not supported.
[[nodiscard]] runtime::LaunchRequest request_of(Function function, const LaunchConfig& config, void** arguments,
                                                void** extra);

/// The same of a launch that is not made.
[[nodiscard]] runtime::LaunchRequest request_without_arguments(Function function, const LaunchConfig& config);

}  // namespace forewarp::driver
