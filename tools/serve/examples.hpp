// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the page needs to begin: examples among the bundled kernels, and the devices.
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace forewarp::serve {

/// {"examples": [{"name", "title"}], "devices": [{"name", "architecture", "year", "clock_mhz"}], "compiler": "clang"}.
[[nodiscard]] nlohmann::ordered_json start_json();

/// {"name": "kernel.cu", "source", "launch"}. Throws InputError for a name that is no example.
[[nodiscard]] nlohmann::ordered_json example_json(std::string_view name);

}  // namespace forewarp::serve
