// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Branches and guards that decide little, whatever they depend on: a few instructions, none of whose results is read
/// elsewhere. Benchmarks end by one, so that the compiler keeps their sums:
///
///     setp.neu.f32 %p, %sum, 0f4640E400;  @%p bra END;  st.global.u32 [%d1], %r1;  END: ret;
#include <cstdint>
#include <optional>

#include "forewarp/frontend/analysis/dataflow.hpp"

namespace forewarp::profile {

struct ShortBranch {
  std::uint32_t instruction = 0;                 ///< the branch, or what is guarded
  std::uint32_t instructions = 0, accesses = 0;  ///< that hang on it; accesses: to memory
};

/// Nothing where more hangs on the guarded instruction: a loop, a call, a barrier, a value, arithmetic of
/// floating-point numbers, or very many instructions; and inside of a loop, as few of its iterations may have run
/// (loop_sampler.hpp).
[[nodiscard]] std::optional<ShortBranch> short_branch(const analysis::Dataflow& flow, std::uint32_t instruction);

}  // namespace forewarp::profile
