// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// "--arg n=1048576" says how large the problem is, so the grid, the block and the other arguments may speak of n.
#include "forewarp/frontend/launch/description.hpp"

namespace forewarp::launch {

/// Gives every parameter its value that a scalar argument of the overrides says: the parameter of the argument's name,
/// or, where the description's argument of that name is exactly one parameter (value = "n"), that one. What
/// overrides.set says stays. The order of the arguments does not matter: one that uses names which have no value yet
/// (neither in parameters nor in `more`) is left for a later call. Throws InputError where arguments are defined by
/// each other, and where overrides.set gives the parameter of an argument's own name another value.
void set_from_arguments(const Description& description, const Overrides& overrides, const Parameters& more,
                        Parameters& parameters);

}  // namespace forewarp::launch
