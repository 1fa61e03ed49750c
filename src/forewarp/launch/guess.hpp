// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Arguments for a kernel that nobody described, from its PTX: a pointer becomes a buffer whose element type is what
/// the kernel loads and stores through it, an integer the problem size, a float 1. Buffers are generous, because their
/// pages are only made when touched.
#include <span>
#include <string>
#include <vector>

#include "forewarp/launch/description.hpp"
#include "forewarp/launch/launch.hpp"
#include "forewarp/ptx/module.hpp"

namespace forewarp::launch {

/// What the kernel reads and writes through each of its parameters: the element type of the first access, or none.
/// Follows pointer arithmetic through registers, whatever the order of blocks.
[[nodiscard]] std::vector<ptx::Type> pointee_types(const ptx::Function& entry);

/// Appends a guess for every parameter that the launch has no argument for, sets guessed_arguments and says in notes
/// what each was taken for. The problem size is the parameter n where there is one, else the number of threads.
void guess_arguments(Launch& launch, const ptx::Function& entry);

/// The launch's arguments where the names of the kernel's parameters are known from its source (one each, "" for none):
/// what was given under a parameter's name goes there, all else is guessed, an integer as the launch's parameter of its
/// name where there is one. Where no given name is a parameter's, they are taken in order, and then all must be there.
/// Throws InputError for a name that the kernel does not have, with near ones.
void place_arguments(Launch& launch, const ptx::Function& entry, std::span<const std::string> names,
                     std::span<const ArgumentSpec> given);

}  // namespace forewarp::launch
