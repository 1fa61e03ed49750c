// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where the members of a struct lie that is passed by value. PTX has it as an array of bytes with an alignment, so the
/// types of members that were given none are those that the kernel reads at their offsets.
#include <cstdint>
#include <string>
#include <vector>

#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/parameter_loads.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::launch {

struct PlacedMember {
  std::string name;  ///< "p.x" of a member that was named, else "p.2" for the second one; of nested ones "p.2.1"
  std::uint64_t offset = 0;
  ptx::Type type = ptx::Type::none;  ///< b64 for a buffer and for a pointer into one
  const ArgumentSpec* spec = nullptr;
};

/// Every member at its place, nested structs taken apart: as C++ lays them out, each at a multiple of its size. A
/// member that the kernel does not read has a type with which the members fill the parameter. Throws InputError where
/// that may be done in ways that differ in what the kernel reads, with types to write; and with what the kernel reads
/// where the members do not fill the parameter.
[[nodiscard]] std::vector<PlacedMember> placed_members(const ArgumentSpec& argument, const Parameters& names,
                                                       const ptx::Function& entry, const ptx::Variable& parameter);

}  // namespace forewarp::launch
