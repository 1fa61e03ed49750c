// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/kernel/request.hpp"
#include "forewarp/rank/space.hpp"

namespace forewarp::rank {

/// The request with one configuration's values put in: "block" as its shape, a name that the kernel's description has
/// as a parameter as a setting, any other name as a macro.
[[nodiscard]] kernel::Request configured(const kernel::Request& request, const Configuration& configuration);

/// The first constraint of the space that the configuration breaks; empty when it meets all. Names are the
/// description's parameters and macros, the configuration's whole numbers, and block_x, block_y, block_z. Throws
/// InputError for a name that is none of these.
[[nodiscard]] std::string broken_constraint(const Space& space, const kernel::Request& configured_request,
                                            const Configuration& configuration);

}  // namespace forewarp::rank
