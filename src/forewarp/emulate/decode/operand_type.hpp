// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::emu {

/// The type an instruction reads its operand number `position` as (0 is the destination): what an immediate or a
/// special register standing there is widened or narrowed to. pred for predicates.
[[nodiscard]] ptx::Type operand_type(const ptx::Instruction& instruction, unsigned position);

/// The bits of an immediate read as that type: float literals are rounded to f32 where 4 bytes are read, integers cut
/// to the type's size.
[[nodiscard]] std::uint64_t immediate_bits(const ptx::Operand& immediate, ptx::Type type);

}  // namespace forewarp::emu
