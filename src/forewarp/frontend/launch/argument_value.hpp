// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/launch/description.hpp"

namespace forewarp::launch {

/// What the expressions of arguments may speak of: the launch's parameters and block_x, ..., grid_z where no parameter
/// is called so.
[[nodiscard]] Parameters expression_names(const Launch& launch);

/// What is described, its expressions evaluated. A scalar without a type has that of the kernel's parameter, where that
/// is known, else s32 or f32. A pointer into another buffer and a struct are zeros until link_arguments(). Throws
/// InputError for a value that does not fit or a buffer of an impossible size.
[[nodiscard]] Argument argument_value(const ArgumentSpec& spec, const Parameters& parameters,
                                      const ptx::Variable* parameter = nullptr);

}  // namespace forewarp::launch
