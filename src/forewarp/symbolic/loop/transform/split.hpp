// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// split LOOP FACTOR [as OUTER, INNER] [outer TAG] [inner TAG]; rename LOOP as NAME
#include <optional>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

struct SplitOptions {
  std::string outer, inner;  ///< "" : LOOP_out, LOOP_in
  std::optional<LoopTag> outer_tag, inner_tag;
};

/// The loop becomes two: loop = factor * outer + inner, 0 <= inner < factor. Where the factor does not divide the
/// size, the domain bounds the last block. Always legal for a loop without a tag; throws InputError for a
/// tagged or unknown one, a factor below 1 or a name that is in use.
[[nodiscard]] Program split(const Program& program, const std::string& loop, std::int64_t factor,
                            const SplitOptions& options = {});

/// The loop under another name.
[[nodiscard]] Program rename_loop(const Program& program, const std::string& loop, const std::string& name);

}  // namespace forewarp::loop
