// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/opcode.hpp"

namespace forewarp::analysis::detail {

/// Whether a result may point where an operand points. What scales, divides, compares, counts or cuts out bits makes a
/// number of it; bfi, which sets bits of a pointer, keeps it.
[[nodiscard]] bool keeps_pointer(ptx::Opcode opcode);

}  // namespace forewarp::analysis::detail
