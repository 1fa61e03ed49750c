// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Relocatable device code (-rdc=true) where no nvlink does the work. Each object registers its unit by a call of a
/// function with a name of its own, __cudaRegisterLinkedBinary<id>. A device link is one more object, which defines
/// these functions for all units of a program, and registers the units together when the last one has called:
///
///     a.o  calls  __cudaRegisterLinkedBinary_a ─┐
///     b.o  calls  __cudaRegisterLinkedBinary_b ─┴─► link.o: __cudaRegisterFatBinary({unit a, unit b})
///
/// The runtime links the PTX of the units when it is first used; check_device_code does the same when the program is
/// built, so that a mistake is an error of the build.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace forewarp::runtime {

/// The ids of the units of these words of a link command (objects, archives, -L and -l) for which no device link is
/// among them. Throws InputError for a damaged file.
[[nodiscard]] std::set<std::string> units_to_link(const std::vector<std::string>& words);

/// The device link of these units, in C.
[[nodiscard]] std::string device_link_source(const std::set<std::string>& ids);

/// clang 19 names a static variable by its unit only from the place on where it knows that the host uses it: what came
/// before refers to the bare name. Here all references get the name of the definition.
[[nodiscard]] std::string with_static_names(const std::string& ptx);

/// Throws InputError where the units of a program or library do not link: fatbin::linked_program.
void check_device_code(const std::filesystem::path& program, unsigned capability);

}  // namespace forewarp::runtime
