// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Arguments for a kernel without a description, from its PTX: a pointer becomes a buffer whose element type is what
/// the kernel loads and stores through it, an integer a size that fits the launch (integer_roles.hpp), a float 1.
/// Buffers are generous, because their pages are only made when touched, and have no end.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/analysis/dependence.hpp"
#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::launch {

/// What a kernel does through one of its parameters.
struct Pointee {
  ptx::Type type = ptx::Type::none;  ///< of the first access; none where there is none
  unsigned lanes = 1;                ///< of the widest vector: 4 for float4
  bool is_pointer = false;
  bool decides_loop = false;    ///< how often a loop runs depends on what lies there
  bool has_neighbours = false;  ///< element i and element i + 1 are read at once, as row offsets are
  bool operator==(const Pointee&) const = default;
};

/// By parameter. An asynchronous copy reads its source.
[[nodiscard]] std::vector<Pointee> pointees_of(const ptx::Function& entry, const analysis::Dependence& dependence);

/// Appends a guess for every parameter that the launch has no argument for, sets guessed_arguments and says in notes
/// what each was taken for. module: where the entry's callees are; without it, only the entry is looked at.
void guess_arguments(Launch& launch, const ptx::Function& entry, const ptx::Module* module = nullptr);

/// The launch's arguments where the names of the kernel's parameters are known from its source (one each, "" for none):
/// what was given under a parameter's name goes there, an integer that the launch has as a parameter of its name is
/// that, and all else is guessed. Where no given name is a parameter's, they are taken in order, and then all must be
/// there. Throws InputError for a name that the kernel does not have, with near ones.
void place_arguments(Launch& launch, const ptx::Function& entry, std::span<const std::string> names,
                     std::span<const ArgumentSpec> given, const ptx::Module* module = nullptr);

/// Throws InputError: the kernel has no parameter of this name, but those, of which near ones are named.
[[noreturn]] void refuse_argument(std::string_view kernel, const std::string& name, std::span<const std::string> names);

}  // namespace forewarp::launch
