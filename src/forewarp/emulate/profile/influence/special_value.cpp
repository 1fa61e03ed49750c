// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/special_value.hpp"

#include "forewarp/support/one_of.hpp"

// ctaid is the only special register that is affine in the block index; SM number and clocks vary like data.
namespace forewarp::profile {

using ptx::Special;

BlockValue special_value(const ptx::Operand& operand, const launch::Launch& launch, unsigned warp_size) {
  const auto along = [&](const launch::Dim3& d) {
    const std::uint32_t extents[3] = {d.x, d.y, d.z};
    return static_cast<std::int64_t>(operand.component < 3 ? extents[operand.component] : 1);
  };
  const auto& grid = launch.grid;
  const auto& block = launch.block;
  if (operand.special == Special::tid) return between(0, along(block) - 1);
  if (operand.special == Special::ntid) return number(along(block));
  if (operand.special == Special::nctaid) return number(along(grid));
  if (operand.special == Special::ctaid) {
    if (along(grid) == 1) return number(0);
    BlockValue out = number(0);
    out.form.per_block[operand.component] = 1;
    return out;
  }
  if (operand.special == Special::laneid) return between(0, warp_size - 1);
  if (operand.special == Special::warp_sz) return number(warp_size);
  if (is_one_of(operand.special, Special::smid, Special::clock, Special::clock_hi, Special::clock64,
                Special::globaltimer, Special::globaltimer_lo, Special::globaltimer_hi))
    return from_data();
  if (is_one_of(operand.special, Special::clusterid, Special::cluster_ctaid, Special::cluster_ctarank))
    return varied(1);
  // Sizes, masks and counters of the launch, which no block differs in.
  return same_unknown();
}

}  // namespace forewarp::profile
