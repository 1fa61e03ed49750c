// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where in the kernel something costs: the lines that a strategy points to. Advice without a cause is not given.
///
///     access       a site of device or shared memory, its kernel line where the PTX has .loc, else the PTX line
///     blocks       basic blocks that run with few lanes, by the warp instructions they waste
///     instructions of a kind, in the order of the text
///     shape        grid, block, registers or shared memory of the launch: no line, but the figure
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/model/advise/quantities.hpp"

namespace forewarp::advise {

struct Cause {
  std::string what;                             ///< "ld.global.f32: 32 sectors a request where 4 would do"
  std::string source_file;                      ///< empty without .loc
  std::uint32_t source_line = 0, ptx_line = 0;  ///< 0: none, it is the launch's shape
  double weight = 0;                            ///< share of the matter, largest first
};

[[nodiscard]] std::vector<std::string_view> cause_names();
[[nodiscard]] bool is_cause(std::string_view name);
/// The places, at most three, largest first; none where the kernel has nothing of the kind. Throws InputError for a
/// name that is no cause.
[[nodiscard]] std::vector<Cause> find_causes(std::string_view name, const Situation& situation,
                                             const ptx::Module& module);

}  // namespace forewarp::advise
