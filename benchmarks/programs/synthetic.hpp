// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Inputs in place of files that programs of HeCBench read and the data do not have: the right format and size, random
/// contents. Shapes of launches are those of the real input; work that depends on data is not.
#include <filesystem>

#include "program.hpp"

namespace forewarp::bench {

/// Whether an input is known for the program. Those of bitcracker, easyWave and frna (hashes, parameters of physics)
/// cannot be made up.
[[nodiscard]] bool has_synthetic_input(const Program& program);
/// Writes it relative to the folder in which the program runs; false where there is none.
[[nodiscard]] bool write_synthetic_input(const Program& program, const std::filesystem::path& folder);

}  // namespace forewarp::bench
