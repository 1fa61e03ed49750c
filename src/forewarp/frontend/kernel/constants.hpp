// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::kernel {

/// Gives the module's __constant__ and __device__ variables the values that description and overrides say, by the names
/// that the source has them under ("weights", "img::weights"), and notes those in constant memory without a
/// value that the entry reads. Throws InputError for a name that is not there and for a value that does not
/// fit.
void place_constants(const launch::Description& description, const launch::Overrides& overrides,
                     const ptx::Module& module, launch::Launch& launch);

}  // namespace forewarp::kernel
