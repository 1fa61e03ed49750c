// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/basic_blocks.hpp"

namespace forewarp::ptx {

std::vector<BlockRange> basic_blocks(const Function& function) {
  const std::size_t size = function.body.size();
  std::vector<bool> leads(size + 1);
  leads[0] = true;
  for (std::size_t at = 0; at < size; ++at) {
    const Instruction& i = function.body[at];
    if (leaves_function(i) || is_branch(i)) leads[at + 1] = true;
    for_each_target(function, i, [&](std::uint32_t target) { leads[target] = true; });
  }
  std::vector<BlockRange> blocks;
  for (std::uint32_t at = 0; at < size; ++at) {
    if (leads[at]) blocks.push_back({at, at});
    blocks.back().last = at + 1;
  }
  return blocks;
}

}  // namespace forewarp::ptx
