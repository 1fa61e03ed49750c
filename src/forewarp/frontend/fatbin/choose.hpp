// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which entry of a fat binary serves a device. PTX for sm_80 runs on every device from 8.0 on; code for sm_90a on 9.0
/// alone, and code for sm_100f on 10.0 and later devices of 10.x. Machine code runs on devices of its major version
/// from its minor version on. (CUDA programming guide, "Compute capabilities": family- and architecture-specific
/// features.)
#include <span>
#include <string>
#include <vector>

#include "forewarp/frontend/fatbin/fat_binary.hpp"

namespace forewarp::fatbin {

/// capability: 90 for compute capability 9.0.
[[nodiscard]] bool runs_on(Entry::Kind kind, const source::Arch& arch, unsigned capability);

/// Of the entries of this kind the one for the highest architecture that the device runs, that with a suffix before
/// that without; nullptr where none does.
[[nodiscard]] const Entry* best_for(std::span<const Entry> entries, Entry::Kind kind, unsigned capability);

/// sm_75, sm_80, sm_80a: by number, then by suffix.
[[nodiscard]] bool is_before(const source::Arch& a, const source::Arch& b);

/// "sm_75, sm_80 and sm_90a", each once and ascending.
[[nodiscard]] std::string archs_text(std::vector<source::Arch> archs);
/// Those of all entries of this kind.
[[nodiscard]] std::vector<source::Arch> archs_of(std::span<const Entry> entries, Entry::Kind kind);

}  // namespace forewarp::fatbin
