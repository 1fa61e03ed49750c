// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Relocatable device code (-rdc=true, -dc): the units of a program call each other's functions and use each other's
/// variables, and are linked into one module when the program is built or loaded. Compilers put the fat binaries of
/// such units into the section __nv_relfatbin. frontend/fatbin/link_units.hpp links what one kernel needs.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/fatbin/fat_binary.hpp"

namespace forewarp::fatbin {

/// name: of the file that it was compiled from, for messages.
struct PtxUnit {
  std::string text, name;
};

/// The source file that the PTX's line information names, or `otherwise`.
[[nodiscard]] std::string source_of(std::string_view ptx, std::string otherwise);

/// The best PTX for the device of each fat binary; `name` has the place of those whose source is not known. Those
/// without PTX for the device are left out, and counted in `skipped`.
[[nodiscard]] std::vector<PtxUnit> units_for(std::span<const std::string_view> images, unsigned capability,
                                             const std::string& name, std::size_t& skipped);

/// The fat binaries one after the other in the bytes of a section.
[[nodiscard]] std::vector<std::string_view> images_in(std::string_view section);

/// All units as one module. Symbols that a unit has for itself get a suffix where another one has that name, too.
/// Throws InputError naming both files where two define a symbol, and the file where no unit defines what it uses.
[[nodiscard]] std::string linked_program(const std::vector<PtxUnit>& units);

}  // namespace forewarp::fatbin
