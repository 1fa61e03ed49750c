// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Cost models that ship (data/models/expression/*.toml): an expression and the measurement kernels that determine its
/// parameters. They hold no parameters: those belong to a device, and forewarp calibrate finds them there.
///
///     about = "what it is for"
///     expression = "overhead + overlap(memory, on_chip, p_edge)"       in full
///     [[kernels]]
///     tags = "gmem_matmul prefetch:True n:512,768"                     as for forewarp pick
///
/// A CPU and a GPU may use the tables [cpu] and [gpu] instead: another expression, other kernels.
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/calibrate/kernel_times.hpp"

namespace forewarp::calibrate {

struct ReadyMade {
  std::string name, about, expression;
  std::vector<std::string> tag_sets;
};

enum class DeviceKind : unsigned char { gpu, cpu };
[[nodiscard]] DeviceKind kind_of(const run::DeviceInfo& device);

/// Throws InputError naming file and key: what cannot be read, an unknown key, a missing one.
[[nodiscard]] ReadyMade read_ready_made(const std::filesystem::path& file, DeviceKind kind);
/// A shipped one by its name, or one's own by its path (*.toml); throws InputError naming near ones.
[[nodiscard]] ReadyMade ready_made(std::string_view name_or_path, DeviceKind kind);
[[nodiscard]] std::vector<std::string> ready_made_names();
/// Whether `text` names one: a shipped name, or a path that ends in .toml.
[[nodiscard]] bool names_ready_made(std::string_view text);

/// The kernels of all tag sets, each once. Throws what pick::kernels does.
[[nodiscard]] std::vector<SizedKernel> kernels_of(std::span<const std::string> tag_sets,
                                                  std::span<const pick::Generator> generators);

}  // namespace forewarp::calibrate
