// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a kernel reads of one of its parameters, or of a variable in constant memory.
#include <cstdint>
#include <string>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::launch {

struct ParameterLoad {
  std::uint64_t offset = 0;
  ptx::Type type = ptx::Type::none;
};

/// What the kernel reads of a parameter or of a variable in constant memory at fixed places, by offset; the elements of
/// a vector load one by one.
[[nodiscard]] std::vector<ParameterLoad> parameter_loads(const ptx::Function& entry, const ptx::Variable& parameter);

/// "u32 at 0, f64 at 8"; "none of it" of no loads.
[[nodiscard]] std::string loads_text(const std::vector<ParameterLoad>& loads);

/// Whether the kernel does more with the parameter than to load from fixed places: then any of its bytes may be read.
[[nodiscard]] bool takes_address(const ptx::Function& entry, const ptx::Variable& parameter);

}  // namespace forewarp::launch
