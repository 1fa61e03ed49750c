// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::launch {

/// Completes arguments whose values are addresses or have some in them: pointers into the buffer of another argument,
/// and structs by value. The launch's arguments stand there, one for each parameter; buffers of structs are appended
/// (Launch::unpassed). Throws InputError for a pointer into no buffer or past its end, and for members that do not fit.
void link_arguments(Launch& launch, const ptx::Function& entry, std::span<const ArgumentSpec> given);

}  // namespace forewarp::launch
