// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The twelve features of braun2020 from what CUDA Flux counted, by the definitions that braun.hpp has for the
/// emulator.
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/feature/features.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::feature {

/// How often threads ran one kind of instruction, by its name alone ("ld.global.f32").
[[nodiscard]] profile::InstructionCount instruction_called(std::string_view mnemonic, double threads);

/// Of each row of a wide table (table::read_flux, table::read_mangrove): gX .. bZ, and one column per instruction. A
/// counter that is missing is 0. Columns that are no instruction are passed over. Throws InputError where gX .. bZ are
/// missing.
[[nodiscard]] std::vector<Features> flux_features(const Table& launches);

/// The table with its instructions replaced by the features, a column each; everything else stays.
[[nodiscard]] Table with_flux_features(const Table& launches);

}  // namespace forewarp::feature
