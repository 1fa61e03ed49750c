// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/model/rank/space.hpp"

namespace forewarp::rank {

/// What a dimension of a space varies.
enum class Role { block, template_argument, parameter, macro };

/// "block" is the shape; a name that occurs among the template arguments of the kernel's name ("reduce<float,TB>") one
/// of these, and a parameter that shapes may be said in; a name that the kernel's description has as a parameter, or
/// that the request sets, a parameter of the launch; any other name a macro.
[[nodiscard]] Role role_of(const kernel::Request& request, const std::string& name);

/// The request with one configuration's values put in: "block" as its shape, a template argument in the kernel's
/// name and as a setting, a parameter as a setting, any other name as a macro.
[[nodiscard]] kernel::Request configured(const kernel::Request& request, const Configuration& configuration);

/// The first constraint of the space that the configuration breaks; empty when it meets all. Names are the
/// description's parameters and macros, the configuration's whole numbers, and block_x, block_y, block_z. Throws
/// InputError for a name that is none of these.
[[nodiscard]] std::string broken_constraint(const Space& space, const kernel::Request& configured_request,
                                            const Configuration& configuration);

}  // namespace forewarp::rank
