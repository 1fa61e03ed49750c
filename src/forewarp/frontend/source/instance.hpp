// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Instances of kernel templates by what a person writes: fill<1, float>, fill<true, float> and fill<ON, float> are one
/// instance, and only the compiler knows it.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::source {

/// Code that makes a compiler emit these instances ("fill<1, float>"), to stand after the file's own.
[[nodiscard]] std::string instance_lines(std::span<const std::string> instances);

/// Code that has a variable for each instance, in whose mangled name the instance's stands. It takes C++17.
[[nodiscard]] std::string probe_lines(std::span<const std::string> instances);

/// The entry that the probe in this PTX names; nothing where there is no probe, or several.
[[nodiscard]] std::optional<std::string> probed_entry(std::string_view ptx, std::span<const std::string> entries);

}  // namespace forewarp::source
