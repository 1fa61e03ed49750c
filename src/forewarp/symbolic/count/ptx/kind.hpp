// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// PTX instructions and types in the words of cost expressions (stevens2020, section 6.1).
#include <string>

#include "forewarp/frontend/ptx/opcode.hpp"
#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::count {

/// "madd" of fma and mad, "add" of sub too; empty for what computes nothing (branches, memory, barriers) and for what
/// the language of cost expressions has no word for (bit fields, byte permutations, video instructions).
[[nodiscard]] std::string kind_of(ptx::Opcode opcode);

/// "float32" for f32, "int32" for s32, u32 and b32; a vector of 4 "float32x4".
[[nodiscard]] std::string type_name(ptx::Type type, unsigned vector = 1);

}  // namespace forewarp::count
