// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A loop program's counts beside what the emulator saw of its generated kernel, all by work-item.
///
///     rule      the row's count, a sub-group as its 32 work-items: what cost expressions are given; masked lanes count
///     guarded   points of the domain at which the conditions hold: what has to run
///     ran       lanes of the emulator. A compiler may leave out what needs not run twice, never add to it
#include <cstdint>
#include <string>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/symbolic/count/counts.hpp"
#include "forewarp/symbolic/count/ptx/sizes.hpp"

namespace forewarp::count {

struct Compared {
  enum class Kind : std::uint8_t { operation, access, barrier, index } kind = Kind::operation;
  std::string what;  ///< "float32 madd", "global float32 load a", "local float32 load", "barriers a work-item"
  double rule = 0, guarded = 0, ran = 0;
};

/// Floating-point operations by type and kind, accesses by array (global) or all together (local memory), barriers;
/// and index arithmetic, where the counts have it, against the emulator's integer additions and products. A row for
/// whatever either side has. Emulates the whole launch. Throws emu::KernelFault, and InputError where a size is
/// missing.
[[nodiscard]] std::vector<Compared> compare(const KernelCounts& counts, const Sizes& sizes, const ptx::Module& module,
                                            const launch::Launch& launch);

}  // namespace forewarp::count
