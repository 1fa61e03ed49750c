// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/mnemonic_text.hpp"
#include "forewarp/model/feature/features.hpp"

namespace forewarp::feature {

/// The twelve portable features of braun2020 (section 3.2, Table of features), thread-level counts over the grid:
/// threads per CTA, CTAs, total instructions, special, logic, control, arithmetic, sync instructions, global, param and
/// shared volume in bytes, arithmetic intensity = arithmetic / (global + param) as the authors' tool has it.
/// "intensity_as_printed" uses global + local, as section 3.2 prints.
[[nodiscard]] Features braun_features(const profile::Profile& profile);
/// The same from the launch and how often threads ran each instruction, from any source of counts.
[[nodiscard]] Features braun_features(launch::Dim3 grid, launch::Dim3 block,
                                      std::span<const profile::InstructionCount> instructions);

/// The names of the twelve, in the order of Table 6.
[[nodiscard]] const std::vector<std::string>& braun_names();

/// Bytes one thread moves with a memory instruction, read off its dotted text: the width of the last type times the
/// vector length ("ld.global.v4.f32": 16; "atom.global.add.f32": 4; "cp.async.ca.shared.global ...": 16, the widest).
/// wmma's loads and stores: a thread's share of the matrix. 0 when the text has no type that occupies memory.
[[nodiscard]] double access_width(const ptx::MnemonicText& mnemonic);

}  // namespace forewarp::feature
