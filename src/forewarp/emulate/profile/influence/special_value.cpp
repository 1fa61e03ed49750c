// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/special_value.hpp"

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
  switch (operand.special) {
    case Special::tid:
      return between(0, along(block) - 1);
    case Special::ntid:
      return number(along(block));
    case Special::nctaid:
      return number(along(grid));
    case Special::ctaid: {
      if (along(grid) == 1) return number(0);
      BlockValue out = number(0);
      out.form.per_block[operand.component] = 1;
      return out;
    }
    case Special::laneid:
      return between(0, warp_size - 1);
    case Special::warp_sz:
      return number(warp_size);
    case Special::smid:
    case Special::clock:
    case Special::clock_hi:
    case Special::clock64:
    case Special::globaltimer:
    case Special::globaltimer_lo:
    case Special::globaltimer_hi:
      return from_data();
    case Special::clusterid:
    case Special::cluster_ctaid:
    case Special::cluster_ctarank:
      return varied(1);
    default:  // sizes, masks and counters of the launch, which no block differs in
      return same_unknown();
  }
}

}  // namespace forewarp::profile
