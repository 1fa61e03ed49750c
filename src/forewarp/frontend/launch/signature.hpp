// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::launch {

/// Throws InputError naming the parameter when the arguments do not fit the kernel's signature: their number, a buffer
/// where no pointer is, a scalar of another size.
void check_signature(const Launch& launch, const ptx::Function& entry);

/// Whether a kernel parameter can be a pointer: 64 bits and not a float.
[[nodiscard]] bool takes_pointer(const ptx::Variable& parameter);

}  // namespace forewarp::launch
