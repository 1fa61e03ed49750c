// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where an instruction comes from in the text of a kernel's author.
#include <cstdint>
#include <optional>
#include <string_view>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx {

struct SourcePlace {
  std::string_view file;  ///< from the .file directive; lives as long as the module
  std::uint32_t line = 0;
};

/// The place that .loc gives, but for code from a compiler's own headers (atomicAdd of device_atomic_functions.hpp) the
/// call in the author's text that it was inlined at. Nothing without .loc.
[[nodiscard]] std::optional<SourcePlace> source_place(const Module& module, const Function& function,
                                                      const Instruction& instruction);

}  // namespace forewarp::ptx
